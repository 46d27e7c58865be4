# needs: table information gap correlation
AXES = {"sum": None, "mean": "factor", "kept": None}
ABSENT, VARYING = "refused", True


def area(z, y):
    """Mann-Whitney, ties half."""
    return (ranks(z)[y == 1].sum() - (y == 1).sum() * ((y == 1).sum() + 1) / 2) / ((y == 1).sum() * (y == 0).sum())


def measure(t, o):
    """A_ij = max(AUC, 1 - AUC). Kept where max_j A_ij >= .75 and I(v_i; v_k)/H(v_i) <= .2 for every other judged k:
    gap A_first - A_second, else 0. Judged: factors of two classes."""
    why = [Undefined("not-applicable", "factor", i) if t.levels[i] != 2 else
           None if varies(t.factors[:, i]) else Undefined("constant-factor", "factor", i) for i in range(t.M)]
    refused = next((x for x in why if x is not None), None)
    no = (
        Undefined("one-code")
        if t.d < 2 and o["second"] == "needed"
        else refused
        if o["constants"] == "keep" and refused is not None
        else why[0]
        if all(x is not None for x in why)
        else None
    )
    if no is not None:
        return {
            "sum": Series(value=no),
            "mean": Series([no if x is None else x for x in why], no),
            "kept": Series(value=no),
        }
    y = [(x > x.min() / 2 + x.max() / 2).astype(int) for x in t.factors.T]
    z = t.codes.astype(np.float32).astype(float) if o["precision"] == "single" else t.codes
    items, kept = [], 0
    for i in range(t.M):
        if why[i] is not None:
            items.append(why[i])
            continue
        areas = [max(a, 1 - a) for a in (area(x, y[i]) for x in z.T)]
        known = [information(table_of(y[i], y[k], 2, 2)) / entropy(np.bincount(y[i])) for k in range(t.M)
                 if k != i and why[k] is None]
        first, second, _ = top_two(areas)
        keep = first >= 0.75 and max(known, default=0.0) <= 0.2
        kept += keep
        items.append(first - second if keep else 0.0)
    total = sum(x for x in items if not is_undefined(x))
    mean = Series(items, None if kept else Undefined("not-applicable"))
    return {"sum": Series(value=total), "mean": mean, "kept": Series(value=float(kept))}
