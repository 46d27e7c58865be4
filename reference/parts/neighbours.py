# needs: table bins information r2
KNN = {"neighbours": 3, "entropy": "self", "label-scale": "exact", "classes?": 0}


def digammas(n):
    """psi(0 .. n), psi(m + 1) = psi(m) + 1/m from psi(1) = -gamma; psi(0) is not used."""
    return np.concatenate([[0.0], np.cumsum(np.concatenate([[-0.57721566490153286], 1.0 / np.arange(1, n)]))])


def spread(x, whole=False):
    """A column divided by its deviation (divisor n), not centred; cut to whole numbers if asked. As it is where it does
    not vary or its range is no number."""
    with np.errstate(all="ignore"):
        if not 0 < x.max() - x.min() < np.inf:
            return x.copy()
    y, power = centred(x)
    deviation = np.sqrt(np.mean(y * y))
    y = np.ldexp(x, -power) / deviation
    return np.trunc(y) if whole else y


def noisy(x, normals):
    """With noise that breaks ties: 1e-10 max(1, mean |x|) times normals."""
    return x + 1e-10 * max(1.0, float(np.mean(np.abs(x)))) * normals


def others_within(x, at, radius):
    """How many of the sorted x lie in x - at of |x - at| < radius, for each; at least the point itself."""
    r = np.nextafter(radius, 0)
    low = np.searchsorted(x, at - r, "left")
    high = np.searchsorted(x, at + r, "right")
    for _ in range(3):  # the difference decides, not the rounded sum
        low -= (low > 0) & (at - x[np.maximum(low - 1, 0)] <= r)
        low += at - x[np.minimum(low, len(x) - 1)] > r
        high += (high < len(x)) & (x[np.minimum(high, len(x) - 1)] - at <= r)
        high -= x[high - 1] - at > r
    return high - low


AROUND = np.sqrt(12)


def on_circle(x, period, normals):
    """Values on a circle that is sqrt(12) around, with noise that breaks ties."""
    return (circle_part(x, period) * AROUND + 1e-10 * normals) % AROUND


def ksg_circle(x, y, k, turns):
    """ksg of y on a circle, and of x on one, too, if it turns: differences are the shorter way around."""
    n, psi = len(x), digammas(max(len(x), k) + 1)
    way = lambda d: np.minimum(d, AROUND - d)
    dx, dy = np.abs(x[:, None] - x), way(np.abs(y[:, None] - y))
    dx = way(dx) if turns else dx
    apart = np.maximum(dx, dy)
    np.fill_diagonal(apart, np.inf)
    radius = np.partition(apart, k - 1, axis=1)[:, k - 1, None]
    return max(0.0, float(psi[n] + psi[k] - np.mean(psi[(dx < radius).sum(axis=1)] + psi[(dy < radius).sum(axis=1)])))


def ksg(x, y, k):
    """Kraskov et al. 2004, equation 8: psi(n) + psi(k) - mean [psi(a + 1) + psi(b + 1)], a and b the other points
    nearer in x, in y, than the k-th neighbour is in the plane (the larger of both differences); at least 0."""
    n, psi = len(x), digammas(max(len(x), k) + 1)
    radius = np.empty(n)
    for s in range(0, n, 500):
        block = slice(s, min(s + 500, n))
        apart = np.maximum(np.abs(x[block, None] - x), np.abs(y[block, None] - y))
        apart[np.arange(block.stop - s), np.arange(s, block.stop)] = np.inf
        radius[block] = np.partition(apart, k - 1, axis=1)[:, k - 1]
    a, b = others_within(np.sort(x), x, radius), others_within(np.sort(y), y, radius)
    return max(0.0, float(psi[n] + psi[k] - np.mean(psi[a] + psi[b])))


