# needs: draws
def rows(n, seed, alpha=0.4, factors=16, width=1):
    """dimension: noise with M factors, and (width - 1) M further codes of noise alone (ours)."""
    r = np.random.default_rng(seed)
    v = r.random((n, factors))
    z = (1.0 - alpha) * v + alpha * r.random(v.shape)
    return v, np.hstack([z, r.random((n, (width - 1) * factors))]), [0] * factors
