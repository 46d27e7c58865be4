import copy

import numpy as np


class Undefined(float):
    """A value that the definition does not give: NaN with a reason, a word and the factor or code it is about."""

    def __new__(cls, word, axis=None, index=None):
        self = float.__new__(cls, "nan")
        self.word, self.axis, self.index = word, axis, index
        return self

    def __str__(self):
        return self.word if self.axis is None else f"{self.word}: {self.axis} {self.index}"


def is_undefined(x):
    return isinstance(x, Undefined)


def period_of(word):
    """That of numbers on a circle, "cyclic:360", "cyclic:2pi"; 0 of other kinds."""
    text = word[7:] if word.startswith("cyclic:") else "0"
    return float(text[:-2] or 1) * np.pi if text.endswith("pi") else float(text)


class Table:
    """factors (n, M), codes (n, d), levels (M,): how many classes, 0 of a continuous factor. NaN: an absent value.
    Categorical factors hold 0 .. K-1, their values in ascending order. period (M,): of numbers on a circle, else 0;
    ordered (M,): whether classes are in order, and so numbers where numbers are needed."""

    def __init__(self, factors, codes, kinds="auto", seed=0):
        columns = lambda a: np.asarray(a).reshape(len(a), -1)
        raw = columns(factors)
        self.codes, self.seed = columns(codes).astype(float), seed
        words = (kinds if isinstance(kinds, str) else ",".join(kinds)).replace("absent:", "").split(",")
        words = words * raw.shape[1] if len(words) == 1 else words
        self.period = np.array([period_of(word) for word in words])
        self.ordered = np.array([word == "ordinal" for word in words])
        whole = raw.dtype.kind in "iub"
        self.factors, self.levels = raw.astype(float), np.zeros(raw.shape[1], int)
        for i, word in enumerate(words):
            if word in ("categorical", "ordinal", "cyclic") or (word == "auto" and whole):
                there = ~np.isnan(self.factors[:, i])
                values, label = np.unique(self.factors[there, i], return_inverse=True)
                self.factors[there, i], self.levels[i] = label, len(values)
        self.factor_number, self.code_number = np.arange(raw.shape[1]), np.arange(self.codes.shape[1])

    n = property(lambda t: len(t.codes))
    M = property(lambda t: t.factors.shape[1])
    d = property(lambda t: t.codes.shape[1])

    def part(self, rows, factors, codes):
        """The table of these rows and columns; classes are numbered as before, columns know their first numbers."""
        t = copy.copy(self)
        t.factors, t.codes = self.factors[np.ix_(rows, factors)], self.codes[np.ix_(rows, codes)]
        t.levels, t.period, t.ordered = self.levels[factors], self.period[factors], self.ordered[factors]
        t.factor_number, t.code_number = self.factor_number[factors], self.code_number[codes]
        return t

    def stream(self, name):
        """The generator of what is named so: of a metric's id, or of a relation with its options. Entropy is the seed
        in two words of 32 bits, then the length of the name and its bytes, four to a word, then 0 and 0: the names of
        a scenario and a point, which a table of one's own has not."""
        text = name.encode()
        words = [text[k:k + 4].ljust(4, b"\0") for k in range(0, len(text), 4)]
        entropy = [self.seed & 0xFFFFFFFF, self.seed >> 32, len(text)]
        entropy += [int.from_bytes(word, "little") for word in words] + [0, 0]
        return np.random.default_rng(np.random.SeedSequence(entropy))


def varies(x):
    """Whether two values of a column differ; absent ones are none."""
    x = x[~np.isnan(x)]
    return len(x) > 0 and x.min() < x.max()


def are_names(t, i, o):
    """Classes of a factor that are no numbers: three or more, not in order, unless nominal=number."""
    return t.levels[i] > 2 and not t.ordered[i] and o.get("nominal", "refuse") == "refuse"


