# needs: draws letter_book
def rows(n, seed, on=None, p=0.2):
    """absent: letters of one coordinate, or codes as they are; then each value of a factor is absent with probability p
    (ours, after Zhang, Prokhorov and Shareghi 2021)."""
    r = np.random.default_rng(seed)
    v, z, levels = (on or grid(20, 20, 20, 20))(n, r)
    if not on:
        z = coordinates_of(published_coordinates(), v, 1)
    return np.where(r.random(v.shape) < p, np.nan, v), z, levels
