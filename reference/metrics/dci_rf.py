# needs: table forest dci lasso chance
ABSENT, VARYING = "takes", True
FOREST = {
    "scale": "ranks",
    "grid": "full",
    "depth": 16,
    "share": 1,
    "trees": 10,
    "folds": 10,
    "explicitness": "outside",
    "nominal": "refuse",
    "order?": "table",
}
GRIDS = {
    "full": ((8, 16, 32, 64, 128), (0.2, 0.4, 0.8, 1.0)),
    "small": ((16, 64), (0.4, 1.0)),
    "depth": ((8, 16, 32, 64, 128), (1.0,)),
}


def chosen_setting(X, y, depths, tries, o, key):
    """The depth and number of features of the least mean, over contiguous folds of the rows in their order, of the mean squared error outside: the
    first of equals, by depth, then by features. Trees of all depths are the tops of one."""
    n, of = len(y), Numbers(y)
    error = np.zeros((len(depths), len(tries)))
    for f, fold in enumerate(folds_of(n, o["folds"])):
        rest = np.delete(np.arange(n), fold)
        for k, m in enumerate(tries):
            sums = np.zeros((len(depths), len(fold)))
            for tree in range(o["trees"]):
                node, _ = tree_of(X, rest, of, m, depths[-1], key_of(key_of(key_of(key, f), m), tree))
                sums += np.array([values_at(node, X[s], depths) for s in fold]).T
            error[:, k] += np.mean((sums / o["trees"] - y[fold]) ** 2, axis=1) / o["folds"]
    best = int(np.argmin(error))
    return depths[best // len(tries)], tries[best % len(tries)], error.ravel()[best]


def forest_importance(t, o):
    """Relation forest: importances of a regression forest of each factor, grown on all rows at the chosen setting
    (grid= fixed: depth and share). Features a node: floor(share d), 1 at least. Codes as ranks of values (factors to
    [0, 1]), or both to [0, 1] or to deviation 1. quality, at least 0: outside, 1 - error / variance; twelve, 1 - 12
    error on the rows learnt from; six, 1 - 6 the error outside. Keys: factor i's below one raw word of the stream;
    below it 0 for the search (fold, features, tree), 1 for the forest (tree)."""
    o = {**FOREST, **{k: v for k, v in o.items() if k in FOREST or k in ("order", "level")}}
    stream = t.stream(relation_name("forest", o, FOREST))
    t = in_order(t, o, stream)
    key = int(stream.bit_generator.random_raw())
    scaled = standard if o["scale"] == "standard" else minmax
    X = ranked(t) if o["scale"] == "ranks" else np.column_stack([scaled(x) for x in t.codes.T])
    X, kind = X.astype(np.float32), o["explicitness"]
    depths, portions = GRIDS.get(o["grid"], ((o["depth"],), (o["share"],)))
    tries = list(dict.fromkeys(min(max(1, int(np.floor(share * t.d))), t.d) for share in portions))
    needed = o["grid"] != "fixed" or kind != "twelve" or o["level"] < 1
    value, total, quality = np.zeros((t.M, t.d)), [], []
    for i in range(t.M):
        why = Undefined("too-few-samples") if needed and t.n < 2 * o["folds"] else \
            Undefined("not-applicable", "factor", i) if are_names(t, i, o) else None
        moves = varies(t.factors[:, i])
        total.append(why if why is not None else 1.0 if moves else 0.0)
        if why is None and not moves:
            why = 1.0 if o["nominal"] == "number" and kind != "outside" else Undefined("constant-factor", "factor", i)
        quality.append(why)
        if why is not None:
            continue
        y, own, error = scaled(t.factors[:, i]), key_of(key, i), np.nan
        depth, m = depths[0], tries[0]
        if needed:
            depth, m, error = chosen_setting(X, y, depths, tries, o, key_of(own, 0))
        rows = np.arange(t.n)
        value[i], sums = forest(
            X, rows, Numbers(y), o["trees"], m, depth, key_of(own, 1), rows if kind == "twelve" else []
        )
        fits = {
            "outside": lambda: 1 - error / y.var(),
            "six": lambda: 1 - 6 * error,
            "twelve": lambda: 1 - 12 * np.mean((np.array(sums) / o["trees"] - y) ** 2),
        }
        if not is_small(explained_chance(fits["outside"](), t.n), t.M, o):
            value[i] = 0.0
        quality[i] = max(0.0, fits[kind]())
    return Relation(value, total, [1.0] * t.d, quality)


def measure(t, o):
    return dci_scores(relation_of(t, forest_importance, o), o)
