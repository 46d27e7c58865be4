"""Rows 0, 1 and 39 of every scenario that no published record covers, at n = 40 and seed 5, written from the formulas
with NumPy alone. Prints numpy_rows.json; run with python3 and NumPy 1.17 or later. Nothing of assay is read."""
import json
import random

import numpy as np

import numpy_bank

N, SEED = 40, 5


def rng():
    return np.random.default_rng(SEED)


def noise(alpha, r, m=8):
    v = r.random((N, m))
    return v, (1 - alpha) * v + alpha * r.random((N, m))


def published_book():
    np.random.seed(0)
    one, two = np.zeros((4, 20)), np.zeros((4, 20, 2))
    for i in range(4):
        for k in range(20):
            one[i, k] = np.random.uniform(-1, 1)
            two[i, k] = np.random.uniform(-1, 1, size=2)
    return one, two


def seeded_book(r):
    one, two = np.zeros((4, 20)), np.zeros((4, 20, 2))
    for i in range(4):
        for k in range(20):
            one[i, k] = 2 * r.random() - 1
            two[i, k] = 2 * r.random(2) - 1
    return one, two


def book_codes(book, y, dims):
    one, two = book
    return np.hstack([one[i][y[:, i]][:, None] if dims == 1 else two[i][y[:, i]] for i in range(4)])


def letters(dims, rows, book):
    r = rng()
    table = published_book() if book == "published" else seeded_book(r)
    if rows == "uniform":
        y = np.floor(20 * r.random((N, 4))).astype(int)
    else:
        every = [(a, b, c, d) for a in range(20) for b in range(20) for c in range(20) for d in range(20)]
        if rows == "published":
            random.seed(0)
            for _ in range(3):
                random.shuffle(every)
            every = every[int(0.8 * len(every)):]
        y = np.array(every[:N])
    return y, book_codes(table, y, dims)


def rotate(angle, matrix):
    r = rng()
    v = r.random((N, 8))
    if matrix == "haar":
        q, upper = np.linalg.qr(r.standard_normal((8, 8)))
        return v, (v - 0.5) @ (q * np.sign(np.diag(upper)))
    t, z = np.deg2rad(angle), np.zeros((N, 8))
    for a in range(0, 8, 2):
        c, d = v[:, a] - 0.5, v[:, a + 1] - 0.5
        z[:, a], z[:, a + 1] = np.cos(t) * c - np.sin(t) * d, np.sin(t) * c + np.cos(t) * d
    return v, z


def flip_permute(permute, flip):
    r = rng()
    v, z = noise(0.4, r)
    place, sign = r.permutation(8), np.where(r.random(8) < 0.5, -1, 1)
    if permute == "yes":
        z = z[:, place]
    return v, z * sign if flip == "yes" else z


def affine(map):
    v, z = noise(0.4, rng())
    return v, z if map == "none" else z * np.array([1, 10, 0.1, 5, 2, 3, 4, 7]) + 3


def heavy_tail():
    v = rng().random((N, 8))
    return v, np.tan(np.pi * (v - 0.5))


def dead_code(count, place):
    v = rng().random((N, 4))
    return v, np.insert(v, [{"first": 0, "middle": 2, "last": 4}[place]] * count, 0.1, axis=1)


def dead_factor(count, place):
    v = rng().random((N, 4))
    a, b = v[:, ::2], v[:, 1::2]
    z = np.stack([(a + b) / 2, (a - b) / 2], axis=2).reshape(N, 4)
    return np.insert(v, [{"first": 0, "last": 4}[place]] * count, 0, axis=1), z


