# needs: table r2 pairing
AXES = {"linearity": "factor"}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    """R^2 of the line of factor i on its code."""
    r = relation_of(t, squared_correlation, o)
    paired = owners(r, o["pairing"])
    if paired is None:
        return undefined_all(Undefined("not-applicable"), AXES, t)
    items = [total if is_undefined(total) else Undefined("constant-factor", "factor", i) if total == 0
             else r.value[i, paired[0][i]] for i, total in enumerate(r.factor_total)]
    return {"linearity": Series(items)}
