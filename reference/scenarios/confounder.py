# needs: draws kernel
def rows(n, seed, code="ideal", s=0.4):
    """confounder: every factor by the kernel around factor 0 (Roth et al. 2023)."""
    u = np.random.default_rng(seed).random((n, 8))
    y = classes(u, 10)
    for k, weights in enumerate(kernel(s)):
        own = y[:, 0] == k
        y[own, 1:] = place(weights, u[own, 1:])
    return y, grid_codes(y, code), [10] * 8
