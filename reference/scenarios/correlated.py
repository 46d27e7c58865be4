# needs: draws kernel
def rows(n, seed, pairs=1, code="ideal", s=0.4):
    """correlated: pairs of classes by the kernel, the other factors independent (Traeuble et al. 2021)."""
    u = np.random.default_rng(seed).random((n, 8 - pairs))
    both = place(kernel(s), u[:, :pairs])
    y = np.hstack([np.stack([both // 10, both % 10], axis=2).reshape(n, -1), classes(u[:, pairs:], 10)]) * 1.0
    return y, grid_codes(y, code), [10] * 8
