# needs: draws letter_book
def combinations(order, n):
    """n rows of numbers of combinations, from the beginning again where they end; the last letter is fastest."""
    number = np.resize(np.array(order), n)
    return np.stack([number // 20 ** (3 - i) % 20 for i in range(4)], axis=1) * 1.0


def published_order():
    """The test fifth of all combinations after three shuffles by Python's own generator."""
    import random
    order, r = list(range(160000)), random.Random(0)
    for _ in range(3):
        r.shuffle(order)
    return order[128000:]


def rows(n, seed, dims=1, rows="uniform", book="published"):
    """letters: four letters of 20 values, codes are coordinates of the values (Zhang, Prokhorov and Shareghi 2021,
    section 2.2). book=reread: as that study read them back; book=seeded: 2 u - 1, drawn before the rows."""
    r = np.random.default_rng(seed)
    if book == "seeded":
        one, two = coordinates_by(lambda count: 2.0 * r.random(count) - 1.0)
    else:
        one, two = published_coordinates()
    if book == "reread":
        one, two = np.vectorize(reread)(one), np.vectorize(reread)(two)
    if rows == "uniform":
        y = classes(r.random((n, 4)), 20)
    else:
        y = combinations(range(160000) if rows == "factorial" else published_order(), n)
    return y, coordinates_of((one, two), y, dims), [20] * 4
