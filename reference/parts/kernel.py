# needs: draws
# Classes that depend on each other by a kernel of their distance (Traeuble et al. 2021, arXiv:2006.07886), and codes
# of them.
def kernel(s):
    """10 x 10 weights exp(-(c_k - c_l)^2 / (2 s^2)), c = k/9; s = 1000: all 1."""
    c = np.arange(10) / 9
    return np.ones((10, 10)) if s == 1000 else np.exp(-np.subtract.outer(c, c) ** 2 / (2 * s * s))


def place(weights, u):
    """The first place whose running sum is above the share u of all."""
    sums = np.cumsum(weights)
    return np.minimum(np.searchsorted(sums, u * sums[-1], side="right"), len(sums) - 1)


def grid_codes(y, code):
    return (y if code == "ideal" else neighbours(y, 0.3)) / 9