def ross(x, label, k):
    """Ross 2014, equation 2: psi(n) + mean [psi(k_s) - psi(n_s) - psi(m_s)], k_s = min(k, n_s - 1) neighbours in the
    point's class of n_s, m_s the points of any class nearer than the last of them, itself included. Points alone in
    their class are left out of everything. At least 0; None: all are alone."""
    count = np.bincount(label)
    kept = count[label] > 1
    x, label = x[kept], label[kept]
    n = len(x)
    if not n:
        return None
    psi, line, total = digammas(max(n, k) + 1), np.sort(x), 0.0
    for c in np.unique(label):
        own = x[label == c]
        near = min(k, len(own) - 1)
        apart = np.abs(own[:, None] - own)
        np.fill_diagonal(apart, np.inf)
        radius = np.partition(apart, near - 1, axis=1)[:, near - 1]
        m = others_within(line, own, radius)
        total += float(np.sum(psi[near] - psi[len(own)] - psi[m]))
    return max(0.0, float(psi[n]) + total / n)


class Neighbours:
    """The columns of mi-knn. Of the relation's stream: n x d normals for the codes, row by row, n for the factors as
    they are, n for every column that is taken alone (a factor as numbers, `number`; a code, `alone`)."""

    def __init__(self, t, o):
        self.t, self.k = t, o["neighbours"]
        stream = t.stream(relation_name("mi-knn", o, KNN))
        of_codes = stream.standard_normal((t.n, t.d))
        self.of_factors, self.noise = stream.standard_normal(t.n), stream.standard_normal(t.n)
        self.truncated = o["label-scale"] == "truncated"
        self.code = [noisy(spread(t.codes[:, j]), of_codes[:, j]) for j in range(t.d)]
        moves = lambda x: bool(varies(x)) and np.isfinite(x.max() - x.min())
        self.code_moves = [moves(t.codes[:, j]) for j in range(t.d)]
        self.factor_moves = [moves(t.factors[:, i]) for i in range(t.M)]
        cut = o.get("classes", 0)
        self.label = [t.factors[:, i].astype(int) if t.levels[i] else factor_bins(t, i, t.n, "range", cut).astype(int)
                      if cut else None for i in range(t.M)]

    def alone(self, j):
        return noisy(spread(self.t.codes[:, j]), self.noise)

    def number(self, i):
        if self.t.period[i]:
            return on_circle(self.t.factors[:, i], self.t.period[i], self.noise)
        return noisy(spread(self.t.factors[:, i], self.t.levels[i] > 0 and self.truncated), self.noise)

    def of(self, i, x, turns=False):
        """I of factor i, by its kind, and a column of numbers, itself on the circle if it turns; None: too few
        samples."""
        if not self.factor_moves[i]:
            return 0.0
        if self.label[i] is not None:
            return ross(x, self.label[i], self.k)
        if self.t.n < self.k + 2:
            return None
        if self.t.period[i]:
            return ksg_circle(x, on_circle(self.t.factors[:, i], self.t.period[i], self.of_factors), self.k, turns)
        return ksg(x, noisy(spread(self.t.factors[:, i]), self.of_factors), self.k)


def neighbour_information(t, o):
    """Relation mi-knn: I(v; z) in nats by neighbours; a continuous factor by ksg, labels by ross. factor_total: I(v; v)
    with v as numbers too (of labels, entropy=plugin: of their counts); code_total: psi(n) - psi(k + 1), 0 of a constant
    code. classes=K: continuous factors are cut into K widths (range). label-scale=truncated: a factor's labels as
    numbers are label/deviation without its fraction. Constant columns: 0."""
    full = {**{k.rstrip("?"): v for k, v in KNN.items()}, **{k: v for k, v in o.items() if k in KNN or k + "?" in KNN}}
    c = Neighbours(t, full)
    value, factor_total = np.zeros((t.M, t.d)), []
    for i in range(t.M):
        found = [c.of(i, c.code[j]) if c.code_moves[j] else 0.0 for j in range(t.d)]
        total = c.of(i, c.number(i), True)
        if total is None:
            total, found = Undefined("too-few-samples", *(("factor", i) if c.label[i] is not None else ())), [0.0] * t.d
        elif c.label[i] is not None and full["entropy"] == "plugin":
            total = entropy(np.bincount(c.label[i]))
        value[i] = found
        factor_total.append(total)
    psi = digammas(max(t.n, c.k) + 2)
    code_total = [
        0.0 if not moves else Undefined("too-few-samples") if t.n < c.k + 2 else float(psi[t.n] - psi[c.k + 1])
        for moves in c.code_moves
    ]
    r = Relation(value, factor_total, code_total)
    r.columns = c
    return r
