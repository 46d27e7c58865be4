# needs: table correlation assignment
def judged_factors(t, o):
    """Why a factor is not judged: one of three classes or more (nominal=refuse), a constant one. None: it is."""
    return [Undefined("not-applicable", "factor", i) if t.levels[i] > 2 and o["nominal"] == "refuse" else
            None if varies(t.factors[:, i]) else Undefined("constant-factor", "factor", i) for i in range(t.M)]


def matched(r, why):
    """The code of each factor (None: none is left) so that the absolute correlations add up to the most; factors that
    are not judged are correlated 0."""
    weight = np.abs(r)
    weight[[i for i, x in enumerate(why) if x is not None]] = 0.0
    row, column = assigned(weight)
    code = dict(zip(row.tolist(), column.tolist()))
    return [code.get(i) for i in range(len(r))]


def divisor(why, d, o):
    """The number of matched pairs, or of judged factors."""
    judged = sum(x is None for x in why)
    return min(judged, d) if o["divisor"] == "matched" else judged


def no_code(i):
    return Undefined("not-applicable", "factor", i)
