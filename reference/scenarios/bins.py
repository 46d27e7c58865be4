# needs: draws
def rows(n, seed, on=uniform(8), alpha=0.2):
    """bins: the rows of noise; what is swept is how many bins metrics use."""
    r = np.random.default_rng(seed)
    v, x, levels = on(n, r)
    return v, (1.0 - alpha) * x + alpha * r.random(x.shape), levels
