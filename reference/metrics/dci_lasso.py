# needs: table information lasso dci chance
ABSENT, VARYING = "takes", True
LASSO = {"scale": "minmax", "explicitness": "outside", "stop": "optimum", "nominal": "refuse", "order?": "table"}
PENALTIES = (1e-4, 1e-3, 1e-2, 0.1, 0.2, 0.4, 0.8, 1.0)


def lasso_weights(t, o):
    """|w| of a lasso of each factor on all codes; columns to [0, 1], or over their deviation. The penalty: the first
    with the least mean, over ten contiguous folds of the rows in their
    order, of the mean squared error outside (stop=published: 5000 sweeps);
    then all rows (1000). Up to 1e-12 of the largest |w| are 0. quality, at least 0: outside, 1 - that error / variance;
    twelve, 1 - 12 error on all rows; six, 1 - 6 that error."""
    if t.n < 20:
        why = [Undefined("too-few-samples")] * t.M
        return Relation(np.zeros((t.M, t.d)), why, [1.0] * t.d, why)
    t = in_order(t, o, t.stream(relation_name("lasso", o, LASSO)))

    def scaled(x):
        y = minmax(x)
        return y / y.std() if o["scale"] == "standard" and y.std() > 0 else y

    X = np.column_stack([scaled(x) for x in t.codes.T])
    value, factor_total, quality = np.zeros((t.M, t.d)), [], []
    for i in range(t.M):
        y, outside = scaled(t.factors[:, i]), []
        for penalty in PENALTIES:
            errors = []
            for fold in folds_of(t.n, 10):
                rest = np.delete(np.arange(t.n), fold)
                w, b = lasso(X[rest], y[rest], penalty, 5000, o["stop"])
                errors.append(np.mean((y[fold] - X[fold] @ w - b) ** 2))
            outside.append(np.mean(errors))
        best = int(np.argmin(outside))
        w, b = lasso(X, y, PENALTIES[best], 1000, o["stop"])
        moves = varies(t.factors[:, i])
        predicted = moves and is_small(explained_chance(1 - outside[best] / y.var(), t.n), t.M, o)
        value[i] = np.where(predicted and np.abs(w) > 1e-12 * np.abs(w).max(), np.abs(w), 0.0)
        with np.errstate(all="ignore"):
            fits = {"outside": 1 - outside[best] / y.var(), "twelve": 1 - 12 * np.mean((y - X @ w - b) ** 2),
                    "six": 1 - 6 * outside[best]}
        total, how_well = 1.0 if moves else 0.0, max(0.0, fits[o["explicitness"]])
        if not moves and o["nominal"] == "refuse":
            how_well = Undefined("constant-factor", "factor", i)
        if are_names(t, i, o):
            total = how_well = Undefined("not-applicable", "factor", i)
        factor_total.append(total)
        quality.append(how_well)
    return Relation(value, factor_total, [1.0] * t.d, quality)


def measure(t, o):
    return dci_scores(relation_of(t, lasso_weights, o), o)
