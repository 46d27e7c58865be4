# needs: draws
# Four letters of 20 values, and coordinates of each value: Zhang, Prokhorov and Shareghi 2021, section 2.2.
def coordinates_by(uniform):
    """One coordinate [4, 20], then two [4, 20, 2], of each value, drawn value by value on [-1, 1)."""
    drawn = uniform(4 * 20 * 3).reshape(4, 20, 3)
    return drawn[:, :, 0], drawn[:, :, 1:]


def published_coordinates():
    legacy = np.random.RandomState(0)
    return coordinates_by(lambda count: legacy.uniform(-1, 1, count))


def reread(x):
    """As pandas up to 1.1 reads the shortest decimal back: digits added up, then divided by powers of ten."""
    for digits in range(17):
        text = "%.*e" % (digits, abs(x))
        if float(text) == abs(x):
            break
    mantissa, exponent = text.split("e")
    value, power, left = 0.0, 10.0, digits - int(exponent)
    for digit in mantissa.replace(".", ""):
        value = value * 10.0 + int(digit)
    while left > 0:
        if left % 2:
            value /= power
        left, power = left // 2, power * power
    return np.copysign(value, x)


def coordinates_of(book, y, dims):
    one, two = book
    y = y.astype(int)
    return np.hstack([one[i][y[:, i]][:, None] if dims == 1 else two[i][y[:, i]] for i in range(4)])
