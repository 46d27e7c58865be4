# needs: table shares
AXES = {"infom": "code"}
ABSENT, VARYING = "takes", True


def measure(t, o):
    """(max_i NMI_ij / sum_i NMI_ij - 1/M) / (1 - 1/M) of the active codes."""
    nmi, active, _ = normalised_information(t, o)
    if t.M < 2 or not active.any():
        return undefined_all(Undefined("one-factor" if t.M < 2 else "no-active-code"), AXES, t)
    items = [Undefined("constant-code", "code", j) if not active[j] else share_of_largest(nmi[:, j], t.M)
             if nmi[:, j].sum() > 0 else Undefined("zero-importance", "code", j) for j in range(t.d)]
    return {"infom": Series(items)}
