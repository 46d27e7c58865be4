# needs: draws
def rows(n, seed, on=uniform(8), alpha=0.2):
    """mixing: z_j = (1 - alpha) v_j + alpha v_(j-1), the first from the last (Boilard 2022, equation 3.2)."""
    v, x, levels = on(n, np.random.default_rng(seed))
    return v, neighbours(x, alpha), levels
