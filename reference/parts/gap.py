# needs: table
def top_two(x):
    """The largest, the second largest (of equal ones both), and where the first of the largest is; one value: second
    0."""
    order = np.argsort(-np.asarray(x), kind="stable")
    return float(x[order[0]]), float(x[order[1]]) if len(x) > 1 else 0.0, int(order[0])


def constant_item(axis, k, constants):
    return 0.0 if constants == "zero" else Undefined("constant-" + axis, axis, k)


def gap_per_factor(r, o):
    """The two best codes' difference. normaliser=code: by the code's total before ranking; factor: the gap by the
    factor's. constants, of a constant factor: no item (skip), 0 (zero), or no score (keep); with keep and
    normaliser=code it counts 0, and one constant code leaves no score, 0/0 being on top of every ranking."""
    M, d = r.value.shape
    by, constants = o.get("normaliser", "factor"), o.get("constants", "skip")
    if d < 2:
        return Series([Undefined("one-code")] * M, Undefined("one-code"))
    dead = [j for j in range(d) if r.code_total[j] == 0]
    if dead and by == "code" and constants == "keep":
        why = Undefined("constant-code", "code", dead[0])
        return Series([why] * M, why)
    s = Series([0.0] * M)
    for i in range(M):
        total = r.factor_total[i]
        if is_undefined(total):
            s.items[i] = total
        elif total == 0 and not (constants == "keep" and by == "code"):
            s.items[i] = constant_item("factor", i, constants)
            s.value = s.items[i] if constants == "keep" else s.value
        else:
            row = (
                r.value[i]
                if by != "code"
                else np.array([v / c if c else 0.0 for v, c in zip(r.value[i], r.code_total)])
            )
            first, second, _ = top_two(row)
            s.items[i] = (first - second) / (total if by == "factor" else 1.0)
    return s


def gap_per_pair(r, o):
    """pairing=identity: factor i's first is code i, its second the best other one; by the factor's total unless
    normaliser=none. A constant factor is undefined."""
    M, d = r.value.shape
    if M > d or d < 2:
        why = Undefined("one-code" if d < 2 else "not-applicable")
        return Series([why] * M, why)
    items = []
    for i in range(M):
        total, others = r.factor_total[i], np.delete(r.value[i], i)
        item = (r.value[i, i] - others.max()) / (
            1.0 if o.get("normaliser") == "none" or is_undefined(total) or not total else total
        )
        items.append(
            total if is_undefined(total) else Undefined("constant-factor", "factor", i) if total == 0 else item
        )
    return Series(items)
