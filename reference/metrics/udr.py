# needs: table lasso correlation
AXES = {"udr": "code"}
ABSENT, VARYING = "takes", False
CYCLIC = True


def answers(R):
    """Mean over columns of (max)^2/sum, 0/0 being 0."""
    total = R.sum(axis=0)
    return float(np.mean(np.where(total > 0, R.max(axis=0) ** 2 / np.where(total > 0, total, 1), 0.0)))


def measure(t, o):
    """`tables` tables of d/tables codes each, without those that do not vary, standardised. R: |w| of a lasso
    (stop=published: 1000 sweeps) of each code of b on all of a; or |corr| of ranks. s_ab: half the mean over columns,
    half over rows, of max^2/sum. A table's score is the median over the others."""
    T = o["tables"]
    if t.d % T or t.n < 3:
        return undefined_all(Undefined("not-applicable" if t.d % T else "too-few-samples"), AXES, t)
    tables = [[standard(x) for x in t.codes.T[k * t.d // T:(k + 1) * t.d // T] if varies(x)] for k in range(T)]

    def relation(a, b):
        if o["similarity"] == "spearman":
            return np.abs(correlations(np.column_stack(a), np.column_stack(b), {"correlation": "spearman"}))
        return np.column_stack([np.abs(lasso(np.column_stack(a), y, o["penalty"], 1000, o["stop"])[0]) for y in b])

    scores = []
    for b in range(T):
        pairs = []
        for a in range(T):
            if a != b:
                R = relation(tables[a], tables[b]) if tables[a] and tables[b] else None
                pairs.append(0.0 if R is None else (answers(R) + answers(R.T)) / 2)
        scores.append(float(np.median(pairs)))
    return {"udr": Series(np.repeat(scores, t.d // T).tolist(), float(np.mean(scores)))}
