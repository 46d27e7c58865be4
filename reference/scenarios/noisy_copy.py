# needs: draws
def rows(n, seed, on=uniform(4), alpha=0.5):
    """noisy-copy: codes v_0, (1 - alpha) v_0 + alpha e_0, v_1, ... (ours)."""
    r = np.random.default_rng(seed)
    v, x, levels = on(n, r)
    noisy = (1.0 - alpha) * x + alpha * r.random(x.shape)
    return v, np.stack([x, noisy], axis=2).reshape(n, -1), levels
