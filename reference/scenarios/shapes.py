# needs: draws
def rows(n, seed, shape="square", kinds="continuous", change="none"):
    """shapes: z_j = .7 (.8 x_i + .2 x_(i-1)) + .3 e_j, i = j mod 4, for 1 to 6 codes, and the same in another form
    (ours)."""
    r = np.random.default_rng(seed)
    v, e, levels = r.random((n, 4)), r.random((n, 6)), np.zeros(4, int)
    x, own = v.copy(), {"continuous": slice(0), "categorical": slice(None), "mixed": slice(1, None, 2)}[kinds]
    k = np.array([2, 3, 4, 6])[own]
    v[:, own] = classes(v[:, own], k)
    x[:, own], levels[own] = v[:, own] / (k - 1.0), k
    d = {"fewer": 2, "square": 4, "more": 6, "one": 1, "collinear": 4}[shape]
    z = (1.0 - 0.3) * neighbours(x, 0.2)[:, np.arange(6) % 4] + 0.3 * e
    if shape == "collinear":
        z[:, 3] = z[:, 2] + 0.001 * e[:, 3]
    z, at, dead = z[:, :d], r.permutation(n), np.full((n, 1), 0.1)
    first, walk = np.argsort(x[:, 0], kind="stable"), np.cumsum(r.random(n) - 0.5)
    cell = np.minimum(np.floor(3.0 * x), 2.0) @ [27.0, 9.0, 3.0, 1.0]
    order = {"rows": at, "sorted": first, "grid": np.argsort(cell, kind="stable"),
             "walk": first[np.argsort(np.argsort(walk, kind="stable"))],
             "blocks": np.argsort(x[:, 0] >= 0.5, kind="stable")}.get(change, slice(None))
    if change == "dead-codes":
        z = np.hstack([dead, z, dead, dead])
    if change == "order":
        z = np.roll(z, -1, axis=1)
    if change == "sign":
        z[:, ::2] *= -1.0
    if change == "unit":
        z = np.array([10, 0.1, 5, 2, 3, 7])[:d] * z + 3.0
    if change == "constant-factors":
        v, levels = np.hstack([dead, v, dead, dead]), [0, *levels, 0, 0]
    return v[order], z[order], list(levels)
