# needs: table gaussian
AXES = {"gaussian-tc": None}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    """-1/2 log det of the codes' correlation matrix; undefined where a pivot of its Cholesky factors is below 16 d
    eps."""
    sigma = covariance(t, o)
    if is_undefined(sigma):
        return {"gaussian-tc": Series(value=sigma)}
    d, deviation = len(sigma), np.sqrt(np.diag(sigma))
    with np.errstate(all="ignore"):
        r = sigma / deviation / deviation[:, None]
    np.fill_diagonal(r, 1.0)
    total = 0.0
    for j in range(d):
        if not r[j, j] > 16 * np.finfo(float).eps * d:
            return {"gaussian-tc": Series(value=Undefined("not-applicable"))}
        total -= np.log(min(1.0, r[j, j])) / 2
        r[j + 1:, j + 1:] -= np.outer(r[j + 1:, j], r[j + 1:, j]) / r[j, j]
    return {"gaussian-tc": Series(value=total)}
