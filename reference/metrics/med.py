# needs: table information dci logistic
AXES = {"modularity": "code", "compactness": "factor", "accuracy": "factor"}
ABSENT, VARYING = "refused", True
CYCLIC = True


def bias_of(t, o, stream):
    """By how much counting overstates I: (cells - rows - columns + 1)/(2n) of those that are not empty, or the mean I
    with the codes' rows in the order of permutation(n), `permutations` times."""
    rows = rows_asked(t, o)
    v, levels = labels_of(t, rows, o["factor-bins"])
    z = np.column_stack([bins_of(x[:rows], o["rule"], o["bins"]) for x in t.codes.T])
    to = np.zeros((t.M, t.d))
    if o["bias"] == "none":
        return to
    orders = (
        [np.arange(rows)]
        if o["bias"] == "millermadow"
        else [stream.permutation(rows) for _ in range(o["permutations"])]
    )
    for order in orders:
        for i in range(t.M):
            for j in range(t.d):
                c = table_of(v[:, i], z[order, j], levels[i], o["bins"])
                filled = (c > 0).sum() - (c.sum(axis=1) > 0).sum() - (c.sum(axis=0) > 0).sum() + 1
                to[i, j] += filled / (2 * rows) if o["bias"] == "millermadow" else information(c) / len(orders)
    return to


def accuracies(t, o):
    """Of the rows in their order: softmax regression (of two values one fit) of each factor's labels on codes standardised by the training rows,
    C = 1; its accuracy on the test rows."""
    X, to = logistic_scaled(t, "standard", train_rows(t.n)), []
    for i, s in enumerate(splits_of(t, dict(o, categories="labels"), None, "batches")):
        why = s.undefined(i)
        if why is None and not len(s.test):
            why = Undefined("too-few-samples", "factor", i)
        if why is None:
            W = logistic(X[s.train], s.label[s.train], s.K, one_versus_rest=s.K == 2)
            why = float(np.mean(np.argmax(scores_of(X[s.test], W), axis=1) == s.label[s.test]))
        to.append(why)
    return to


def measure(t, o):
    """R_ij = max(I - bias, 0) over its sum over j. modularity and compactness: concentration, as for DCI. top=k: codes,
    those of the largest modularity first, go to their best factor until each has k; the others are left out, R is not
    shared out again, and factors weigh as much as the kept codes know of them."""
    stream = t.stream(METRIC)
    mi = mutual_information(t, dict(o, categories="labels", estimate="joint", **{"last-edge": "clamp"}))
    R = np.maximum(mi.value - bias_of(t, o, stream), 0.0)
    total = R.sum(axis=1, keepdims=True)
    R = R / np.where(total > 0, total, 1.0)
    why = [1.0 if x > 0 else Undefined("constant-factor", "factor", i) for i, x in enumerate(mi.factor_total)]
    how = {"added": o["added"]}
    to = dci_scores(Relation(R, why, [1.0] * t.d, [0.0] * t.M), how)
    accuracy = to.pop("explicitness")
    to["accuracy"] = Series(accuracies(in_order(t, o, stream), o))
    s = to["modularity"].settled()
    if o["top"] > 0 and not is_undefined(s.value):
        D = s.items
        taken, keep = [0] * t.M, []
        for j in sorted((j for j in range(t.d) if not is_undefined(D[j])), key=lambda j: (-D[j], j)):
            i = int(np.argmax(R[:, j]))
            if taken[i] < o["top"]:
                keep.append(j)
            taken[i] += taken[i] < o["top"]
        keep.sort()
        if keep:
            some = dci_scores(Relation(R[:, keep], why, [1.0] * len(keep), [0.0] * t.M), how)
            own = some["modularity"].settled()
            items = [
                own.items[keep.index(j)] if j in keep else Undefined("not-applicable", "code", j) for j in range(t.d)
            ]
            items = [
                Undefined(x.word, x.axis, keep[x.index]) if is_undefined(x) and x.word == "zero-importance" else x
                for x in items
            ]
            to["modularity"] = Series(items, own.value)
            c = some["compactness"]
            value = c.settled().value
            if len(keep) > 1:
                fine = [i for i in range(t.M) if not is_undefined(c.items[i])]
                weight = R[:, keep].sum(axis=1)
                value = sum(weight[i] * c.items[i] for i in fine) / weight[fine].sum()
            to["compactness"] = Series(c.items, value)
    refused = [x for x in why if is_undefined(x)]
    if o["constants"] == "keep" and refused:
        to["modularity"] = Series([refused[-1]] * t.d, refused[-1])
        to["compactness"] = Series([refused[-1]] * t.M, refused[-1])
    return to
