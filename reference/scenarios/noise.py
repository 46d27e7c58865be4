# needs: draws
def rows(n, seed, on=uniform(8), alpha=0.2):
    """noise: z_j = (1 - alpha) v_j + alpha e_j, v and e uniform (Boilard 2022, equation 3.1)."""
    r = np.random.default_rng(seed)
    v, x, levels = on(n, r)
    return v, (1.0 - alpha) * x + alpha * r.random(x.shape), levels
