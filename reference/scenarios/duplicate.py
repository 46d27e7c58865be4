# needs: draws
def rows(n, seed, on=None, copies=2, factors=4):
    """duplicate: each factor in `copies` codes, one behind the other (Boilard 2022, table 3.1)."""
    v, x, levels = (on or uniform(factors))(n, np.random.default_rng(seed))
    return v, np.repeat(x, copies, axis=1), levels
