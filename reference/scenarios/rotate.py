# needs: draws angles
def pairs(d, degrees):
    """Turns the planes of codes (0, 1), (2, 3), ...; a last code without a partner stays."""
    (s,), (c,) = sincos(np.array([degrees * (np.pi / 180.0)]))
    turn = np.eye(d)
    for a in range(0, d - 1, 2):
        turn[a:a + 2, a:a + 2] = [[c, s], [-s, c]]
    return turn


def haar(d, r):
    """The Q of a Gaussian matrix with a positive diagonal of R: what the columns before say is taken away, twice."""
    q = r.standard_normal((d, d))
    for j in range(d):
        for k in [*range(j), *range(j)]:
            q[:, j] -= total(q[:, k] * q[:, j]) * q[:, k]
        q[:, j] /= np.sqrt(total(q[:, j] * q[:, j]))
    return q


def rows(n, seed, on=uniform(8), angle=15.0, matrix="pairs"):
    """rotate: z = (v - 1/2) R, R turning pairs of codes by the angle, or a random rotation (ours)."""
    r = np.random.default_rng(seed)
    v, x, levels = on(n, r)
    d = x.shape[1]
    turn = pairs(d, angle) if matrix == "pairs" else haar(d, r)
    z = np.zeros((n, d))
    for i in range(d):
        z += (x[:, [i]] - 0.5) * turn[i]
    return v, z, levels
