# needs: table logistic
AXES = {"accuracy": "factor", "auc": "factor", "f1": "factor"}
ABSENT, VARYING = "by factor", False


def probe(t, own, order, o):
    """Of the value's rows in the order of the permutation the first half (floor) is learnt from; so of as many rows
    without it (or all there are). The codes, over their mean size (or deviation) in the rows learnt from, with the
    largest differences of means; a logistic regression, C = 1; accuracy (score > 0), area, F1 on the others."""
    yes, no = [s for s in order if own[s]], [s for s in order if not own[s]]
    no = no[:min(len(no), len(yes))]
    if min(len(yes) // 2, len(no) // 2) < 5:
        return None
    learn = np.array(yes[:len(yes) // 2] + no[:len(no) // 2])
    test = np.array(yes[len(yes) // 2:] + no[len(no) // 2:])
    z, y = t.codes[learn], own[learn]
    with np.errstate(all="ignore"):
        scale = z.std(axis=0) if o["scale"] == "sd" else np.abs(z).mean(axis=0)
        scale = np.where(scale > 0, scale, 1.0)
        gap = np.abs(z[y].mean(axis=0) - z[~y].mean(axis=0)) / scale
    code = np.argsort(-gap, kind="stable")[:o["codes"]]
    W = logistic(z[:, code] / scale[code], y.astype(int), 2, one_versus_rest=True)
    score_ = scores_of(t.codes[test][:, code] / scale[code], W)[:, 1]
    said, is_ = score_ > 0, own[test]
    return np.mean(said == is_), auc(score_, is_), 2 * (said & is_).sum() / (said.sum() + is_.sum())


def measure(t, o):
    """The mean over the values (of two: the second) that have five rows to learn from and five to score on either
    side."""
    order, to = t.stream(METRIC).permutation(t.n), {name: [] for name in AXES}
    for i, s in enumerate(splits_of(t, o, None, "none")):
        why = s.undefined(i)
        found = [] if why is not None else [probe(t, s.label == k, order, o) for k in range(s.K == 2, s.K)]
        found = [x for x in found if x is not None]
        if why is None and not found:
            why = Undefined("too-few-samples", "factor", i)
        for k, name in enumerate(AXES):
            to[name].append(why if why is not None else float(np.mean([x[k] for x in found])))
    return {name: Series(x) for name, x in to.items()}
