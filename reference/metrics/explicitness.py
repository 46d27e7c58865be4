# needs: table logistic
AXES = {"explicitness": "factor"}
ABSENT, VARYING = "by factor", False
CYCLIC = True


def measure(t, o):
    """The mean area over the values that have one: that some rows learnt from have, and some but not all rows scored.
    Rows are ranked by the value's probability (softmax; or logistic functions over their sum), or probabilities=own by
    the value's own score. scaled: 2 (area - 1/2)."""
    batches = o["split"] == "batches"
    X = logistic_scaled(t, o["scale"], train_rows(t.n) if batches else t.n)
    splits = splits_of(t, o, t.stream(METRIC), o["split"])
    items = []
    for i, s in enumerate(splits):
        why = s.undefined(i)
        if why is not None:
            items.append(why)
            continue
        W = logistic(X[s.train], s.label[s.train], s.K, o["strength"], o["weights"] == "balanced",
                     o["model"] == "one-versus-rest")
        rows = s.test if o["scored"] == "test" else s.train
        rank = scores_of(X[rows], W)
        learnt = np.isfinite(W[:, -1])
        if o["probabilities"] == "shared":
            if o["model"] == "multinomial":
                rank = shares(rank)
            else:
                rank = 1 / (1 + np.exp(-np.clip(rank, -745, 745))) * learnt
                rank = rank / rank.sum(axis=1, keepdims=True)
        areas = [a for a in (auc(rank[:, k], s.label[rows] == k) for k in np.flatnonzero(learnt)) if a is not None]
        mean = np.mean(areas) if areas else Undefined("too-few-samples", "factor", i)
        items.append(mean if is_undefined(mean) else 2 * (mean - 0.5) if o["scaled"] else float(mean))
    return {"explicitness": Series(items)}
