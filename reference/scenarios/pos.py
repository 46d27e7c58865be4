# needs: draws corpus
def rows(n, seed, alpha=0.0):
    """pos: z_i = (1 - alpha) c_i(v_i) + alpha e_i, a coordinate c for each value of a part of speech, and a last one
    for its absence (Zhang, Prokhorov and Shareghi 2021, section 3.2)."""
    r = np.random.default_rng(seed)
    c = np.split(2.0 * r.random(317) - 1.0, np.cumsum(np.array(POS_LEVELS) + 1)[:-1])
    v = pos_rows(n, r)
    e = 2.0 * r.random((n, 8)) - 1.0
    place = np.where(np.isnan(v), np.array(POS_LEVELS), v).astype(int)
    own = np.stack([c[i][place[:, i]] for i in range(8)], axis=1)
    return v, (1.0 - alpha) * own + alpha * e, POS_LEVELS
