# needs: table correlation assignment
def judged_factors(t, o):
    """Why a factor is not judged: one of three classes or more (nominal=refuse), a constant one. None: it is."""
    ranked = o.get("correlation") == "spearman"  # ranks have no circle
    return [Undefined("not-applicable", "factor", i) if are_names(t, i, o) or (ranked and t.period[i]) else
            None if varies(t.factors[:, i]) else Undefined("constant-factor", "factor", i) for i in range(t.M)]


def circle_correlations(t, rows, o, factors=None, codes=None):
    """M x d: of a factor on a circle the multiple correlation of each code on its cosine and sine."""
    v, z = t.factors if factors is None else factors, (t.codes if codes is None else codes)[rows]
    to = np.zeros((t.M, t.d))
    for i in range(t.M):
        columns = np.array([x[rows] for x in (circle_columns(t, i) if t.period[i] else [v[:, i]])]).T
        r = correlations(columns, z, o)
        to[i] = r[0]
        if t.period[i]:
            both = correlations(columns[:, :1], columns[:, 1:], {})[0, 0]
            square = r[0] ** 2 + r[1] ** 2 - 2 * r[0] * r[1] * both
            to[i] = np.sqrt(np.clip(square / (1 - both ** 2), 0, 1)) if 1 - both ** 2 > 1e-9 else np.abs(r).max(axis=0)
    return to


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