def moved(x, factors, codes):
    """A value of a part of a table, its reason with the numbers that the columns have in the whole."""
    if not is_undefined(x) or x.axis is None:
        return x
    return Undefined(x.word, x.axis, int((factors if x.axis == "factor" else codes)[x.index]))


def parts_of(t):
    """Whole parts of a table with absent values: the factors that every row has together, and each of the others with
    the rows that have it. Pairs of factors and rows."""
    absent = np.isnan(t.factors).any(axis=0)
    parts = [(np.flatnonzero(~absent), np.arange(t.n))] if not absent.all() else []
    return parts + [(np.array([i]), np.flatnonzero(~np.isnan(t.factors[:, i]))) for i in np.flatnonzero(absent)]


def no_row(i):
    return Undefined("too-few-samples", "factor", int(i))


class Relation:
    """A factor x code matrix with totals: the entropies of mutual information, else 1, or 0 where constant. quality: of
    relations that predict, how well each factor is predicted."""

    def __init__(self, value, factor_total, code_total, quality=None, code_total_for=None):
        self.value, self.factor_total, self.code_total = value, list(factor_total), list(code_total)
        self.quality, self.code_total_for = quality, code_total_for


def in_order(t, o, stream):
    """The table with its rows in the order permutation(n) of a stream; order=table, in a relation without the option, as
    they stand."""
    if o.get("order", "table") == "table":
        return t
    rows, all_of = stream.permutation(t.n), np.arange
    to = t.part(rows, all_of(t.M), all_of(t.d))
    if getattr(t, "activations", None) is not None:
        to.activations = t.activations[rows]
    return to


def relation_of(t, compute, o):
    """compute(t, o) on a whole table; of one with absent values each part by itself, put together again. A code's total
    is then the largest of the parts', and code_total_for has that of each factor's part."""
    if not np.isnan(t.factors).any():
        return compute(t, o)
    whole = Relation(np.zeros((t.M, t.d)), [0.0] * t.M, [0.0] * t.d, [0.0] * t.M, np.zeros((t.M, t.d)))
    known = False
    for factors, rows in parts_of(t):
        if not len(rows):
            whole.factor_total[factors[0]] = whole.quality[factors[0]] = no_row(factors[0])
            continue
        r = compute(t.part(rows, factors, np.arange(t.d)), o)
        known = known or r.quality is not None
        for k, i in enumerate(factors):
            whole.value[i], whole.code_total_for[i] = r.value[k], r.code_total
            whole.factor_total[i] = moved(r.factor_total[k], factors, range(t.d))
            if r.quality is not None:
                whole.quality[i] = moved(r.quality[k], factors, range(t.d))
        whole.code_total = [
            a if b <= a else moved(b, factors, range(t.d)) for a, b in zip(whole.code_total, r.code_total)
        ]
    whole.quality = whole.quality if known else None
    return whole


class Series:
    """What a metric gives for one output: items per factor or code, and the value; None: the mean of the items that are
    defined, undefined where none is."""

    def __init__(self, items=(), value=None):
        self.items, self.value = list(items), value

    def settled(self):
        fine = [x for x in self.items if np.isfinite(x)]
        value = self.value
        if value is None and fine:
            value = sum(fine) / len(fine)
        if value is None:
            value = self.items[0] if self.items else float("nan")
        return Series(self.items, value)


def undefined_all(why, axes, t):
    """Every output and all its items undefined."""
    count = {"factor": t.M, "code": t.d, None: 0}
    return {name: Series([why] * count[axis], why) for name, axis in axes.items()}


def takes_cyclic(o):
    """Whether the metric, and the relation that it asks for, take numbers on a circle."""
    return globals().get("CYCLIC", False) and o.get("relation", "mi") not in ("boost", "forest", "lasso")


