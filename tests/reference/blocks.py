"""What `score --code-blocks` says of a table, once more: least squares and canonical correlations on the same halves of
the rows, and the neighbours of all pairs. `make FILE.csv` writes the table, `check FILE.json` compares."""
import itertools
import json
import sys

import numpy as np

N, FACTORS, CODES = 400, (slice(0, 2), slice(2, 3), slice(3, 4)), (slice(0, 3), slice(3, 5), slice(5, 6))


def table():
    g = np.random.default_rng(5)
    v = g.random((N, 4))
    z = np.column_stack([v[:, :2] @ g.normal(size=(2, 3)) + 0.1 * g.normal(size=(N, 3)),
                         v[:, 2] ** 2 + 0.05 * g.normal(size=N), v[:, 2] * v[:, 3], g.normal(size=N)])
    return v, z


def halves(metric, *sides):
    """The rows learnt from and the others, in the order of the metric's stream: seed 0, no scenario and no point."""
    text = metric.encode()
    words = [int.from_bytes(text[k:k + 4], "little") for k in range(0, len(text), 4)]
    order = np.random.default_rng(np.random.SeedSequence([0, 0, len(text)] + words + [0, 0])).permutation(N)
    return [(side[order[:N // 2]], side[order[N // 2:]]) for side in sides]


def r2(v, z):
    (v0, v1), (z0, z1) = halves("r2-heldout", v, z)
    found = np.column_stack([z1, np.ones(len(z1))]) @ np.linalg.lstsq(np.column_stack([z0, np.ones(len(z0))]), v0, None)[0]
    return float(np.mean(1 - ((v1 - found) ** 2).sum(0) / ((v1 - v1.mean(0)) ** 2).sum(0)))


def canonical(v, z):
    (v0, v1), (z0, z1) = halves("mcc-weak", v, z)
    maps = []
    for x in (v0, z0):
        left, s, right = np.linalg.svd(x - x.mean(0), full_matrices=False)
        maps.append((left, right.T / s))
    p, _, q = np.linalg.svd(maps[0][0].T @ maps[1][0], full_matrices=False)
    a, b = v1 @ maps[0][1] @ p, z1 @ maps[1][1] @ q.T
    k = a.shape[1]
    c = np.abs(np.corrcoef(a.T, b.T)[:k, k:])
    return float(max(np.mean([c[i, j] for i, j in enumerate(match)]) for match in itertools.permutations(range(k))))


def information(v, z, k=3):
    def apart(x):
        y = x / x.std(0)
        return np.abs(y[:, None] - y).max(axis=2)

    a, b = apart(v), apart(z)
    both = np.maximum(a, b) + np.diag(np.full(N, np.inf))
    r = np.sort(both, axis=1)[:, k - 1:k]
    psi = np.concatenate([[np.nan], np.cumsum(1 / np.arange(1, N + 1)) - 1 / np.arange(1, N + 1)]) - np.euler_gamma
    return max(0.0, float(psi[N] + psi[k] - psi[(a < r).sum(1)].mean() - psi[(b < r).sum(1)].mean()))


def main():
    v, z = table()
    if sys.argv[1] == "make":
        head = "a,b,c,d," + ",".join(f"z{k + 1}" for k in range(z.shape[1]))
        np.savetxt(sys.argv[2], np.hstack([v, z]), "%.17g", ",", header=head, comments="")
        return
    with open(sys.argv[2], encoding="utf-8") as file:
        said = {one["blocks"]: one for one in json.load(file)["blocks"]}
    want = {"r2-heldout": r2, "r2-heldout-codes": lambda v, z: r2(z, v), "mcc-weak": canonical, "mi-knn": information}
    assert list(said) == list(want), list(said)
    for name, of in want.items():
        assert said[name]["factors"] == ["a..b", "c", "4"] and said[name]["codes"] == ["1-3", "z4-z5", "z6"], said[name]
        values = [[of(v[:, f], z[:, c]) for c in CODES] for f in FACTORS]
        # rounding alone: of sums of 200 terms, and of singular values whose ratio is below 100; noise of 1e-10 moves no
        # count but where two distances are as near
        far = np.abs(np.array(values) - np.array(said[name]["values"], dtype=float)).max()
        assert far < 1e-9, (name, far, values, said[name]["values"])
        assert not any(map(any, said[name]["undefined"])), said[name]


main()
