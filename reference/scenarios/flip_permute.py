# needs: draws
def rows(n, seed, on=uniform(8), permute="yes", flip="yes"):
    """flip-permute: z_j = s_j w_p(j), w = .6 v + .4 e; p and s are drawn, whether they are used or not (ours)."""
    r = np.random.default_rng(seed)
    v, x, levels = on(n, r)
    w = (1.0 - 0.4) * x + 0.4 * r.random(x.shape)
    place, sign = r.permutation(x.shape[1]), np.where(r.random(x.shape[1]) < 0.5, -1.0, 1.0)
    w = w[:, place] if permute == "yes" else w
    return v, sign * w if flip == "yes" else w, levels
