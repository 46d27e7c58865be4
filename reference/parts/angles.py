# needs: draws
# Sine and cosine by polynomials, so that all machines have the same bits: x = k pi/2 + r, |r| <= pi/4, pi/2 in three
# parts (Cody and Waite 1980).
def sincos(x):
    k = (x * 0.6366197723675814 + 6755399441055744.0) - 6755399441055744.0
    t = x - k * 1.5707963267341256
    w = k * 6.077100506303966e-11
    u = t - w
    v = k * 2.0222662487959506e-21 - ((t - u) - w)
    r = u - v
    e = (u - r) - v
    z = r * r
    s = -0.16666666666666666 + z * (0.008333333333330936 + z * (-0.00019841269836740532 + z * (
        2.7557316093198404e-06 + z * (-2.5051129896450185e-08 + z * 1.5917988979397435e-10))))
    c = 0.041666666666666664 + z * (-0.0013888888888887389 + z * (2.48015872987544e-05 + z * (
        -2.755731726587808e-07 + z * (2.087614504941318e-09 - z * 1.138254464534925e-11))))
    m = 1.0 - 0.5 * z
    s, c = r + (r * (z * s) + e * m), m + (((1.0 - m) - 0.5 * z) + (z * z * c - r * e))
    q = (k % 4).astype(int)
    return np.choose(q, [s, c, -s, -c]), np.choose(q, [c, -s, -c, s])


def sine(x):
    return sincos(np.atleast_1d(x))[0]


def cosine(x):
    return sincos(np.atleast_1d(x))[1]


def tangent(x):
    s, c = sincos(x)
    return s / c