def measured_by_parts(t, o):
    """A metric whose items are each of one factor: of each part by itself."""
    to = {name: Series([None] * t.M) for name in AXES}
    for factors, rows in parts_of(t):
        part = t.part(rows, factors, np.arange(t.d))
        of = {name: s.items for name, s in measure(part, o).items()} if len(rows) else \
            {name: [no_row(i) for i in range(len(factors))] for name in AXES}
        for name, items in of.items():
            for k, i in enumerate(factors):
                to[name].items[i] = moved(items[k], factors, range(t.d))
    return to


def measured_whole(t, o):
    cyclic = np.flatnonzero(t.period)
    if len(cyclic) and not takes_cyclic(o):
        return undefined_all(Undefined("not-applicable", "factor", int(cyclic[0])), AXES, t)
    if not np.isnan(t.factors).any() or ABSENT == "takes":
        return measure(t, o)
    if ABSENT == "by factor":
        return measured_by_parts(t, o)
    return undefined_all(Undefined("not-applicable"), AXES, t)


def constant_column(t, axis, k):
    if axis == "factor" and np.isnan(t.factors[:, k]).all():
        return no_row(k)
    return Undefined("constant-" + axis, axis, int(k))


def measured_varying(t, o):
    """Without the columns that do not vary, where some do; their items are undefined, the others in their places."""
    kept = lambda a: [k for k in range(a.shape[1]) if varies(a[:, k])] or list(range(a.shape[1]))
    factors, codes = kept(t.factors), kept(t.codes)
    to = {}
    for name, s in measured_whole(t.part(np.arange(t.n), factors, codes), o).items():
        s, axis = s.settled(), AXES[name]
        place, count = (factors, t.M) if axis == "factor" else (codes, t.d)
        items = [constant_column(t, axis, k) for k in range(count)] if s.items else []
        for k, x in zip(place, s.items):
            items[k] = moved(x, factors, codes)
        to[name] = Series(items, moved(s.value, factors, codes))
    return to


# Of codes, of factors and of rows, in the same dimensions; and what a decoder adds to z W, or gives.
SPACE = ("directions", "true_directions", "activations", "bias", "scale", "reconstruction")


def decoded(space):
    """Directions times the scale, activations and reconstruction less the bias, 0 in a row that is the bias as far as
    single precision tells."""
    array = {name: None if a is None else np.asarray(a, float) for name, a in space.items()}
    bias, scale = array.pop("bias"), array.pop("scale")
    if scale is not None:
        array["directions"] = array["directions"] * scale.reshape(1, -1)
    for name in ("activations", "reconstruction"):
        if bias is not None and array[name] is not None:
            rest = array[name] = array[name] - bias.reshape(1, -1)
            rest[(np.abs(rest) <= 2.0 ** -23 * np.abs(bias.reshape(1, -1))).all(axis=1)] = 0.0
    return array


def score(factors, codes, kinds="auto", seed=0, **options):
    """{output: {"value", "items", "reason", "reasons"}}; NaN where undefined. kinds: as `assay score --kinds`;
    what is in SPACE by their names."""
    o, space = dict(OPTIONS), {name: options.pop(name, None) for name in SPACE}
    for name, value in options.items():
        if name.replace("_", "-") not in o:
            raise TypeError(f"{METRIC} has no option {name}; there are {', '.join(o)}")
        o[name.replace("_", "-")] = value
    t = Table(factors, codes, kinds, seed)
    t.directions, t.true_directions, t.activations, t.reconstruction = decoded(space).values()
    whole = o.get("columns", "varying") == "all" or o.get("constants", "skip") != "skip"
    run = measured_varying if VARYING and not whole else measured_whole
    why = lambda x: str(x) if is_undefined(x) else None if np.isfinite(x) else "not a number"
    to = {}
    for name, s in run(t, o).items():
        s = s.settled()
        to[name] = {"value": float(s.value), "items": [float(x) for x in s.items], "reason": why(s.value),
                    "reasons": [why(x) for x in s.items]}
    return to
