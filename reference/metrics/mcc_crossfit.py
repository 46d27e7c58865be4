# needs: table matched
AXES = {"mcc-crossfit": "factor"}
ABSENT, VARYING = "refused", True


def measure(t, o):
    """permutation(n) is cut into K runs, the first n mod K of them one longer. On the rows outside a run factors and
    codes are matched; an item adds n_k/n sign(corr there) corr inside. Sum over items / min(M, d), or with
    divisor=factors / M."""
    K = o["folds"]
    if t.n < 3 * K:
        return undefined_all(Undefined("too-few-samples"), AXES, t)
    why, order = judged_factors(t, o), t.stream(METRIC).permutation(t.n)
    total, found = np.zeros(t.M), np.zeros(t.M, int)
    for run in np.array_split(order, K):
        inside = np.zeros(t.n, bool)
        inside[run] = True
        seen, unseen = (correlations(t.factors[rows], t.codes[rows], o) for rows in (~inside, inside))
        for i, j in enumerate(matched(seen, why)):
            if j is not None and why[i] is None:
                total[i] += len(run) / t.n * np.sign(seen[i, j]) * unseen[i, j]
                found[i] += 1
    items = [why[i] if why[i] is not None else no_code(i) if not found[i] and o["divisor"] == "matched" else total[i]
             for i in range(t.M)]
    if all(x is not None for x in why):
        return {"mcc-crossfit": Series(items)}
    value = sum(total[i] for i in range(t.M) if why[i] is None) / divisor(why, t.d, o)
    return {"mcc-crossfit": Series(items, min(max(value, 0.0), 1.0) if o["clip"] == "yes" else value)}
