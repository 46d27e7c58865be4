# needs: table shares
AXES = {"infom": "code"}
ABSENT, VARYING = "takes", True
CYCLIC = True


def measure(t, o):
    """(max_i NMI_ij / sum_i NMI_ij - 1/M) / (1 - 1/M) of the active codes; undefined of one that carries nothing."""
    nmi, active, total = normalised_information(t, o)
    if t.M < 2 or not active.any():
        return undefined_all(Undefined("one-factor" if t.M < 2 else "no-active-code"), AXES, t)
    p, told = chances(t, o, active, total), sum(not is_undefined(x) and x > 0 for x in total)
    sure = [nmi[:, j].sum() > 0 and carried(p[:, j], told, o) for j in range(t.d)]
    items = [Undefined("constant-code", "code", j) if not active[j] else share_of_largest(nmi[:, j], t.M) if sure[j]
             else Undefined("zero-importance", "code", j) for j in range(t.d)]
    return {"infom": Series(items)}
