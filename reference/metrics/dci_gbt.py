# needs: table class_rows dci
ABSENT, VARYING = "takes", True
BOOST = {**CLASS, "split": "first", "stages": 100, "depth": 3, "rate": 0.1, "continuous?": "classes"}


def leaf_of(node, x):
    while node.feature is not None:
        node = node.left if float(x[node.feature]) <= node.threshold else node.right
    return node


def stage_tree(X, train, q, depth, key, importance):
    return grow(X, train, np.ones(len(train)), q, X.shape[1], depth, key, importance)


def boost_classes(X, f, o, key):
    """F_k = log share of class k (kept 2^-23 off 0 and 1), p = softmax(F); a stage: of every class a tree on r = [y =
    k] - p_k of the training rows, in units of 2^-31 of -1 .. 1, and F_k += rate (K - 1)/K sum r / sum |r| (1 - |r|) in
    its leaves. Of two classes the second's log odds alone, without (K - 1)/K."""
    train = np.sort(f.train)
    there, y = np.unique(f.label[train], return_inverse=True)
    K, rows, importance = len(there), np.arange(len(X)), np.zeros(X.shape[1])
    if K < 2:
        return importance, np.full(len(f.test), there[0])
    share = np.clip(np.bincount(y) / len(train), 2.0 ** -23, 1 - 2.0 ** -23)
    begin = [np.log(share[1] / (1 - share[1]))] if K == 2 else np.log(share)
    F = np.tile(begin, (len(X), 1))
    for stage in range(o["stages"]):
        e = np.exp(F - F.max(axis=1, keepdims=True))
        P = 1 / (1 + np.exp(-F)) if K == 2 else e / e.sum(axis=1, keepdims=True)
        for k in range(F.shape[1]):
            r = np.zeros(len(X))
            r[train] = (y == (1 if K == 2 else k)) - P[train, k]
            tree = stage_tree(
                X, train, Numbers(r, -1.0, 1.0, len(train)), o["depth"], key_of(key_of(key, stage), k), importance
            )
            leaves = [leaf_of(tree, x) for x in X]
            for leaf in {id(x): x for x in leaves}.values():
                inside = [s for s in train if leaves[s] is leaf]
                slope, curve = r[inside].sum(), np.sum(np.abs(r[inside]) * (1 - np.abs(r[inside])))
                leaf.step = 0.0 if curve < 1e-150 else o["rate"] * (slope * (1 if K == 2 else (K - 1) / K) / curve)
            F[rows, k] += [leaf.step for leaf in leaves]
    found = (F[:, 0] > 0).astype(int) if K == 2 else F.argmax(axis=1)
    return importance / importance.sum() if importance.sum() > 0 else importance, there[found[f.test]]


def boost_values(X, y, f, o, key):
    """F = the mean; a stage: a tree on r = y - F, in units of its range, and F += rate mean r in its leaves."""
    train, importance = np.sort(f.train), np.zeros(X.shape[1])
    F = np.full(len(X), y[train].mean())
    for stage in range(o["stages"]):
        r = y - F
        low, high = r[train].min(), r[train].max()
        tree = stage_tree(
            X, train, Numbers(np.clip(r, low, high), low, high, len(train)), o["depth"], key_of(key, stage), importance
        )
        leaves = [leaf_of(tree, x) for x in X]
        for leaf in {id(x): x for x in leaves}.values():
            leaf.step = o["rate"] * r[[s for s in train if leaves[s] is leaf]].mean()
        F = F + [leaf.step for leaf in leaves]
    return importance / importance.sum() if importance.sum() > 0 else importance, F[f.test]


def boosted(t, o):
    """Relation boost. continuous=values: a continuous factor's values to [0, 1] are regressed, its quality is 1 - sum
    of squared errors / sum of squares of the test rows (relative: at least 0)."""
    def learn(X, f, key, o, i):
        if o["continuous"] == "values" and not t.levels[i]:
            y = minmax(t.factors[f.pick, i])
            importance, found = boost_values(X, y, f, o, key)
            if not is_small(correlation_chance(y[f.test], found), t.M, o):
                importance[:] = 0.0
            off = np.sum((y[f.test] - y[f.test].mean()) ** 2)
            fit = 1 - np.sum((y[f.test] - found) ** 2) / off if off > 0 else Undefined("constant-factor", "factor", i)
            return importance, fit if is_undefined(fit) or o["explicitness"] == "accuracy" else max(0.0, fit)
        importance, found = boost_classes(X, f, o, key)
        if not is_small(label_chance(f, found, X), t.M, o):
            importance[:] = 0.0
        return importance, relative(f, float(np.mean(found == f.label[f.test])), o, i)
    return class_relation(t, o, "boost", BOOST, learn)


def measure(t, o):
    """Explicitness of a regression may be below 0: it counts so in the mean, which is then 0 at least; the item is
    0."""
    to = dci_scores(relation_of(t, boosted, o), o)
    items = to["explicitness"].items
    fine = [x for x in items if not is_undefined(x)]
    if fine and min(fine) < 0:
        to["explicitness"] = Series(
            [x if is_undefined(x) else max(x, 0.0) for x in items], max(0.0, sum(fine) / len(fine))
        )
    return to
