"""Odd tables, drawn: what a definition says little about and a program must have decided."""
import numpy as np


class OddTable:
    def __init__(self, name, factors, codes, kinds):
        self.name, self.factors, self.codes, self.kinds = name, factors, codes, kinds

    def part(self, rows, factors, codes):
        return OddTable(self.name, self.factors[np.ix_(rows, factors)], self.codes[np.ix_(rows, codes)],
                        [self.kinds[i] for i in factors])

    @property
    def absent(self):
        return bool(np.isnan(self.factors).any())

    def __str__(self):
        rows = "\n".join(f"  {list(v)} | {list(z)}" for v, z in zip(self.factors[:40].tolist(), self.codes.tolist()))
        return f"{self.name}, kinds {','.join(self.kinds)}, {len(self.codes)} rows:\n{rows}"


def _factors(rng, n, M, classes):
    """classes: 0 continuous, else so many labels; None: by lot."""
    columns, kinds = [], []
    for _ in range(M):
        K = int(rng.choice([0, 0, 2, 3, 5, 10])) if classes is None else classes
        columns.append(rng.random(n) if K == 0 else rng.integers(K, size=n).astype(float))
        kinds.append("categorical" if K else "continuous")
    return np.column_stack(columns), kinds


def _codes(rng, v, d, noise=0.3):
    """Mixtures of the factors, of which some are much of one, with noise."""
    M = v.shape[1]
    spread = (v - v.mean(axis=0)) / np.where(v.std(axis=0) > 0, v.std(axis=0), 1)
    weight = rng.standard_normal((M, d)) * (rng.random((M, d)) < 0.4)
    for j in range(d):
        weight[rng.integers(M), j] += 1.5
    return spread @ weight + noise * rng.standard_normal((len(v), d))


def _plain(rng, n, M, d, classes=None):
    v, kinds = _factors(rng, n, M, classes)
    return v, _codes(rng, v, d), kinds


def draw(which, seed, n=None):
    """Table `which` of NAMES, by a seed; n: as many rows in the place of its own."""
    rng = np.random.default_rng([seed, NAMES.index(which)])
    n = n or int(rng.integers(60, 160))
    M, d = int(rng.integers(2, 5)), int(rng.integers(2, 6))
    if which in ("one factor", "one code", "one of each"):
        M, d = (1, d) if which == "one factor" else (M, 1) if which == "one code" else (1, 1)
    n = 50 if which == "fifty rows" else 7 if which == "seven rows" else n
    classes = {"two classes": 2, "fifty classes": 50, "continuous": 0, "categorical": 4, "wide": 0,
               "magnitudes": 0, "heavy tails": 0, "in order": 5}.get(which)
    M, d = (3, 12) if which == "wide" else (M, d)
    v, z, kinds = _plain(rng, n, M, d, classes)
    if which == "ties":
        z = np.round(z)
    if which == "dead codes":
        z[:, rng.integers(d)] = 0.1
        z[:, 0] = 3.0
    if which == "all dead":
        z[:] = 1.0
    if which == "constant factors":
        v[:, 0] = 0.7 if kinds[0] == "continuous" else 0
    if which == "heavy tails":
        z = z / rng.random(z.shape) ** 2
    if which == "sparse":
        z = np.where(rng.random(z.shape) < 0.8, 0.0, z)
    if which == "copies":
        z[:, -1] = z[:, 0]
    if which == "exact":
        z = np.column_stack([v[:, k % M] for k in range(d)]) * 2.0
    if which == "float32":
        z = z.astype(np.float32).astype(float)
    if which == "magnitudes":
        z = z * 10.0 ** np.array([-100, 100, -30, 12, 3, 0])[np.arange(d) % 6]
        v = v * 10.0 ** np.array([60, -60, 0, 5, 1])[np.arange(M) % 5]
    if which == "offsets":
        z = z + 1e8
    if which == "absent":
        for i in range(0, M, 2):
            v[rng.random(n) < 0.3, i] = np.nan
    if which == "binary mixed":
        v, kinds = np.column_stack([v, rng.integers(2, size=n)]), kinds + ["categorical"]
    if which == "rare class":
        v[:, 0], kinds[0] = (np.arange(n) < 2) * 1.0, "categorical"
    if which == "traverses":
        v, z, kinds = _traverses(rng, M, d)
    if which == "circles":
        v[:, 0], kinds[0] = rng.random(n) * 360 - 90, "cyclic:360"
        z[:, 0] = np.cos(np.radians(v[:, 0])) + 0.1 * z[:, 0]
        if rng.random() < 0.3:
            v[rng.random(n) < 0.3, 0] = np.nan
        if kinds[-1] == "categorical":
            kinds[-1] = "cyclic"
    if which == "in order":
        kinds = ["ordinal" if kind == "categorical" else kind for kind in kinds]
    return OddTable(f"{which} (seed {seed})", v, z, kinds)


def _traverses(rng, M, d):
    steps = int(rng.integers(4, 12))
    line = np.linspace(-1, 1, steps)
    z = np.column_stack([np.tile(line * (j + 1), 6) for j in range(max(M, d))])
    v = np.column_stack([np.tanh(z[:, i] * rng.random() * 3) + 0.1 * rng.standard_normal(len(z)) for i in range(M)])
    v[:steps, 0] = 2 * z[:steps, 0] + 1
    v[steps:2 * steps, 0] = 1.0
    return v, z, ["continuous"] * M


NAMES = ["plain", "one factor", "one code", "one of each", "fifty rows", "seven rows", "two classes", "fifty classes",
         "continuous", "categorical", "ties", "dead codes", "all dead", "constant factors", "heavy tails", "sparse",
         "copies", "exact", "float32", "magnitudes", "offsets", "absent", "binary mixed", "rare class", "wide",
         "traverses", "circles", "in order"]
