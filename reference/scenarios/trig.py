# needs: draws angles
def rows(n, seed, on=None, order="interleaved"):
    """trig: sine and cosine of each angle 2 pi u (Boilard 2022, table 3.1); order=peer: all cosines, then all sines.
    Of a profile class k of K is the angle 2 pi k/K + pi/4."""
    r = np.random.default_rng(seed)
    if on:
        v, x, levels = on(n, r)
        k = np.array(levels)
        angle = 2 * np.pi * (x * (k - 1.0) / k + 0.125)
    else:
        v = angle = 2 * np.pi * r.random((n, 4))
        levels = [0] * 4
    s, c = sincos(angle)
    return v, np.hstack([c, s]) if order == "peer" else np.stack([s, c], axis=2).reshape(n, -1), levels
