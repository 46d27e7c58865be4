# needs: table bins gap
AXES = {"irs": "code"}
ABSENT, VARYING = "takes", False


def spread_of(x, how, quantile):
    """Of deviations: their quantile, linearly interpolated, their median or mean."""
    return float(np.quantile(x, quantile) if how == "largest" else np.median(x) if how == "median" else np.mean(x))


def groups_of(t, o, rows):
    """Of each factor the rows of each of its values; a continuous one is cut by `rule`."""
    to = []
    for i in range(t.M):
        x = t.factors[:rows, i]
        own = t.levels[i] and o["categories"] == "labels"
        label = x if own else bins_of(x, o["rule"], o["factor-bins"]).astype(float)
        to.append([np.flatnonzero(label == k) for k in np.unique(label[~np.isnan(label) & (label >= 0)])])
    return to


def measure(t, o):
    """IRS_j = max_i 1 - sum_k p_ik dev_ijk / whole_j. dev: the largest |z_j - its mean| of the rows with v_i = k;
    whole: of all rows. p: a value's share of the factor's rows, or groups=alike the same for all. quantile: in the
    place of the largest of a group. spread=mean, median: of both; mean-within: of groups alone. Constant factors are
    skipped (constants=skip). Score: the mean of the codes that vary, weights=deviation by their largest deviation."""
    rows, how = rows_asked(t, o), o["spread"]
    if o["drop"] == "rows":
        kept = int((t.codes[:rows] != t.codes[:rows, :1]).any(axis=1).sum())
        if kept < rows:
            why = Undefined("not-applicable")
            return {"irs": Series([why] * t.d, why if kept else 0.0)}
    groups, items, weights = groups_of(t, o, rows), [], []
    played = [g for g in groups if o["constants"] != "skip" or len(g) > 1]
    for j in range(t.d):
        z = t.codes[:rows, j]
        with np.errstate(all="ignore"):
            reach = z.max() - z.min()
        deviation = np.abs((z - z[0]) - (z - z[0]).mean())
        whole = spread_of(deviation, how, 1) if how in ("mean", "median") else deviation.max()
        weights.append(deviation.max() if o["weights"] == "deviation" else 1.0)
        if not 0 < reach < np.inf or not whole > 0:
            items.append(Undefined("constant-code", "code", j))
        elif not played:
            items.append(Undefined("constant-factor"))
        else:
            left = []
            for g in played:
                within = [spread_of(np.abs(z[k] - z[0] - (z[k] - z[0]).mean()), "mean" if how == "mean-within" else how,
                                    o["quantile"]) for k in g]
                share = [1.0 if o["groups"] == "alike" else len(k) for k in g]
                left.append(np.dot(share, within) / np.sum(share))
            items.append(1 - min(left) / whole)
    fine = [j for j in range(t.d) if not is_undefined(items[j])]
    value = sum(items[j] * weights[j] for j in fine) / sum(weights[j] for j in fine) if fine else \
        None if o["constants"] == "skip" else 0.0
    return {"irs": Series(items, value)}
