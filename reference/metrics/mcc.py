# needs: table matched
AXES = {"mcc": "factor"}
ABSENT, VARYING = "refused", True
CYCLIC = True


def measure(t, o):
    """|corr| of each factor and its matched code. fit=half: matched on the first floor(n/2) rows, correlated on the
    others; a factor that is constant in either is not judged. Without a code: undefined, or 0 with divisor=factors."""
    half = o["fit"] == "half"
    if half and t.n < 4:
        return undefined_all(Undefined("too-few-samples"), AXES, t)
    why, h = judged_factors(t, o), t.n // 2
    for i in range(t.M if half else 0):
        if why[i] is None and not (varies(t.factors[:h, i]) and varies(t.factors[h:, i])):
            why[i] = Undefined("constant-factor", "factor", i)
    learnt, scored = (slice(0, h), slice(h, None)) if half else (slice(None), slice(None))
    code = matched(circle_correlations(t, learnt, o), why)
    r = circle_correlations(t, scored, o)
    left = (lambda i: 0.0) if o["divisor"] == "factors" else no_code
    return {"mcc": Series([why[i] if why[i] is not None else left(i) if code[i] is None else abs(r[i, code[i]])
                           for i in range(t.M)])}
