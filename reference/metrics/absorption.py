# needs: table probes
AXES = {"full": "factor", "fraction": "factor"}
ABSENT, VARYING = "refused", False


def nearest(t):
    """The feature of each code: the largest |cosine| of directions, of equal ones the first."""
    length = lambda a: np.sqrt((a * a).sum(axis=1))
    with np.errstate(all="ignore"):
        cosine = np.abs(t.true_directions @ t.directions.T) / np.outer(length(t.true_directions), length(t.directions))
    return np.argmax(np.minimum(np.nan_to_num(cosine, nan=0.0), 1.0), axis=0)


def chosen_by_probe(Z, y):
    """The codes of largest difference of means: the first k of 1 .. 10 after which one more adds at most .03 to the F1
    of a logistic regression on them, on these rows."""
    codes, before = first_codes(np.abs(gaps(Z, y)), 10, False), None
    for k in range(1, len(codes) + 1):
        w, b = probe_of(Z[:, codes[:k]], y)
        said = Z[:, codes[:k]] @ w + b > 0
        f1 = 2 * (said & y).sum() / (said.sum() + y.sum())
        if before is not None and f1 - before <= 0.03:
            return codes[:k - 1]
        before = f1
    return codes


def shares(t, p, o):
    """Rows scored: of the second half, where the parent is on and its probe says so. Of a row: z_j W_j.u of every
    code, u along the parent; the main codes' sum m, the absorbers' sum a (or of the largest `most`), either cut off at
    0."""
    on, x, (learn, test) = t.factors[:, p] > 0, activations_of(t), halves(t)
    rows, each = even(learn, [on, ~on])
    if each < 5:
        return Undefined("too-few-samples", "factor", p)
    w, b = probe_of(x[rows], on[rows])
    feature = nearest(t) if t.true_directions is not None else None
    main = np.flatnonzero(feature == p) if o["main"] == "directions" else chosen_by_probe(t.codes[rows], on[rows])
    u = w if o["along"] == "probe" else t.true_directions[p]
    u = u / np.sqrt(u @ u) if u @ u > 0 else u
    scored = test[on[test] & (x[test] @ w + b > 0)]
    if not len(scored):
        return Undefined("too-few-samples", "factor", p)
    along, size = t.directions @ u, np.sqrt((t.directions ** 2).sum(axis=1))
    cosine = np.divide(along, size, out=np.zeros(t.d), where=size > 0)
    is_main = np.isin(np.arange(t.d), main)
    full_cosine = o["full-cosine"] if o["full-cosine"] >= -1 else o["cosine"]
    full_share = o["full-share"] if o["full-share"] >= 0 else o["share"]
    allowed = lambda least: ~is_main & (cosine >= least)
    Z, full, fraction = t.codes[scored], 0.0, 0.0
    for z, whole in zip(Z, x[scored] @ u):
        m = max(0.0, (z * along)[is_main].sum())
        strong = (z * along)[allowed(full_cosine) & (z > 0)]
        most = strong.max() if len(strong) else 0.0
        full += not (z[is_main] > 0).any() and most > 0 and most >= full_share * whole
        absorbed = np.sort((z * along)[allowed(o["cosine"]) & (z > 0)])[::-1]
        a = np.maximum(absorbed, 0)[:o["most"]].sum() if o["most"] else absorbed.sum()
        if m < whole and a > 0 and a >= o["share"] * whole:
            a = min(a, whole - m) if o["excess"] == "cut" else a
            fraction += a / (a + m)
    return full / len(scored), fraction / len(scored)


def measure(t, o):
    """Every parent (of=all: every factor); its children never fire without it."""
    asks = o["main"] == "directions" or o["along"] == "truth"
    if not is_known(t) or (asks and t.true_directions is None):
        return undefined_all(Undefined("not-applicable"), AXES, t)
    t = in_order(t, o, t.stream(METRIC))
    items = {name: [] for name in AXES}
    for p in range(t.M):
        found = Undefined("not-applicable", "factor", p)
        if len(children_of(t, p)) or o["of"] == "all":
            found = shares(t, p, o)
        for k, name in enumerate(AXES):
            items[name].append(found if is_undefined(found) else float(found[k]))
    return {name: Series(x) for name, x in items.items()}
