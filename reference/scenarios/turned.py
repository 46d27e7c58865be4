# needs: draws angles
def rows(n, seed, turn=0.0):
    """turned: sine and cosine of two angles, which are factors of period 2 pi turned by 2 pi turn, and a number (ours)."""
    u = np.random.default_rng(seed).random((n, 3))
    theta = 2 * np.pi * u[:, :2]
    v = theta + 2 * np.pi * turn
    s, c = sincos(theta)
    v = np.column_stack([np.where(v < 2 * np.pi, v, v - 2 * np.pi), u[:, 2]])
    return v, np.column_stack([np.stack([s, c], axis=2).reshape(n, -1), u[:, 2]]), [0, 0, 0]
