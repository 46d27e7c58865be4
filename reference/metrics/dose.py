# needs: table scales
AXES = {"noise": "code", "mixing": "code", "missing": None, "duplicates": None, "idle": None, "curvature": None,
        "dependence": None, "described": None}
ABSENT, VARYING = "takes", False
DEGREE, CLASSES, FACTORS = 5, 64, 100


def functions(t, i):
    """(n, K): orthonormal functions of factor i over the rows, the straight line first: powers of a continuous factor
    up to the fifth, or one indicator a class but two. What rounding leaves of a function is none."""
    v, found = t.factors[:, i], []
    for k in range(t.levels[i] - 1 if t.levels[i] else DEGREE) if varies(v) else ():
        x = standard(v if k == 0 else (v == k).astype(float) if t.levels[i] else found[0] * found[-1])
        for _ in range(2):
            for of in found:
                x = x - of * (x @ of / t.n)
        if x @ x >= 1e-9 * t.n:
            found.append(standard(x))
    return np.column_stack(found) if found else np.zeros((t.n, 0))


def slopes(x, z):
    """(p, d): least squares, function by function in turn until none moves: of factors that follow from one another the
    first has it all. At most 5000 turns."""
    product, left = x.T @ x / len(x), x.T @ z / len(x)
    slope, moving = np.zeros_like(left), np.ones(z.shape[1], bool)
    for _ in range(5000):
        most = np.zeros(z.shape[1])
        for k in range(x.shape[1]):
            step = np.where(moving, left[k], 0)
            slope[k] += step
            left = left - np.outer(product[:, k], step)
            most = np.maximum(most, np.abs(step))
        moving = most > 1e-12
        if not moving.any():
            return slope
    return slope


class Fit:
    """Each code, of mean 0 and variance 1, as a sum of functions of the factors and noise, by least squares. share:
    (M, d) variance of the function of factor i in code j; straight: of it what is a straight line; noise: (d,). All
    are free of what noise adds to them on average, and so may lie below 0."""

    def __init__(self, t):
        parts = [functions(t, i) for i in range(t.M)]
        ends = np.cumsum([0] + [part.shape[1] for part in parts])
        self.of = [slice(a, b) for a, b in zip(ends[:-1], ends[1:])]
        self.x, self.z = np.hstack(parts), np.column_stack([standard(z) for z in t.codes.T])
        n, p = self.x.shape
        self.slope = slopes(self.x, self.z)
        explained = np.sum(self.slope * (self.x.T @ self.z / n), axis=0)
        self.noise = np.clip((1 - explained) * n / (n - 1 - p), 0, 1)
        self.noise[[not varies(z) for z in t.codes.T]] = 1
        self.share = np.array([np.sum(self.slope[s] ** 2, axis=0) - self.noise * (s.stop - s.start) / n
                               for s in self.of])
        self.straight = np.array([self.slope[s.start] ** 2 - self.noise / n if s.stop > s.start else 0 * self.noise
                                  for s in self.of])
        self.carried = self.share.sum(axis=0)
        chance = self.noise * np.sqrt(2 * p) / n
        self.carries = (self.carried >= 0.02) & (1 - self.noise >= 0.02) & (self.carried > 4 * chance)
        self.part = (self.share >= 0.02) & (self.share >= 0.05 * self.carried)


def roles(fit):
    """factor: of each code the one it carries most of, or stands for; own: {factor: its code}, from the largest share
    down; copies: further codes whose sums of functions correlate with that code's by .9 or more."""
    factor, own = fit.share.argmax(axis=0), {}
    free = np.where(fit.part & fit.carries, fit.share, 0)
    while free.max() > 0:
        i, j = np.unravel_index(free.argmax(), free.shape)
        own[i], factor[j] = j, i
        free[i], free[:, j] = 0, 0
    copies = []
    for j in np.flatnonzero(fit.carries):
        k = own.get(factor[j])
        if j not in own.values() and k is not None:
            both = fit.slope[:, j] @ fit.slope[:, k]
            copies += [j] if abs(both) >= 0.9 * np.sqrt(fit.carried[j] * fit.carried[k]) else []
    return factor, own, copies


def unlike(t, fit, own, i, j):
    """What of factor i's function in code j is not its function in its own code, in another size."""
    whole, bent = fit.share[i, j], fit.share[i, j] - fit.straight[i, j]
    if own.get(i) == j:
        return 0 if t.levels[i] or 2 * bent < whole else bent
    if i not in own:
        return 0 if t.levels[i] else bent
    s, k = fit.of[i], own[i]
    both = fit.slope[s, j] @ fit.slope[s, k]
    return whole - max(both * both / fit.share[i, k] - fit.noise[j] / t.n, 0)


