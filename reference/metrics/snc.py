# needs: table information assignment
AXES = {"snc": "factor"}
ABSENT, VARYING = "refused", True
CYCLIC = True


def cuts_of(learnt, count, o, downwards):
    """sorted[floor(k (h/K))], k = 0 .. K-1; cut=frequency: at the values' own shares, upwards or downwards."""
    h, K = len(learnt), len(count)
    before = np.concatenate([[0], np.cumsum(count[::-1] if downwards else count)[:-1]])
    places = before if o["cut"] == "frequency" else [int(np.floor(k * (h / K))) for k in range(K)]
    return np.sort(learnt)[places]


def bin_above(x, cuts):
    """The number of cuts above x."""
    return np.array([(cuts > y).sum() for y in x], int)


def measure(t, o):
    """Codes are cut per factor, factors matched with codes by information on the rows learnt from (the first
    floor(n/2), or all; with M > d the codes come ceil(M/d) times), the bins of its code matched with values by rows
    that are right; labels=first: of b bins with the first b values. Score: the share of the other rows (or all) whose
    bin has their value, the first cut lowered to their smallest code."""
    if t.n < 2:
        return undefined_all(Undefined("too-few-samples"), AXES, t)
    t = in_order(t, o, t.stream(METRIC))
    h = t.n // 2 if o["rows"] == "half" else t.n
    test = np.arange(h if h < t.n else 0, t.n)
    v, _ = labels_of(t, t.n, o["factor-bins"])
    values = [np.unique(v[:h, i]) for i in range(t.M)]
    label = [
        np.where(np.isin(v[:, i], values[i]), np.searchsorted(values[i], v[:, i]), len(values[i])) for i in range(t.M)
    ]
    count = [np.bincount(label[i][:h]) for i in range(t.M)]
    found, down = np.zeros((t.M, t.d)), np.zeros((t.M, t.d), int)
    tables = {}
    for i in range(t.M):
        K = len(values[i])
        for j in range(t.d if K > 1 else 0):
            best = -np.inf
            for downwards in (0, 1) if o["cut"] == "frequency" else (0,):
                cuts = cuts_of(t.codes[:h, j], count[i], o, downwards)
                table = table_of(bin_above(t.codes[:h, j], cuts), label[i][:h], K + 1, K)[:K]
                if information(table) > best + 1e-13:
                    best, found[i, j], tables[i, j] = information(table), information(table), (cuts, table)
    times = -(-t.M // t.d)
    row, column = assigned(np.tile(found, (1, times)))
    items = []
    for i, j in zip(row, column % t.d):
        K = len(values[i])
        if K < 2:
            items.append(Undefined("constant-factor", "factor", int(i)))
            continue
        cuts, table = tables[i, j]
        used = np.flatnonzero(table.sum(axis=1))
        labels = len(used) if o["labels"] == "first" else K
        b, l = assigned(table[used][:, :labels])
        of_bin = np.full(K + 1, -1)
        of_bin[used[b]] = l
        cuts = cuts.copy()
        cuts[0] = min(cuts[0], t.codes[test, j].min())
        items.append(float(np.mean(of_bin[bin_above(t.codes[test, j], cuts)] == label[i][test])))
    return {"snc": Series(items)}
