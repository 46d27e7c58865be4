# needs: table
def minmax(x):
    """To [0, 1]: x s + (0 - min s), s = 1/(max - min); where that inverse overflows, (x - min)/(max - min). Zeros of a
    constant column."""
    low, high = float(x.min()), float(x.max())
    if not high > low:
        return np.zeros(len(x))
    with np.errstate(all="ignore"):
        if not np.isfinite(high - low):
            x, low, high = x / 4, low / 4, high / 4
        s = 1.0 / (high - low)
        return x * s + (0.0 - low * s) if np.isfinite(s) else (x - low) / (high - low)


def standard(x):
    """Mean 0, deviation 1 (divisor n), by way of minmax; zeros of a constant column."""
    y = minmax(x)
    return (y - y.mean()) / y.std() if y.std() > 0 else np.zeros(len(x))
