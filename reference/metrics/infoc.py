# needs: table shares
AXES = {"infoc": "factor"}
ABSENT, VARYING = "takes", True
CYCLIC = True


def measure(t, o):
    """(max_j NMI_ij / sum_j NMI_ij - 1/a) / (1 - 1/a) over the a active codes; undefined where none carries anything of the factor."""
    nmi, active, total = normalised_information(t, o)
    if active.sum() < 2:
        return undefined_all(Undefined("one-code" if active.any() else "no-active-code"), AXES, t)
    p = chances(t, o, active, total)
    items = [total[i] if is_undefined(total[i]) else Undefined("constant-factor", "factor", i) if not total[i] > 0
             else share_of_largest(nmi[i], active.sum()) if nmi[i].sum() > 0 and carried(p[i], active.sum(), o)
             else Undefined("zero-importance", "factor", i) for i in range(t.M)]
    return {"infoc": Series(items)}
