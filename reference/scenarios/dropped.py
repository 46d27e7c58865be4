# needs: draws
def rows(n, seed, on=uniform(8), count=2):
    """dropped: noise in the place of `count` codes, the first of a permutation (after Bowman et al. 2016)."""
    r = np.random.default_rng(seed)
    v, x, levels = on(n, r)
    z, order = x.copy(), r.permutation(x.shape[1])
    z[:, order[:count]] = r.random((n, count))
    return v, z, levels