def products(t, fit, unit):
    """(d,): what products of two factors, of the first 24, explain of what is left; of every n/2048 + 1st row."""
    rows = np.arange(0, t.n, t.n // 2048 + 1)
    left = (fit.z - fit.x @ fit.slope)[rows]
    found, first = np.zeros(t.d), min(t.M, 24)
    for i in range(1, first):
        for k in range(i):
            x = unit[rows, i] * unit[rows, k]
            if varies(x):
                found += (standard(x) @ left / len(rows)) ** 2 - fit.noise / len(rows)
    chance = fit.noise * np.sqrt(first * (first - 1)) / len(rows)
    return np.where((found > 4 * chance) & (found > 0.02), np.minimum(found, fit.noise), 0)


def no_sums(t, fit, unit):
    """(d,): whether what is left of a code is shared by neighbours in the factors: the four rows next to each, of every
    n/1024 + 1st one, of equally near ones those that come first in strides; rows that were drawn twice are left
    out."""
    rows = np.arange(0, t.n, t.n // 1024 + 1)
    x, left, n = unit[rows], (fit.z - fit.x @ fit.slope)[rows], len(rows)
    whole = np.hstack([t.factors, t.codes])[rows]
    weight, stride = np.zeros((n, n)), n * 618 // 1000 + 1
    while np.gcd(stride, n) != 1:
        stride += 1
    for s in range(n):
        turn = (s + stride * np.arange(1, n)) % n
        far = np.sum((x[turn] - x[s]) ** 2, axis=1)
        far[(whole[turn] == whole[s]).all(axis=1)] = np.inf
        near = np.argsort(far, kind="stable")[:4]
        weight[s, turn[near[np.isfinite(far[near])]]] = 1
    shared = np.einsum("sj,st,tj->j", left, weight, left) / (4 * n)
    chance = np.sqrt(np.sum(weight) + np.sum(weight * weight.T)) / (4 * n)
    return (shared > 0.02) & (shared > 6 * fit.noise * chance)


def refused(t):
    asked = sum(levels - 1 if levels else DEGREE for levels in t.levels)
    return t.M > FACTORS or t.levels.max() > CLASSES or np.isnan(t.factors).any() or t.n < 3 * asked + 20


def measure(t, o):
    if refused(t):
        return undefined_all(Undefined("not-applicable"), AXES, t)
    fit = Fit(t)
    factor, own, copies = roles(fit)
    on = np.flatnonzero(fit.carries)
    mixed = np.array([1 - fit.share[:, j].max() / fit.carried[j] if fit.carries[j] else 0 for j in range(t.d)])
    curved = [1 - fit.straight[factor[j], j] / fit.share[factor[j], j] for j in [*own.values(), *copies]
              if not t.levels[factor[j]]]
    unit = np.column_stack([standard(v) for v in t.factors.T])
    squares = [(unit[:, i] @ unit[:, k] / t.n) ** 2 - 1 / (t.n - 1) for i in range(t.M) for k in range(i)]
    more = products(t, fit, unit)
    unsaid = more + [max(sum(unlike(t, fit, own, i, j) for i in range(t.M)), 0) if fit.carries[j] else 0
                     for j in range(t.d)]
    whole = float(np.sum(more) + fit.carried[on].sum())
    missing = [s.stop > s.start and not fit.part[i, on].any() for i, s in enumerate(fit.of)]
    bad = no_sums(t, fit, unit)
    known = lambda x, is_known: x if is_known else Undefined("not-applicable")
    idle_known = not (bad & ~fit.carries).any()
    mean = lambda x: float(np.clip(np.mean(x), 0, 1)) if len(x) else 0.0
    noise = [known(1 if not fit.carries[j] else fit.noise[j], not bad[j]) for j in range(t.d)]
    return {"noise": Series(noise, known(float(fit.noise[on].mean()) if len(on) else 1.0, not bad.any())),
            "mixing": Series(mixed, mean(mixed[on])),
            "missing": Series(value=known(float(sum(missing)), idle_known)),
            "duplicates": Series(value=float(len(copies))),
            "idle": Series(value=known(float(t.d - len(on)), idle_known)), "curvature": Series(value=mean(curved)),
            "dependence": Series(value=float(np.sqrt(max(np.mean(squares), 0))) if squares else 0.0),
            "described": Series(value=known(float(np.clip(1 - np.sum(unsaid) / whole, 0, 1)) if whole > 0 else 1.0,
                                            not bad.any()))}
