# needs: table class_rows
AXES = {"rf1-acc": "factor"}
ABSENT, VARYING = "takes", True
CYCLIC = True
FOREST_ACCURACY = {**{k: v for k, v in CLASS.items()}, "trees": 100, "depth": 5}


def forest_accuracy(t, o):
    """Relation forest-accuracy: the test accuracy of a forest that sees one code. The key of factor i and code j is
    key_of(the relation's, i d + j)."""
    o = {**FOREST_ACCURACY, **{k: v for k, v in o.items() if k in FOREST_ACCURACY}}
    stream = t.stream(relation_name("forest-accuracy", o, FOREST_ACCURACY))
    pick, factors = class_table(t, o, stream)
    X, value = class_codes(t, o), np.zeros((t.M, t.d))
    key = int(stream.bit_generator.random_raw())
    total = [Undefined("not-applicable") if X is None else f.why if f.why is not None else 1.0 for f in factors]
    for i, f in enumerate(factors):
        for j in range(0 if is_undefined(total[i]) else t.d):
            sums = forest(X[pick][:, [j]], f.train, Labels(f.label, f.K), o["trees"], 1, o["depth"] or 10 ** 9,
                          key_of(key, i * t.d + j), f.test)[1]
            value[i, j] = np.mean(decided(sums) == f.label[f.test])
    return Relation(value, total, [1.0] * t.d)


def measure(t, o):
    """The best code's accuracy."""
    r = relation_of(t, forest_accuracy, o)
    return {
        "rf1-acc": Series([x if is_undefined(x) else float(r.value[i].max()) for i, x in enumerate(r.factor_total)])
    }
