# needs: table gap information neighbours asked
def first_of_largest(x, total):
    """Of those within 1e-12 total of the largest."""
    least = np.max(x) - (0.0 if is_undefined(total) else 1e-12 * total)
    return next(k for k in range(len(x)) if x[k] >= least)


def owners(r, how):
    """Which code regularises each factor, and which factor each code (None: none). identity: i and i, if M <= d; best:
    the code with most on the factor, the first of equal ones (to 1e-12 of its total), which is the one's of which
    it has most, the first of equal ones. None: there is no pairing."""
    M, d = r.value.shape
    if how == "identity":
        return (list(range(M)), [j if j < M else None for j in range(d)]) if M <= d else None
    code, factor = [first_of_largest(r.value[i], r.factor_total[i]) for i in range(M)], [None] * d
    for i, j in enumerate(code):
        total = r.factor_total[i]
        if factor[j] is None or r.value[i, j] > r.value[factor[j], j] + (0.0 if is_undefined(total) else 1e-12 * total):
            factor[j] = i
    return code, factor


def rival(x, own, total):
    """The largest of x but `own`; of those within 1e-12 total of it that come after the first largest, the last."""
    others = [k for k in range(len(x)) if k != own]
    best = max(others, key=lambda k: (x[k], -k))
    return [k for k in others if k == best or (k > best and x[k] >= x[best] - 1e-12 * total)][-1]


def nothing_left(reach, total):
    return not reach > 1e-12 * total


def conditional_entropy(t, o, r, i, given):
    """H(v_i | v_given): of binned factors, or by neighbours the total less I, v_i as numbers, v_given by its kind."""
    if o["relation"] == "mi-knn":
        c = r.columns
        few = c.label[given] is None and t.n < c.k + 2
        found = 0.0 if few or not c.factor_moves[i] else c.of(given, c.number(i))
        return r.factor_total[i] - (0.0 if found is None else found)
    rows = rows_asked(t, o)
    v, levels = labels_of(t, rows, o["factor-bins"], o["categories"] == "cut")
    table = table_of(v[:, i], v[:, given], levels[i], levels[given])
    return 0.0 if (table > 0).sum(axis=0).max() < 2 else entropy(table) - entropy(table.sum(axis=0))
