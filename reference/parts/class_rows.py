# needs: table forest chance
CLASS = {"scale": "ranks", "factor-bins": 10, "split": "stratified", "rows": 10000, "explicitness": "relative",
         "constant": "skip"}


def shuffled(rows, want, stream):
    """So many of the rows, one after the other by integers() among those left, which is put in front by exchange."""
    rows = list(rows)
    for k in range(want):
        other = k + int(stream.integers(len(rows) - k))
        rows[k], rows[other] = rows[other], rows[k]
    return rows[:want]


class ClassFactor:
    """Labels by row of the table (only rows to learn from and to test on count), and these rows."""

    def __init__(self, label, train, test):
        self.train, self.test = np.array(train, int), np.array(test, int)
        used = np.unique(label[np.concatenate([self.train, self.test])]) if len(train) + len(test) else np.zeros(0, int)
        self.label, self.K, self.why = np.searchsorted(used, label), len(used), None


def class_table(t, o, stream):
    """Which row of t each row of the table is, and a ClassFactor each. stratified: of every value, in order,
    round-half-even (rows p) rows where there are more than `rows`, else all, drawn as above; the first floor(4/5) are
    learnt from. first: train_rows and test_rows. random: `rows` rows drawn once for all factors, replaced: with
    replacement; of them the first fifth (ceiling) is for testing. fifths: the first floor(4 n/5) are learnt from."""
    v, _ = labels_of(t, t.n, o["factor-bins"])
    pick = np.arange(t.n)
    if o["split"] == "replaced":
        pick = np.array([int(stream.integers(t.n)) for _ in range(o["rows"])])
    if o["split"] == "random":
        pick = np.array(shuffled(range(t.n), min(o["rows"], t.n), stream))
    n, to = len(pick), []
    for i in range(t.M):
        label = v[pick, i]
        if o["split"] == "stratified":
            train, test = [], []
            for k in np.unique(label):
                own = np.flatnonzero(label == k)
                want = int(np.rint(o["rows"] * (len(own) / n))) if o["rows"] < n else len(own)
                own = shuffled(own, want, stream)
                train, test = train + own[:int(0.8 * want)], test + own[int(0.8 * want):]
        elif o["split"] == "first":
            train, test = range(train_rows(n)), range(train_rows(n), train_rows(n) + test_rows(n))
        elif o["split"] == "fifths":
            train, test = range(int(0.8 * n)), range(int(0.8 * n), n)
        else:
            fifth = (n + 4) // 5
            train, test = range(fifth, n), range(fifth)
        f = ClassFactor(label, train, test)
        if len(f.train) + len(f.test) < 10 or not len(f.train) or not len(f.test):
            f.why = Undefined("too-few-samples", "factor", i)
        elif o["constant"] == "skip" and f.K == 1:
            f.why = Undefined("constant-factor", "factor", i)
        elif f.K > 1000:
            f.why = Undefined("not-applicable", "factor", i)
        to.append(f)
    if o["constant"] == "refuse":
        one = [i for i, f in enumerate(to) if f.why is None and len(np.unique(f.label[f.train])) == 1]
        for f in to if one else []:
            f.why = Undefined("constant-factor", "factor", one[0])
    return pick, to


def class_codes(t, o):
    """Ranks of values, scaled to [0, 1] or as they are, in single precision; None: beyond it."""
    scaled = {"ranks": lambda: ranked(t), "minmax": lambda: np.column_stack([minmax(x) for x in t.codes.T]),
              "none": lambda: t.codes}[o["scale"]]()
    with np.errstate(over="ignore"):
        X = scaled.astype(np.float32)
    return X if np.isfinite(X).all() else None


def decided(sums):
    """The class with the largest sum of shares, the first of equal ones."""
    return np.array([int(np.argmax(s)) for s in sums])


def relative(f, accuracy, o, i):
    """accuracy, or 1 - (1 - accuracy)/(1 - share of the commonest value among the test rows), at least 0."""
    if o["explicitness"] == "accuracy":
        return accuracy
    guess = np.bincount(f.label[f.test]).max() / len(f.test)
    return Undefined("constant-factor", "factor", i) if guess == 1 else max(0.0, 1 - (1 - accuracy) / (1 - guess))


def class_relation(t, o, name, standard, learn):
    """learn(X, factor, key) gives importances and a score of each factor; the key is one raw word of the stream, after
    the rows, and key_of(that, i) the factor's."""
    o = {
        **{k.rstrip("?"): v for k, v in standard.items()},
        **{k: v for k, v in o.items() if k in standard or k + "?" in standard or k == "level"},
    }
    stream = t.stream(relation_name(name, o, standard))
    pick, factors = class_table(t, o, stream)
    X, value, quality = class_codes(t, o), np.zeros((t.M, t.d)), []
    key = int(stream.bit_generator.random_raw())
    if X is None:
        quality = [Undefined("not-applicable")] * t.M
        return Relation(value, quality, [1.0] * t.d, quality)
    for i, f in enumerate(factors):
        f.pick = pick
        quality.append(f.why)
        if f.why is None:
            value[i], quality[i] = learn(X[pick], f, key_of(key, i), o, i)
    total = [f.why if f.why is not None else 1.0 if f.K > 1 else 0.0 for f in factors]
    return Relation(value, total, [1.0] * t.d, quality)


FOREST_CLASSES = {**CLASS, "trees": 10, "depth": 0, "features": "all"}


def forest_classes(t, o):
    """Relation forest-classes: the importances and accuracy of a classification forest of all codes."""
    def learn(X, f, key, o, i):
        tries = int(np.sqrt(t.d)) if o["features"] == "sqrt" else t.d
        importance, sums = forest(
            X, f.train, Labels(f.label, f.K), o["trees"], tries, o["depth"] or 10**9, key, f.test
        )
        found = decided(sums)
        if not is_small(label_chance(f, found, X), t.M, o):
            importance[:] = 0.0
        return importance, relative(f, float(np.mean(found == f.label[f.test])), o, i)
    return class_relation(t, o, "forest-classes", FOREST_CLASSES, learn)
