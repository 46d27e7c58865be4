# needs: table asked gap
AXES = {"sufficiency": "factor"}
ABSENT, VARYING = "by factor", False
CYCLIC = True


def measure(t, o):
    """max_j I(v_i; z_j) / H(v_i); a constant factor as `constants` says. A code whose total is undefined
    (rule=linspace) leaves no score."""
    r, s = relation_asked(t, o), Series([0.0] * t.M)
    for i in range(t.M):
        total = r.factor_total[i]
        if is_undefined(total):
            s.items[i] = total
        elif total == 0:
            s.items[i] = constant_item("factor", i, o["constants"])
            s.value = s.items[i] if o["constants"] == "keep" else s.value
        else:
            s.items[i] = float(r.value[i].max() / total)
    for total in r.code_total:
        s.value = total if is_undefined(total) else s.value
    return {"sufficiency": s}
