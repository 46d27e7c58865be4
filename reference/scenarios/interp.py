# needs: draws angles
def power(base, z):
    """base^(2 z) by products."""
    y = np.ones(len(z))
    for k in range(16):
        y = np.where(k < np.abs(2 * z), y * base, y)
    return np.where(z < 0, 1.0 / y, y)


def curve(attribute, k, turn, z):
    """The attribute of point k of traverse `turn`, at z."""
    inverse_e, inverse_root_e = 0.36787944117144233, 0.6065306597126334
    return {"line": lambda: 0.3 * z + 0.1, "falling": lambda: 5.0 - 2.0 * z, "constant": lambda: 0.0 * z + 0.7,
            "square": lambda: z * z, "parabola": lambda: z * z, "cube": lambda: z * z * z,
            "cube-centred": lambda: z * z * z, "logistic": lambda: 1.0 / (1.0 + power(inverse_root_e, z)),
            "tanh": lambda: (1.0 - power(inverse_e, z)) / (1.0 + power(inverse_e, z)),
            "sine-half": lambda: sine(np.pi * z / 8.0), "sine": lambda: sine(2.0 * np.pi * z / 8.0),
            "cosine": lambda: cosine(2.0 * np.pi * z / 8.0), "step": lambda: (z > 0.1) * 1.0,
            "alternating": lambda: np.where(k % 2, -1.0, 1.0), "staircase": lambda: k - np.where(k % 2, 0.5, 0.0),
            "mixed": lambda: np.where(turn % 2, z * z, z)}[attribute]()


def rows(n, seed, attribute="cube-centred", noise=0.0):
    """interp: traverses z = -4, -3.5, ... 4 again and again (square and cube: 0, 1, ... 15), a = f(z) + noise g
    (Watcharasupat, Lee and Lerch 2022)."""
    points = 16 if attribute in ("square", "cube") else 17
    k, turn = np.arange(n) % points, np.arange(n) // points
    z = k * 1.0 if points == 16 else 0.5 * k - 4.0
    a = curve(attribute, k, turn, z) + noise * np.random.default_rng(seed).standard_normal(n)
    return a[:, None], z[:, None], [0]
