# needs: table asked gap pairing
AXES = {"xmig": "factor"}
ABSENT, VARYING = "refused", False


def measure(t, o):
    """[I(v_i; z_j) - max_k I(v_i; z_k)] / H(v_i), j the code of factor i, k the codes of no factor."""
    r, items = relation_asked(t, o), []
    paired = owners(r, o["pairing"])
    free = [] if paired is None else [j for j in range(t.d) if paired[1][j] is None]
    if not free:
        return undefined_all(Undefined("not-applicable"), AXES, t)
    for i in range(t.M):
        total = r.factor_total[i]
        items.append(total if is_undefined(total) else Undefined("constant-factor", "factor", i) if total == 0
                     else (r.value[i, paired[0][i]] - r.value[i, free].max()) / total)
    return {"xmig": Series(items)}
