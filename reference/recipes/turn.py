def turn(x, i, j, degrees):
    (s,), (c,) = sincos(np.array([degrees * (np.pi / 180.0)])); a, b = x[:, i] - 0.5, x[:, j] - 0.5
    x = x.copy(); x[:, i], x[:, j] = a * c + b * -s, a * s + b * c
    return x
