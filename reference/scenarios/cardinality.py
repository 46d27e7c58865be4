# needs: draws
def rows(n, seed, on=grid(2, 3, 5, 10, 20, 40)):
    """cardinality: classes of 2 to 40 values, z_i = y_i / (K_i - 1) (ours)."""
    return on(n, np.random.default_rng(seed))
