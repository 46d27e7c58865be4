# needs: draws
def rows(n, seed, on=uniform(4), count=1, place="first"):
    """dead-code: z = v with `count` codes of 1/10 before, in the middle of, or after them (ours)."""
    v, x, levels = on(n, np.random.default_rng(seed))
    before = {"first": 0, "middle": x.shape[1] // 2, "last": x.shape[1]}[place]
    return v, np.hstack([x[:, :before], np.full((n, count), 0.1), x[:, before:]]), levels
