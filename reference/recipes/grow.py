def grow(x, s):
    y = 1.0 + s * np.abs(x) / 1024.0
    for _ in range(10): y = y * y
    return np.where(x < 0, 1.0 / y, y)
