# needs: table correlation
AXES = {"uniqueness": None, "f1": "code", "precision": "code", "recall": "code"}
ABSENT, VARYING = "refused", False


def measure(t, o):
    """t(j): the factor that varies with the largest |corr|, of equal ones the first. uniqueness: different t(j) over
    codes that vary. Of binary t(j), z_j > threshold as a detector of its label 1: precision, recall, 2 right / (said +
    is)."""
    constant = [not varies(x) for x in t.factors.T]
    if all(constant):
        return undefined_all(Undefined("constant-factor", "factor", 0), AXES, t)
    for i in range(t.M):
        if not constant[i] and t.levels[i] > 2:
            return undefined_all(Undefined("not-applicable", "factor", i), AXES, t)
    r, chosen = np.abs(correlations(t.factors, t.codes, {})), []
    r[constant] = -1.0
    items = {name: [] for name in ("f1", "precision", "recall")}
    for j in range(t.d):
        i = int(np.argmax(r[:, j]))
        moves = varies(t.codes[:, j]) and np.isfinite(t.codes[:, j].max() - t.codes[:, j].min())
        chosen += [i] if moves else []
        above, v = t.codes[:, j] > o["threshold"], t.factors[:, i]
        right = float(v[above].sum())
        binary = t.levels[i] == 2
        why = (
            Undefined("constant-code", "code", j)
            if not moves
            else None
            if binary
            else Undefined("not-applicable", "code", j)
        )
        items["f1"].append(why if why is not None else 2 * right / (above.sum() + v.sum()))
        items["recall"].append(why if why is not None else right / v.sum())
        items["precision"].append(why if why is not None else right / above.sum() if above.any()
                                  else Undefined("zero-importance", "code", j))
    if not chosen:
        return undefined_all(Undefined("no-active-code"), AXES, t)
    return {"uniqueness": Series(value=len(set(chosen)) / len(chosen)), **{k: Series(x) for k, x in items.items()}}