def inputs(change):
    v = rng().standard_normal((N, 4)) if change == "gaussian" else rng().random((N, 4))
    z = v.copy()
    k = np.minimum(5, np.floor(6 * v))
    if change == "unbalanced":
        share = np.cumsum(1 / np.arange(1, 7))
        k = np.searchsorted(share, v * share[-1], side="right").astype(float)
    if change in ("classes", "unbalanced", "merged", "renamed"):
        v, z = k, k / 5
    if change == "mixed":
        v, z = v.copy(), z.copy()
        v[:, 1::2], z[:, 1::2] = k[:, 1::2], k[:, 1::2] / 5
    if change == "merged":
        v = np.floor(k / 2)
    if change == "renamed":
        v = np.array([2, 0, 5, 3, 1, 4.0])[k.astype(int)]
    if change == "twice":
        v = np.hstack([v, v[:, :1]])
    if change == "shuffled":
        quarter = np.floor(4 * z)
        z = (np.array([2, 0, 3, 1])[quarter.astype(int)] + (4 * z - quarter)) / 4
    z = z * {"tiny": 1e-100, "huge": 1e100}.get(change, 1.0)
    if change == "outlier":
        z[0, 0] = 1e6
    if change == "swapped":
        z[:N // 100] = np.roll(z[:N // 100], -1, axis=0)
    return v, z


def noisy_copy(alpha):
    v, z = noise(alpha, rng(), 4)
    return v, np.stack([v, z], axis=2).reshape(N, 8)


def irrelevant_code(count):
    r = rng()
    v = r.random((N, 4))
    return v, np.hstack([v, r.random((N, count))])


def cardinality():
    levels = np.array([2, 3, 5, 10, 20, 40])
    y = np.floor(levels * rng().random((N, 6)))
    return y, y / (levels - 1)


def dimension(alpha, factors, width):
    r = rng()
    v, z = noise(alpha, r, factors)
    return v, np.hstack([z, r.random((N, (width - 1) * factors))])


def higgins():
    v = rng().random((N, 3))
    return v, np.stack([(v[:, 0] + v[:, 1]) / 2, (v[:, 1] + v[:, 2]) / 2, (v[:, 0] + v[:, 2]) / 2], axis=1)


def kim_mnih():
    r = rng()
    v = r.random((N, 8))
    return v, np.hstack([v[:, :7], r.random(N)[:, None]])


def dropped(count):
    r = rng()
    v = r.random((N, 8))
    z, order = v.copy(), r.permutation(8)
    z[:, order[:count]] = r.random((N, count))
    return v, z


def sepliarskaia(case):
    y = np.floor(4 * rng().random((N, 4))).astype(int)
    a, b, rest = y[:, :1], y[:, 1:2], y[:, 2:]
    return y, {"ideal": y, "xor": np.hstack([a ^ b, rest]), "sum": np.hstack([a + b, rest]), "one": np.tile(a, 4),
               "split": np.stack([y // 2, y % 2], axis=2).reshape(N, 8)}[case]


def kernel(s):
    c = np.arange(10) / 9
    return np.ones((10, 10)) if s == 1000 else np.exp(-np.subtract.outer(c, c) ** 2 / (2 * s * s))


def grid_codes(y, code):
    return y / 9 if code == "ideal" else (0.7 * y + 0.3 * np.roll(y, 1, axis=1)) / 9


def correlated(s, pairs, code):
    u = rng().random((N, 8 - pairs))
    cdf = np.cumsum(kernel(s).ravel())
    places = np.searchsorted(cdf / cdf[-1], u[:, :pairs], side="right")
    y = np.zeros((N, 8))
    y[:, 0:2 * pairs:2], y[:, 1:2 * pairs:2] = places // 10, places % 10
    y[:, 2 * pairs:] = np.floor(10 * u[:, pairs:])
    return y, grid_codes(y, code)


def confounder(s, code):
    u = rng().random((N, 8))
    y = np.floor(10 * u)
    for row in range(N):
        cdf = np.cumsum(kernel(s)[int(y[row, 0])])
        y[row, 1:] = np.searchsorted(cdf / cdf[-1], u[row, 1:], side="right")
    return y, grid_codes(y, code)


def absent(p):
    r = rng()
    y = np.floor(20 * r.random((N, 4)))
    z = book_codes(published_book(), y.astype(int), 1)
    return np.where(r.random((N, 4)) < p, np.nan, y), z


def interference(r, z, m, dims, share):
    w = r["w"]
    for row in w:
        row /= np.sqrt(sum(x * x for x in row))
    out = z.copy()
    for i in range(m):
        for l in range(m):
            if l != i:
                out[:, i] += share * sum(w[i, k] * w[l, k] for k in range(dims)) * z[:, l]
    return np.maximum(out, 0)


def sparse(codes, share, factors=8, parts=3, dims=6, spare=4):
    r, m = rng(), factors
    drawn = {"w": r.standard_normal((m, dims))} if codes == "superposed" else {}
    u, a, c = r.random((N, m)), r.random((N, m)), r.random((N, m))
    e = r.random((N, spare))
    y = (u < 1.6 / m).astype(float)
    if codes == "absorbed":
        y[:, 1::2] = (y[:, 0:-1:2] == 1) & (u[:, 1::2] < 0.5)
    f = y * (0.5 + a)
    z = f.copy()
    if codes == "split":
        z = np.hstack([np.where(np.floor(parts * c[:, [i]]) == np.arange(parts), f[:, [i]], 0) for i in range(m)])
    elif codes == "absorbed":
        for i in range(0, m - 1, 2):
            z[:, i] = np.where((y[:, i + 1] == 1) & (c[:, i] < share), 0, f[:, i])
    elif codes == "superposed":
        z = interference(drawn, f, m, dims, share)
    return y, np.hstack([z, np.where(e < 0.05, 0.5 + e / 0.05, 0)])


def recipe(text, alpha):
    r = rng()
    v = np.hstack([r.random((N, 2)), np.floor(5 * r.random((N, 1)))])
    z = v / [1, 1, 4]
    z = np.hstack([(1 - alpha) * z + alpha * r.random((N, 3)), 0.5 * z[:, :1] + 0.25 * z[:, 2:]])
    return v, np.hstack([np.repeat(z, 2, axis=1), r.random((N, 1))])


def points():
    for dims in 1, 2:
        for rows in "uniform", "factorial", "published":
            for book in "published", "seeded":
                yield "letters", letters, {"dims": dims, "rows": rows, "book": book}
    for angle in 0, 15, 30, 45, 90:
        yield "rotate", rotate, {"angle": angle, "matrix": "pairs"}
    yield "rotate", rotate, {"angle": 15, "matrix": "haar"}
    for permute in "no", "yes":
        for flip in "no", "yes":
            yield "flip-permute", flip_permute, {"permute": permute, "flip": flip}
    for which in "none", "affine":
        yield "affine", affine, {"map": which}
    yield "heavy-tail", heavy_tail, {}
    for count in 0, 1, 4:
        for place in "first", "middle", "last":
            yield "dead-code", dead_code, {"count": count, "place": place}
    for count in 0, 1, 8:
        for place in "first", "last":
            yield "dead-factor", dead_factor, {"count": count, "place": place}
    for change in ("none", "shuffled", "gaussian", "twice", "classes", "mixed", "unbalanced", "merged", "renamed",
                   "tiny", "huge", "outlier", "swapped"):
        yield "inputs", inputs, {"change": change}
    for alpha in 0, 0.25, 0.5, 0.75, 1:
        yield "noisy-copy", noisy_copy, {"alpha": alpha}
    for count in 0, 1, 4, 16:
        yield "irrelevant-code", irrelevant_code, {"count": count}
    yield "cardinality", cardinality, {}
    yield "bins", lambda alpha: noise(alpha, rng()), {"alpha": 0.2}
    for alpha in 0, 0.4, 1:
        yield "sample-size", lambda alpha: noise(alpha, rng()), {"alpha": alpha}
        for factors in 2, 4, 8, 16, 32:
            yield "dimension", dimension, {"alpha": alpha, "factors": factors, "width": 1}
    yield "dimension", dimension, {"alpha": 0.4, "factors": 4, "width": 4}
    yield "higgins", higgins, {}
    yield "recipe", recipe, {"text": "[v: 2 uniform, levels(5); z1-3 = noise(v, {alpha}); z4 = mix(v1 .5, v3 .25); "
                                     "duplicate(2); spare]", "alpha": 0.25}
    yield "kim-mnih", kim_mnih, {}
    for count in 0, 1, 2, 4, 6, 8:
        yield "dropped", dropped, {"count": count}
    for case in "ideal", "xor", "sum", "one", "split":
        yield "sepliarskaia", sepliarskaia, {"case": case}
    for s in 1000, 0.7, 0.4, 0.1, 0.04:
        for code in "ideal", "mixed":
            for pairs in 1, 2, 3:
                yield "correlated", correlated, {"s": s, "pairs": pairs, "code": code}
            yield "confounder", confounder, {"s": s, "code": code}
    for p in 0, 0.2, 0.5:
        yield "absent", absent, {"p": p}
    for codes in "dictionary", "split", "absorbed", "superposed":
        for share in 0, 0.5, 1:
            yield "sparse", sparse, {"codes": codes, "share": share}
    yield "sparse", sparse, {"codes": "absorbed", "share": 1, "factors": 3, "spare": 0}
    yield "sparse", sparse, {"codes": "split", "share": 1, "factors": 2, "parts": 5}
    for p in numpy_bank.points():
        yield "bank", lambda **p: numpy_bank.rows(p, N, SEED), p


def number(x):
    return None if np.isnan(x) else float(x)


lines = []
for scenario, build, params in points():
    factors, codes = build(**params)
    rows = [[[number(x) for x in block[s]] for s in (0, 1, N - 1)] for block in (factors, codes)]
    lines.append(json.dumps({"scenario": scenario, "params": ":".join("%s=%s" % item for item in params.items()),
                             "factors": rows[0], "codes": rows[1]}))
print("[\n" + ",\n".join(lines) + "\n]")
