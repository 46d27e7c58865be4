def heavy(r, n, c, df):
    g = r.standard_normal((n, c, df + 1))
    return g[:, :, 0] / np.sqrt(np.cumsum(g[:, :, 1:] * g[:, :, 1:], axis=2)[:, :, -1] / df)
