# needs: table asked gap
AXES = {"mig-sup": "code"}
ABSENT, VARYING = "takes", False
CYCLIC = True


def known(r):
    """Factors that can be known at all: not constant, and not refused by the relation."""
    return [not is_undefined(total) and total > 0 for total in r.factor_total]


def code_total(r, i, j):
    """That of code j on the rows that have factor i."""
    return r.code_total[j] if r.code_total_for is None else r.code_total_for[i, j]


def measure(t, o):
    """S_j = first - second over factors of I(v_i; z_j)/H(v_i); normaliser=code: /H(z_j), none: not divided. A factor
    that cannot be known ranks with 0. constants: of a constant code, as gap.py says of a factor."""
    if t.M < 2:
        return undefined_all(Undefined("one-factor"), AXES, t)
    r, s = relation_asked(t, o), Series([0.0] * t.d)
    if o["constants"] == "skip" and not any(known(r)):
        first = r.factor_total[0]
        return undefined_all(first if is_undefined(first) else Undefined("constant-factor"), AXES, t)
    for j in range(t.d):
        if is_undefined(r.code_total[j]):
            s.items[j] = r.code_total[j]
        elif r.code_total[j] == 0:
            s.items[j] = constant_item("code", j, o["constants"])
            s.value = s.items[j] if o["constants"] == "keep" else s.value
        else:
            by = {"factor": lambda i: r.factor_total[i], "code": lambda i: code_total(r, i, j), "none": lambda i: 1.0}
            column = []
            for i in range(t.M):
                total = by[o["normaliser"]](i)
                taken = total > 0 and not is_undefined(r.factor_total[i])
                column.append(r.value[i, j] / total if taken else 0.0)
            first, second, _ = top_two(column)
            s.items[j] = first - second
    return {"mig-sup": s}
