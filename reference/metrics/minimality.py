# needs: table asked gap
AXES = {"minimality": "code"}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    """max_i I(v_i; z_j) / H(z_j); a constant code as `constants` says. A code whose total is undefined (rule=linspace)
    leaves no score."""
    r, s = relation_asked(t, o), Series([0.0] * t.d)
    if all(is_undefined(total) for total in r.factor_total):
        return undefined_all(r.factor_total[0], AXES, t)
    for j in range(t.d):
        total = r.code_total[j]
        if is_undefined(total):
            s.items[j] = s.value = total
        elif total == 0:
            s.items[j] = constant_item("code", j, o["constants"])
            s.value = s.items[j] if o["constants"] == "keep" else s.value
        else:
            by = [total] * t.M if r.code_total_for is None else r.code_total_for[:, j]
            s.items[j] = max([0.0] + [float(v / b) for v, b in zip(r.value[:, j], by) if b > 0])
    return {"minimality": s}
