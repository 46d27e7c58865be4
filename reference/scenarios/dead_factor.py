# needs: draws
def rows(n, seed, count=1, place="first"):
    """dead-factor: z = (v_0 + v_1, v_0 - v_1, v_2 + v_3, v_2 - v_3) / 2, `count` factors of 0 before or after
    (ours)."""
    v = np.random.default_rng(seed).random((n, 4))
    a, b, dead = v[:, ::2], v[:, 1::2], np.zeros((n, count))
    z = np.stack([(a + b) / 2.0, (a - b) / 2.0], axis=2).reshape(n, 4)
    return np.hstack([dead, v] if place == "first" else [v, dead]), z, [0] * (4 + count)
