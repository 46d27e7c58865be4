# needs: draws
def rows(n, seed, on=uniform(8), alpha=0.4):
    """sample-size: the rows of noise; what is swept is how many there are."""
    r = np.random.default_rng(seed)
    v, x, levels = on(n, r)
    return v, (1.0 - alpha) * x + alpha * r.random(x.shape), levels
