# needs: table
from scipy.optimize import linear_sum_assignment


def assigned(weight):
    """Rows and columns, each with one of its own, so that the weights add up to the most (ties: as SciPy's solver has
    them). Weights count in units of 2^-40 of the power of two above the largest: what is equal but for rounding is a
    tie."""
    power = int(np.frexp(np.abs(weight).max())[1]) - 40
    return linear_sum_assignment(-np.rint(np.ldexp(weight, -power)))
