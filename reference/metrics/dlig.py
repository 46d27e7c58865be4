# needs: table asked gap pairing
AXES = {"dlig": "code"}
ABSENT, VARYING = "refused", False


def codes_alone(t, o, r):
    """The matrix; by neighbours of each code with the noise that factors as numbers have."""
    if o["relation"] != "mi-knn":
        return r.value
    c, value = r.columns, np.zeros((t.M, t.d))
    for j in range(t.d):
        for i in range(t.M):
            few = c.label[i] is None and t.n < c.k + 2
            found = c.of(i, c.alone(j)) if c.code_moves[j] and not few else 0.0
            value[i, j] = np.nan if found is None else found
    return value


def measure(t, o):
    """[I(v_i; z_j) - I(v_l; z_j)] / H(v_i | v_l), i the factor of code j (best: about which it has most, the first of
    equal ones), l its rival among all others."""
    if t.M < 2:
        return undefined_all(Undefined("one-factor"), AXES, t)
    if o["pairing"] == "identity" and t.M > t.d:
        return undefined_all(Undefined("not-applicable"), AXES, t)
    r, items = relation_asked(t, o), []
    found = codes_alone(t, o, r)
    for j in range(t.d):
        most = int(np.argmax(found[:, j]))
        own = first_of_largest(found[:, j], r.factor_total[most]) if o["pairing"] == "best" else j if j < t.M else None
        if own is None:
            items.append(Undefined("not-applicable", "code", j))
            continue
        total = r.factor_total[own]
        other = rival(found[:, j], own, 0.0 if is_undefined(total) else total)
        if is_undefined(total) or is_undefined(r.factor_total[other]):
            items.append(total if is_undefined(total) else r.factor_total[other])
            continue
        reach = conditional_entropy(t, o, r, own, other) if total > 0 else 0.0
        items.append(Undefined("constant-factor", "factor", own) if total == 0 or nothing_left(reach, total)
                     else (found[own, j] - found[other, j]) / reach)
    return {"dlig": Series(items)}
