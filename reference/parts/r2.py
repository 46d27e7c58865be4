# needs: table bins
def centred(x):
    """A column less its mean, scaled by a power of two to a range of about 1, so that squares neither overflow nor
    vanish; zeros where its range is 0 or no number."""
    with np.errstate(all="ignore"):
        reach = x.max() - x.min()
    if not (0 < reach < np.inf):
        return np.zeros(len(x)), 0
    power = int(np.floor(np.log2(reach)))
    y = np.ldexp(x - x[0], -power)
    return y - y.mean(), power


def squared_correlation(t, o):
    """Relation r2: cov^2 / (var var) of a factor and a code as numbers. Totals are 1, or 0 of a constant column;
    undefined of a factor of three classes or more, unless nominal=number. A code whose variance (divisor n - 1) is not above
    least-variance explains 0. Of a factor on a circle: what the code explains of cosine and sine, over all of both."""
    rows = rows_asked(t, o)
    columns = lambda a: [centred(a[:rows, k])[0] for k in range(a.shape[1])]
    z = columns(t.codes)
    v = [[np.ldexp(*centred(x[:rows])) if t.period[i] else centred(x[:rows])[0] for x in circle_columns(t, i)]
         for i in range(t.M)]
    square = lambda x: float(np.sum(x * x))
    value = np.zeros((t.M, t.d))
    for j in range(t.d):
        power = centred(t.codes[:rows, j])[1]
        with np.errstate(all="ignore"):
            enough = (
                square(z[j]) / (rows - 1) > np.ldexp(float(o.get("least-variance", 0)), -2 * power)
                if rows > 1
                else False
            )
        for i in range(t.M):
            own = sum(square(x) for x in v[i])
            if enough and own > 0:
                value[i, j] = min(1.0, sum(float(np.sum(x * z[j])) ** 2 for x in v[i]) / (own * square(z[j])))
    total = lambda x: 1.0 if square(x) > 0 else 0.0
    factor_total = [max(total(x) for x in columns_of) for columns_of in v]
    for i in range(t.M):
        if are_names(t, i, o):
            factor_total[i], value[i] = Undefined("not-applicable", "factor", i), 0.0
    return Relation(value, factor_total, [total(x) for x in z])
