# needs: draws
def rows(n, seed, on=uniform(8)):
    """kim-mnih: the last code is noise (after Kim and Mnih 2018, section 4)."""
    r = np.random.default_rng(seed)
    v, x, levels = on(n, r)
    return v, np.hstack([x[:, :-1], r.random((n, 1))]), levels
