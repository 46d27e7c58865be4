def zipf(u, k, s):
    c = np.cumsum(1.0 / np.prod(np.tile(np.arange(1.0, k + 1), (s, 1)), axis=0))
    return np.minimum(np.searchsorted(c, u * c[-1], side='right'), k - 1) * 1.0
