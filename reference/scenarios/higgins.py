# needs: draws
def rows(n, seed):
    """higgins: each code is the mean of two factors of three (a counterexample to Higgins et al. 2017)."""
    v = np.random.default_rng(seed).random((n, 3))
    return v, (v[:, [0, 1, 0]] + v[:, [1, 2, 2]]) / 2.0, [0] * 3
