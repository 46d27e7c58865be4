# needs: draws
def rows(n, seed, alpha=0.0):
    """ynoc: z_i = (1 - alpha) c_i(v_i) + alpha e_i, a coordinate c for each year, name, occupation and city (Zhang,
    Prokhorov and Shareghi 2021, section 3.1)."""
    r, k = np.random.default_rng(seed), [10, 40, 20, 30]
    c = np.split(2.0 * r.random(100) - 1.0, np.cumsum(k)[:-1])
    v, _, levels = grid(*k)(n, r)
    e = 2.0 * r.random((n, 4)) - 1.0
    own = np.stack([c[i][v[:, i].astype(int)] for i in range(4)], axis=1)
    return v, (1.0 - alpha) * own + alpha * e, levels
