# needs: draws angles exact
def rows(n, seed, on=uniform(8), alpha=0.6):
    """nonlinear: z = 1000^(1/4 - alpha) tan(w (v - 1/2)) + 1/2, w = 2 atan(1000^(alpha - 1/4) / 2) (Boilard 2022,
    equation 3.3)."""
    v, x, levels = on(n, np.random.default_rng(seed))
    w = 2.0 * arc_tangent(power_of_1000(alpha - 0.25) / 2.0)
    return v, power_of_1000(0.25 - alpha) * tangent(w * (x - 0.5)) + 0.5, levels
