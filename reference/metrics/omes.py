# needs: table bins correlation
AXES = {"omes": "factor"}
ABSENT, VARYING = "refused", False
CYCLIC = True


def rounded(x, digits):
    return float(np.rint(x * 10.0 ** digits) / 10.0 ** digits) if digits else x


def pairs_of(v, i, o, stream):
    """Rows alike in all other factors, groups in the order of their first rows, of each value of i the first row,
    values ascending. all: every two of them, in both orders. shuffled: as often as there are values they are shuffled
    (from the last, each exchanged with integers(k + 1)) and paired one by one."""
    groups = {}
    for s in range(len(v)):
        groups.setdefault(tuple(np.delete(v[s], i)), {}).setdefault(int(v[s, i]), s)
    pairs = []
    for group in groups.values():
        member = [group[k] for k in sorted(group)]
        if o["pairs"] == "all":
            pairs += [(a, b) for a in member for b in member if a != b]
            continue
        for _ in range(len(member)):
            for k in range(len(member) - 1, 0, -1):
                other = int(stream.integers(k + 1))
                member[k], member[other] = member[other], member[k]
            pairs += list(zip(member[::2], member[1::2]))
    return pairs


def kept(x, y, absolute):
    """The correlation over the pairs, or 0 where negative; 1 where either side does not vary (to 1e-12 of its
    squares)."""
    xx, yy, xy = (np.sum(a * b) - a.sum() * b.sum() / len(x) for a, b in ((x, x), (y, y), (x, y)))
    if not min(xx, yy) > 1e-12 * (np.sum(x * x) + np.sum(y * y)):
        return 1.0
    r = min(max(xy / np.sqrt(xx * yy), -1.0), 1.0)
    return abs(r) if absolute else max(r, 0.0)


def measure(t, o):
    """a_ji = 1 - kept; O_ji = 1 - mean_k |[k = i] - a_jk| over judged factors, Q_ji = 1 - mean_l |[l = j] - a_li|;
    S_i = w pool_j O_ji a_ji + (1 - w) pool_j Q_ji a_ji. Rows in the
    order of taken. Codes that do not vary, or deviate by less than
    least-deviation, are left out; a factor with fewer than two pairs (in one order) is not judged."""
    stream = t.stream(METRIC)
    t = in_order(t, {"order": o["taken"]}, stream)
    columns = [unit(z) for z in t.codes.T]
    z = [y for y, length in columns if length > 0 and not length < o["least-deviation"] * np.sqrt(t.n)]
    if not z:
        return undefined_all(Undefined("no-active-code"), AXES, t)
    v = labels_of(t, t.n, o["factor-bins"])[0]
    a, judged = np.zeros((len(z), t.M)), []
    for i in range(t.M):
        pairs = np.array(pairs_of(v, i, o, stream)).reshape(-1, 2)
        if len(pairs) >= (4 if o["pairs"] == "all" else 2):
            judged.append(i)
            a[:, i] = [
                rounded(1 - kept(x[pairs[:, 0]], x[pairs[:, 1]], o["sign"] == "absolute"), o["digits"]) for x in z
            ]
    items, w = [Undefined("too-few-samples", "factor", i) for i in range(t.M)], o["weight"]
    for i in judged:
        O = np.array([1 - np.mean([abs((k == i) - a[j, k]) for k in judged]) for j in range(len(z))]) * a[:, i]
        Q = np.array([1 - np.mean([abs((l == j) - a[l, i]) for l in range(len(z))]) for j in range(len(z))]) * a[:, i]
        if o["pool"] == "max":
            pool = lambda x: max(0.0, x.max())
        else:
            pool = lambda x: np.sum(x * a[:, i]) / (a[:, i].sum() or 1.0)
        items[i] = w * pool(O) + (1 - w) * pool(Q)
    value = rounded(sum(items[i] for i in judged) / len(judged), o["digits"]) if judged else None
    return {"omes": Series(items, value)}
