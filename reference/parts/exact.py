# 1000^x and atan x rounded correctly, by whole numbers: sums of fractions of 2^300.
ONE = 1 << 300


def atan_of(a, b):
    """atan(a/b), 0 <= a <= b, times ONE: Euler's series."""
    square = a * a + b * b
    term = total = ONE * a * b // square
    k = 0
    while term:
        k += 1
        term = term * 2 * k * a * a // ((2 * k + 1) * square)
        total += term
    return total


def arc_tangent(x):
    a, b = x.as_integer_ratio()
    return (atan_of(a, b) if a <= b else 2 * atan_of(1, 1) - atan_of(b, a)) / ONE


def log_of(a, b):
    """ln(a/b) times ONE = 2 atanh((a - b) / (a + b)) times ONE."""
    power = total = ONE * (a - b) // (a + b)
    k = 1
    while power:
        power = power * (a - b) ** 2 // (a + b) ** 2
        k += 2
        total += power // k
    return 2 * total


def power_of_1000(x):
    a, b = x.as_integer_ratio()
    y = (9 * log_of(2, 1) + 3 * log_of(5, 4)) * abs(a) // b
    term = total = ONE
    k = 0
    while term:
        k += 1
        term = term * y // (k * ONE)
        total += term
    return total / ONE if x >= 0 else ONE / total
