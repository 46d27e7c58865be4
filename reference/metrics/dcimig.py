# needs: table asked gap
AXES = {"dcimig": "factor"}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    """Code j's gap, I of its best factor less I of its second best, is credited to its best factor (of equal ones the
    first). sum_i largest gap credited to i / sum_i H(v_i), over factors that vary; items: gap / H(v_i), 0 where none is
    credited."""
    if t.M < 2:
        return undefined_all(Undefined("one-factor"), AXES, t)
    r = relation_asked(t, o)
    known = [total > 0 for total in r.factor_total]
    best = [0.0] * t.M
    for j in range(t.d):
        first, second, at = top_two([r.value[i, j] if known[i] else 0.0 for i in range(t.M)])
        best[at] = max(best[at], first - second)
    items = [best[i] / r.factor_total[i] if known[i] else r.factor_total[i] if is_undefined(r.factor_total[i])
             else Undefined("constant-factor", "factor", i) for i in range(t.M)]
    totals = sum(r.factor_total[i] for i in range(t.M) if known[i])
    value = sum(best[i] for i in range(t.M) if known[i]) / totals if totals > 0 else None
    return {"dcimig": Series(items, value)}
