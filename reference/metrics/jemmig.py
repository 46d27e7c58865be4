# needs: table information asked gap
AXES = {"jemmig": "factor"}
ABSENT, VARYING = "by factor", True
CYCLIC = True


def measure(t, o):
    """1 - [H(v_i, z_*) - I(v_i; z_*) + I(v_i; z_second)] / (H(v_i) + log bins), z_* the code that knows most of v_i. Of
    codes within 1e-12 H(v_i) of the most: the first of least entropy, or ties=last the last. A constant factor is left
    out (skip), 0 (zero) or scored (keep), as are codes that are all constant (but with zero)."""
    if t.d < 2:
        return undefined_all(Undefined("one-code"), AXES, t)
    r, items = relation_asked(t, o), []
    dead = o["constants"] == "skip" and not any(total > 0 for total in r.code_total)
    for i in range(t.M):
        total = r.factor_total[i]
        if total > 0 and dead:
            items.append(Undefined("no-active-code"))
        elif total > 0 or o["constants"] == "keep":
            first, second, _ = top_two(r.value[i])
            near = [j for j in range(t.d) if r.value[i, j] >= first - 1e-12 * total]
            least = min(float(r.code_total[j]) for j in near)
            best = near[-1] if o["ties"] == "last" else next(j for j in near if r.code_total[j] <= least + 1e-13)
            joint = total + r.code_total[best] - first
            items.append(1 - (joint - first + second) / (total + np.log(o["bins"])))
        else:
            items.append(constant_item("factor", i, o["constants"]))
    return {"jemmig": Series(items)}
