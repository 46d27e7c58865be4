# needs: table asked gap pairing
AXES = {"dmig": "factor"}
ABSENT, VARYING = "refused", False


def measure(t, o):
    """[I(v_i; z_j) - I(v_i; z_k)] / D_i, j the code of factor i, k its rival among all others; D_i = H(v_i | v_l) where
    k is the code of factor l, else H(v_i)."""
    r, items = relation_asked(t, o), []
    paired = owners(r, o["pairing"])
    if paired is None or t.d < 2:
        return undefined_all(Undefined("one-code" if t.d < 2 else "not-applicable"), AXES, t)
    for i in range(t.M):
        total = r.factor_total[i]
        if is_undefined(total) or total == 0:
            items.append(total if is_undefined(total) else Undefined("constant-factor", "factor", i))
            continue
        own, other = paired[0][i], rival(r.value[i], paired[0][i], total)
        given = paired[1][other]
        reach = total if given is None else conditional_entropy(t, o, r, i, given)
        items.append(Undefined("constant-factor", "factor", i) if nothing_left(reach, total)
                     else (r.value[i, own] - r.value[i, other]) / reach)
    return {"dmig": Series(items)}
