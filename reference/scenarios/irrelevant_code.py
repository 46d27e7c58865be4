# needs: draws
def rows(n, seed, on=uniform(4), count=4):
    """irrelevant-code: z = v and `count` codes of noise (ours)."""
    r = np.random.default_rng(seed)
    v, x, levels = on(n, r)
    return v, np.hstack([x, r.random((n, count))]), levels
