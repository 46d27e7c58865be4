# needs: draws angles
def rows(n, seed, on=grid(5, 5, 5, 5), beta=0.4):
    """nuisance: z_j = cos(pi (y_j + beta e) / K), one e for all codes of a row (Almudevar and Ortega 2025,
    section 5.2)."""
    r = np.random.default_rng(seed)
    y, _, levels = on(n, r)
    e = r.random((n, 1))
    return y, cosine(np.pi * (y + beta * e) / np.array(levels)), levels
