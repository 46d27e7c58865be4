# needs: table bins
def entropy(counts):
    """Of counts, in nats; 0 where nothing was counted."""
    c = np.asarray(counts, float).ravel()
    c = c[c > 0]
    return float(-np.sum(c / c.sum() * np.log(c / c.sum()))) if len(c) > 1 else 0.0


def table_of(a, b, rows, columns):
    """Counts of the rows in which both labels are there (>= 0)."""
    both = (a >= 0) & (b >= 0)
    return np.bincount(a[both] * columns + b[both], minlength=rows * columns).reshape(rows, columns)


def information(table):
    """I in nats, by counts: H(row) + H(column) - H(both); exactly 0 where one is constant, at least 0."""
    row, column = table.sum(axis=1), table.sum(axis=0)
    if (row > 0).sum() < 2 or (column > 0).sum() < 2:
        return 0.0
    return max(0.0, entropy(row) + entropy(column) - entropy(table))


def relation_name(name, o, standard):
    """"mi:rule=scaled:bins=10": a relation with its options in order. The metric's, where it has them, else the
    standard ones; those of a name that ends in ? are left out where they are standard."""
    said = []
    for key, value in standard.items():
        mine = o.get(key.rstrip("?"), value)
        if not (key.endswith("?") and mine == value):
            said.append(f"{key.rstrip('?')}={mine}")
    return ":".join([name] + said)


MI = {"rule": "scaled", "bins": 10, "factor-bins": 10, "categories": "labels", "rows": "all", "estimate": "joint",
      "last-edge": "clamp"}


def stratified(label, levels, rows, stream):
    """round-half-even(10000 p) rows of every value, drawn without replacement: a value's rows in ascending order, from
    which one after the other is drawn by integers() among those left, and put in the front by exchange."""
    picked = []
    for k in range(levels):
        left = list(np.flatnonzero(label == k))
        want = int(np.rint(10000 * (len(left) / rows)))
        for r in range(want):
            pick = r + int(stream.integers(len(left) - r))
            left[r], left[pick] = left[pick], left[r]
        picked += left[:want]
    return np.array(picked, int)


def mutual_information(t, o):
    """Relation mi: I(v; z) of factors (labels, or equal widths) and codes cut into bins, plug-in, in nats.

    estimate=stratified: H(z) of all rows less sum_v p(v) H(z | v), where H(z | v) is of at most 10000 rows, drawn per
    factor in proportion to its values. It may fall below 0. last-edge=lose: a code's rows beyond its last edge count in
    no entropy of it (but in p(v)); under linspace the total of such a code is undefined."""
    o = {**MI, **{k: v for k, v in o.items() if k in MI}}
    rows, b = rows_asked(t, o), o["bins"]
    v, levels = labels_of(t, rows, o["factor-bins"], o["categories"] == "cut")
    z = np.array([bins_of(t.codes[:rows, j], o["rule"], b, o["last-edge"] == "lose") for j in range(t.d)]).T
    count = lambda x, k: np.bincount(x[x >= 0], minlength=k)
    factor_total = [entropy(count(v[:, i], levels[i])) for i in range(t.M)]
    code_total = [entropy(count(z[:, j], b)) for j in range(t.d)]
    value, lost = np.zeros((t.M, t.d)), (z < 0).any(axis=0)
    draws = o["estimate"] == "stratified" and rows > 10000
    stream = t.stream(relation_name("mi", o, MI))
    for i in range(t.M):
        pick = stratified(v[:, i], levels[i], rows, stream) if draws else np.arange(rows)
        for j in range(t.d):
            table = table_of(v[pick, i], z[pick, j], levels[i], b)
            if o["estimate"] == "stratified" or lost.any():
                share = count(v[:, i], levels[i]) / rows
                value[i, j] = code_total[j] - sum(p * entropy(row) for p, row in zip(share, table))
            else:
                value[i, j] = information(table)
    for j in range(t.d):
        if o["rule"] == "linspace" and lost[j]:
            code_total[j] = Undefined("not-applicable", "code", j)
    return Relation(value, factor_total, code_total)
