# needs: draws angles
def average(x, own):
    """own of each column, and equal parts of the others, 1 - own in all."""
    m = x.shape[1]
    others = np.stack([total(np.delete(x, i, axis=1)) for i in range(m)], axis=1)
    return own * x + (1.0 - own) / (m - 1) * others


def rows(n, seed, delta=0.55, alpha=0.7):
    """dependent: y = classes of averaged uniforms, z = cos(pi z' / 5) of averaged y (Almudevar and Ortega 2025,
    section 5.1)."""
    e = np.random.default_rng(seed).random((n, 4))
    y = classes(average(e, delta), 5)
    return y, cosine(np.pi * average(y, alpha) / 5.0), [5] * 4
