# needs: table directions
AXES = {"uniqueness": None, "f1": "code", "precision": "code", "recall": "code", "accuracy": "code",
        "f1-by-factor": "factor"}
ABSENT, VARYING = "refused", False


def measure(t, o):
    """Code j is a detector of the factor whose direction is nearest by |cos|, of equal ones the first: z_j > 0 says
    that the factor is above 0. f1-by-factor: the best of its codes, 0 without one. A ratio of 0/0 is left out, or 0
    with undefined=zero; undefined=alive: dead codes have no item. mean=means: f1 of the mean precision and recall."""
    if t.directions is None:
        return undefined_all(Undefined("not-applicable"), AXES, t)
    feature, alive, best = np.argmax(cosines(t), axis=0), living(t), np.zeros(t.M)
    items = {name: [] for name, axis in AXES.items() if axis == "code"}
    for j in range(t.d):
        z, v = t.codes[:, j] > 0.0, t.factors[:, feature[j]] > 0.0
        said, true, right = int(z.sum()), int(v.sum()), int((z & v).sum())
        best[feature[j]] = max(best[feature[j]], 2 * right / (said + true) if said + true else 0.0)
        empty = 0.0 if o["undefined"] == "zero" else Undefined("zero-importance", "code", j)
        dead = Undefined("no-active-code", "code", j) if o["undefined"] == "alive" and not alive[j] else None
        for name, above, below in (("precision", right, said), ("recall", right, true), ("f1", 2 * right, said + true),
                                   ("accuracy", t.n - said - true + 2 * right, t.n)):
            items[name].append(dead if dead is not None else above / below if below else empty)
    to = {name: Series(x) for name, x in items.items()}
    precision, recall = to["precision"].settled().value, to["recall"].settled().value
    if o["mean"] == "means" and np.isfinite(precision) and np.isfinite(recall):
        to["f1"].value = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    counted = alive if o["codes"] == "alive" else np.ones(t.d, bool)
    named = len(set(feature[counted].tolist()))
    to["uniqueness"] = Series(value=named / (int(counted.sum()) if o["divisor"] == "codes" else t.M) if counted.any()
                              else Undefined("no-active-code"))
    to["f1-by-factor"] = Series(best)
    return to
