# needs: draws
def rows(n, seed, on=uniform(8), map="affine"):
    """affine: z_j = a_j w_j + 3, w = .6 v + .4 e, a = (1, 10, .1, 5, 2, 3, 4, 7) again and again (ours)."""
    r = np.random.default_rng(seed)
    v, x, levels = on(n, r)
    w = (1.0 - 0.4) * x + 0.4 * r.random(x.shape)
    return v, np.resize([1, 10, 0.1, 5, 2, 3, 4, 7], x.shape[1]) * w + 3.0 if map == "affine" else w, levels
