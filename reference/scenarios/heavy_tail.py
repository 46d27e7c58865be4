# needs: draws angles
def rows(n, seed):
    """heavy-tail: z = tan(pi (v - 1/2)), Cauchy distributed (ours)."""
    v = np.random.default_rng(seed).random((n, 8))
    return v, tangent(np.pi * (v - 0.5)), [0] * 8
