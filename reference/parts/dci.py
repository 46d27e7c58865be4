# needs: table
AXES = {"modularity": "code", "compactness": "factor", "explicitness": "factor"}


def concentration(x, o):
    """1 + sum_k p_k log_n p_k, p the shares of x + added; shares up to `least` are left out."""
    x = np.asarray(x, float) + o.get("added", 0)
    p = x / x.sum()
    p = p[p > o.get("least", 0)]
    return float(1 + np.sum(p * np.log(p)) / np.log(len(x)))


def dci_scores(r, o):
    """Of an importance matrix R (factors x codes): modularity, concentration of columns, mean weighted by their sums;
    compactness, of rows, plain mean; explicitness, the relation's quality. Rows of factors that the relation could not
    judge count nothing. A column of zeros has no item; dead=stop: it and all after it are 0 and weigh nothing; even: a
    matrix of zeros is one of ones. A row of zeros: no item, but stop and even: 0."""
    M, d = r.value.shape
    why = [x if is_undefined(x) else None for x in r.factor_total]
    R = np.array([r.value[i] if why[i] is None else np.zeros(d) for i in range(M)])
    dead, total = o.get("dead", "skip"), R.sum()
    if total == 0 and dead == "even":
        R = np.ones((M, d))
    nothing = total == 0 and dead == "skip"
    no = why[0] if all(x is not None for x in why) else Undefined("zero-importance") if nothing else None
    items, weight = [], []
    for j in range(d):
        of_code = R[:, j].sum()
        if dead == "stop" and (of_code == 0 or (items and weight[-1] is None)):
            items.append(0.0)
            weight.append(None)
        elif of_code == 0 and o.get("added", 0) == 0:
            items.append(Undefined("zero-importance", "code", j))
            weight.append(0.0)
        else:
            items.append(concentration(R[:, j], o) if M > 1 else 0.0)
            weight.append(of_code)
    weights = sum(w for w in weight if w)
    value = sum(w * x for w, x in zip(weight, items) if w) / weights if weights > 0 else 0.0
    modularity = Series(items, value)
    if M < 2 or no is not None:
        no_modularity = Undefined("one-factor") if M < 2 else no
        modularity = Series([no_modularity] * d, no_modularity)
    rows = [
        why[i]
        if why[i] is not None
        else Undefined("zero-importance", "factor", i)
        if R[i].sum() == 0 and dead == "skip"
        else 0.0
        if R[i].sum() == 0 or d < 2
        else concentration(R[i], o)
        for i in range(M)
    ]
    compactness = Series(rows)
    if d < 2 or (nothing and no is not why[0]):
        no_compactness = Undefined("one-code") if d < 2 else no
        compactness = Series([no_compactness] * M, no_compactness)
    return {"modularity": modularity, "compactness": compactness, "explicitness": Series(r.quality)}
