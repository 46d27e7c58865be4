# needs: table information asked correlation
import math


def labels_information(t, o):
    """Relation mi-labels: I of factors (labels, or factor-bins equal widths) and codes of which every value is a
    class."""
    v, levels = labels_of(t, t.n, o.get("factor-bins", 10))
    z = [np.unique(t.codes[:, j], return_inverse=True)[1] for j in range(t.d)]
    if max(x.max() for x in z) >= 65535:
        raise ValueError("a code has too many values to be labels")
    value = np.array(
        [[information(table_of(v[:, i], z[j], levels[i], z[j].max() + 1)) for j in range(t.d)] for i in range(t.M)]
    )
    return Relation(
        value, [entropy(np.bincount(v[v[:, i] >= 0, i])) for i in range(t.M)], [entropy(np.bincount(x)) for x in z]
    )


def active_codes(t, o):
    """A code whose range is above least-range of the largest code's; codes=discrete: of two values. By neighbours and
    unless columns=all: not one of which all rows but k or fewer have one value, where n > 2 k and they are the most."""
    reach = t.codes.max(axis=0) - t.codes.min(axis=0)
    discrete = o["codes"] == "discrete"
    active = reach > (0.0 if discrete else o["least-range"]) * reach.max()
    if o["relation"] == "mi-knn" and not discrete and o["columns"] == "varying" and t.n > 2 * o["neighbours"]:
        for j in range(t.d):
            others = t.n - np.unique(t.codes[:, j], return_counts=True)[1].max()
            active[j] &= not (2 * others < t.n and others <= o["neighbours"])
    return active


def normalised_information(t, o):
    """NMI, M x d: I / H(v_i) of active codes and factors that vary, else 0; clip=yes: at most 1. And the factors'
    totals."""
    r = relation_of(t, labels_information, o) if o["codes"] == "discrete" else relation_asked(t, o)
    active, nmi = active_codes(t, o), np.zeros((t.M, t.d))
    for i in range(t.M):
        if r.factor_total[i] > 0:
            nmi[i, active] = r.value[i, active] / r.factor_total[i]
    return np.minimum(nmi, 1.0) if o["clip"] == "yes" else nmi, active, r.factor_total


def tail(square, k):
    spread = 2 / (9 * k)
    return math.erfc((np.cbrt(max(square, 0.0) / k) - 1 + spread) / math.sqrt(2 * spread)) / 2


def chance_of(v, z, classes):
    """The p that two columns of ranks are independent, the least of some times how many: of their correlation, and of
    Pearson's X^2 of B x B even cells, B = 2, 4, ... 64 while 2 B^2 <= n, by Wilson and Hilferty's tail. Of `classes` in
    v: Kruskal and Wallis's test in the place of the correlation, and classes x B cells, none of more than 64."""
    there, cells, n = ~np.isnan(v), 2, len(v)
    a, b = v[there] - v[there].mean(), z[there] - z[there].mean()
    squares = 2 * np.sum(a * a) * np.sum(b * b)
    found = [math.erfc(abs(np.sum(a * b)) * math.sqrt((len(a) - 1) / squares)) if squares > 0 else 1.0]
    if classes:
        label = (v[there] * classes).astype(int)
        between = np.sum(np.bincount(label, b) ** 2 / np.bincount(label))
        found = [tail((len(b) - 1) * between / np.sum(b * b), classes - 1) if squares > 0 else 1.0]
    while classes <= 64 and cells <= 64 and (cells == 2 or 2 * cells * (classes or cells) <= n):
        table = np.zeros((classes or cells, cells))
        np.add.at(table, ((v[there] * (classes or cells)).astype(int), (z[there] * cells).astype(int)), 1)
        table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
        k = (table.shape[0] - 1) * (table.shape[1] - 1) if table.size else 0
        if k > 0:
            even = np.outer(table.sum(axis=1), table.sum(axis=0))
            found.append(tail(table.sum() * (np.sum(table * table / even) - 1), k))
        else:
            found.append(1.0)
        cells *= 2
    return min(1.0, min(found) * len(found))


def cut_open(x, period):
    """A circle cut where no value is for longest, the first such place: parts of it from there on."""
    part = circle_part(x, period)
    at = np.sort(part[~np.isnan(part)])
    origin = at[np.argmax(np.diff(at, prepend=at[-1] - 1))]
    return part - origin + (part < origin)


def chances(t, o, active, total):
    """M x d: chance_of the middle ranks, as shares of their number; 1 where a code is not active or a factor does not
    vary; 0 with level=1."""
    p = np.ones((t.M, t.d)) if o["level"] < 1 else np.zeros((t.M, t.d))
    middle = lambda x: (ranks(x) - 0.5) / len(x)
    z = [middle(x) for x in t.codes.T]
    for i in range(t.M):
        if o["level"] < 1 and not is_undefined(total[i]) and total[i] > 0:
            v = t.factors[:, i].copy()
            v = cut_open(v, t.period[i]) if t.period[i] else v
            label, classes = v[~np.isnan(v)], int(t.levels[i])
            v[~np.isnan(v)] = (label + 0.5) / classes if classes else middle(label)
            for j in np.flatnonzero(active):
                p[i, j] = chance_of(v, z[j], classes)
    return p


def carried(p, among, o):
    """Whether the least p times `among` is up to the level."""
    return min(1.0, p.min() * among) <= o["level"]


def share_of_largest(x, among):
    return (max(0.0, np.max(x)) / np.sum(x) - 1 / among) / (1 - 1 / among)
