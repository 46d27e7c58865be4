# needs: table logistic


def is_known(t):
    return t.directions is not None and (t.activations is not None or t.true_directions is not None)


def activations_of(t):
    return t.activations if t.activations is not None else np.nan_to_num(t.factors) @ t.true_directions


def halves(t):
    """Learnt from: rows 0 .. floor(n/2) - 1; scored: the others."""
    return np.arange(t.n // 2), np.arange(t.n // 2, t.n)


def even(rows, cells):
    """Of each cell, a mask of all rows, the first so many of `rows` as the smallest cell has; ascending. How many
    each."""
    of = [rows[cell[rows]] for cell in cells]
    each = min(len(r) for r in of)
    return np.sort(np.concatenate([r[:each] for r in of])), each


def probe_of(X, y):
    """w and b: minimises w.w / 2 + sum log(1 + exp(-+(x w + b))), b free (C = 1)."""
    W = logistic(X, y.astype(int), 2, one_versus_rest=True)[1]
    return W[:-1], W[-1]


def right(X, w, b, y):
    """Share of rows where x w + b > 0 agrees with y."""
    return float(np.mean((X @ w + b > 0) == y))


def gaps(Z, y):
    return Z[y].mean(axis=0) - Z[~y].mean(axis=0)


def first_codes(value, count, above):
    """The codes of largest value, rounded to nine decimals, of equal ones the first; above: of value above 0 alone."""
    rounded = np.rint(value * 1e9)
    order = np.argsort(-rounded, kind="stable")
    return (order[rounded[order] > 0] if above else order)[:count]


def met(on):
    """In how many rows each pair fires together."""
    return on.T.astype(float) @ on.astype(float)


def children_of(t, p):
    """Factors that never fire without p, which fires more often, though of independent ones ten such rows would be
    expected: n_c (n - n_p) / n."""
    on = t.factors > 0
    rows, both = on.sum(axis=0), (on & on[:, [p]]).sum(axis=0)
    return np.flatnonzero((both == rows) & (rows < rows[p]) & (rows * float(t.n - rows[p]) / t.n >= 10))


def exclusive_group(t, may):
    """Two factors are apart that never fire together though of independent ones ten such rows would be expected. From
    each factor in order those later ones join that are apart from all that joined: the most members, then the most
    rows, then the first."""
    on = t.factors > 0
    rows, best = on.sum(axis=0), ([], 0)
    apart = (met(on) == 0) & (np.outer(rows, rows) / t.n >= 10) & np.outer(may, may)
    for a in np.flatnonzero(may):
        group = [a]
        for b in range(a + 1, t.M):
            if apart[group, b].all():
                group.append(b)
        if len(group) > 1 and (len(group), rows[group].sum()) > (len(best[0]), best[1]):
            best = (group, rows[group].sum())
    return best[0]
