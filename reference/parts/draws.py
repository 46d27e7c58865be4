# What scenarios draw their factors from, and what is made of columns: each draw gives values, values from 0 to 1 as
# codes take them, and the number of classes of each factor (0: a number).
import numpy as np


def uniform(m):
    def draw(n, r):
        v = r.random((n, m))
        return v, v, [0] * m
    return draw


def classes(u, k):
    """u in [0, 1) as classes 0 to k - 1."""
    return np.minimum(np.floor(k * u), k - 1)


def grid(*levels):
    """Independent classes: of each factor k of them, equally likely."""
    def draw(n, r):
        k = np.array(levels)
        v = classes(r.random((n, len(k))), k)
        return v, v / (k - 1.0), list(levels)
    return draw


def total(x):
    """The sum over the last axis from the first term to the last, in this order."""
    return np.cumsum(x, axis=-1)[..., -1]


def neighbours(x, share):
    """Every column with a share of the one before; the first takes from the last."""
    return (1.0 - share) * x + share * np.roll(x, 1, axis=1)
