"""A bank of metrics in the styles of this field, each right or with one mistake: what `assay validate` must catch, must
not refuse, and must never give a false cause for. RIGHT: name -> reference, or reference/output. WRONG: name ->
(reference, words that a true cause has, or None where no cause is expected: then none may be named)."""
import numpy as np

BINS = 10
RIGHT, WRONG = {}, {}


def right(against):
    def keep(function):
        RIGHT[function.__name__] = against
        return function
    return keep


def wrong(against, *words):
    def keep(function):
        WRONG[function.__name__] = (against, words or None)
        return function
    return keep


def variant(name, function, keep):
    """A module's function of that name: one more candidate."""
    function.__name__ = function.__qualname__ = name
    globals()[name] = keep(function)


# ---- information ----


def binned(x, bins=BINS, low=None, high=None):
    low, high = x.min() if low is None else low, x.max() if high is None else high
    return np.clip((bins * (x - low) / ((high - low) or 1.0)).astype(int), 0, bins - 1)


def scaled(x):
    """To [0, 1] by the bits that the reference has."""
    scale = 1.0 / ((x.max() - x.min()) or 1.0)
    return x * scale + (0.0 - x.min() * scale)


def table(a, b):
    to = np.zeros((a.max() + 1, b.max() + 1))
    np.add.at(to, (a, b), 1)
    return to


def entropy(p, log=np.log):
    p = np.asarray(p, float).ravel()
    p = p[p > 0] / p.sum()
    return -(p * log(p)).sum()


def information(a, b, counts=lambda t: t):
    t = counts(table(a, b))
    return entropy(t.sum(1)) + entropy(t.sum(0)) - entropy(t)


def columns(factors, codes, kinds, cut=binned):
    return ([f.astype(int) if k == "categorical" else cut(f) for f, k in zip(factors.T, kinds)],
            [cut(z) for z in codes.T])


def matrix(v, z, of=information):
    return np.array([[of(a, b) for b in z] for a in v])


def two(m):
    best = np.sort(m, axis=1)[:, ::-1]
    return best[:, 0], best[:, 1]


def divided(x, by):
    return np.where(np.asarray(by) > 0, x / np.where(np.asarray(by) > 0, by, 1.0), np.nan)


def mig(factors, codes, kinds, cut=binned, of=information, total=lambda a: entropy(np.bincount(a))):
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds, cut)
    first, second = two(matrix(v, z, of))
    alive = np.array([len(np.unique(a)) > 1 for a in v])
    return np.where(alive, divided(first - second, np.array([total(a) for a in v])), np.nan)


variant("mig_histogram", lambda factors, codes, kinds: mig(factors, codes, kinds), right("mig"))


def of_items(name, function, change, keep):
    """A metric of which the items are made into something else, where it has any."""
    def changed(factors, codes, kinds):
        items = function(factors, codes, kinds)
        return items if isinstance(items, str) else change(items)
    variant(name, changed, keep)


of_items("mig_float32", mig, lambda items: items.astype(np.float32), right("mig"))


def entropy_eps(a, eps):
    p = np.bincount(a) / len(a)
    return -(p * np.log(p + eps)).sum()


def information_eps(a, b, eps):
    p = table(a, b) / len(a)
    return entropy_eps(a, eps) + entropy_eps(b, eps) + (p * np.log(p + eps)).sum()


def with_epsilon(eps):
    return {"of": lambda a, b: information_eps(a, b, eps), "total": lambda a: entropy_eps(a, eps)}


# 1e-12 inside the logarithm
variant("mig_small_epsilon", lambda factors, codes, kinds: mig(factors, codes, kinds, **with_epsilon(1e-12)),
        right("mig"))
variant("mig_epsilon_10", lambda factors, codes, kinds: mig(factors, codes, kinds, **with_epsilon(1e-10)), right("mig"))


@right("mig")
def mig_in_bits(factors, codes, kinds):
    """bits over bits"""
    return mig(factors, codes, kinds, of=lambda a, b: information(a, b) / np.log(2),
               total=lambda a: entropy(np.bincount(a), np.log2))


@right("mig")
def mig_float32_inside(factors, codes, kinds):
    def of(a, b):
        p = (table(a, b) / len(a)).astype(np.float32)
        q = p.sum(1, keepdims=True) * p.sum(0, keepdims=True)
        return float((p[p > 0] * np.log(p[p > 0] / q[p > 0])).sum())
    return mig(factors, codes, kinds, of=of)


class MigObject:
    """update, compute, reset; predictions first"""

    def __init__(self):
        self.reset()

    def reset(self):
        self.preds, self.target = [], []

    def update(self, preds, target, kinds):
        self.preds.append(preds)
        self.target.append(target)
        self.kinds = kinds

    def compute(self):
        return mig(np.concatenate(self.target), np.concatenate(self.preds), self.kinds)


RIGHT["MigObject"] = "mig"


def wrong_mig(name, words, against="mig", **how):
    variant(name, lambda factors, codes, kinds: mig(factors, codes, kinds, **how), wrong(against, *words))


wrong_mig("mig_laplace", ("from what information() returns. There at",),
          of=lambda a, b: information(a, b, lambda t: t + 1))
wrong_mig("mig_laplace_half", ("from what information() returns. There at",),
          of=lambda a, b: information(a, b, lambda t: t + 0.5))
wrong_mig("mig_epsilon_3", ("information_eps() returns",), **with_epsilon(1e-3))
wrong_mig("mig_epsilon_2_total", ("from what entropy_eps() returns of the factors. There of the totals",),
          total=lambda a: entropy_eps(a, 1e-2))
wrong_mig("mig_epsilon_4", ("information_eps() returns",), **with_epsilon(1e-4))
wrong_mig("mig_miller_madow", ("from what matrix() returns. There at",),
          of=lambda a, b: information(a, b) - (np.count_nonzero(table(a, b)) - len(np.unique(a))
                                               - len(np.unique(b)) + 1) / 2 / len(a))
wrong_mig("mig_first_edges_half", ("bins, the first up to",),
          cut=lambda x: binned(x, 10, x[:len(x) // 2].min(), x[:len(x) // 2].max()))
wrong_mig("mig_first_edges_100", ("bins, the first up to",), cut=lambda x: binned(x, 10, x[:100].min(), x[:100].max()))
wrong_mig("mig_quantile", ("rule=quantile", "of as many rows each (quantiles)"),
          cut=lambda x: np.searchsorted(np.quantile(x, np.arange(1, 10) / 10), x, side="right"))
wrong_mig("mig_bins_20", ("bins=20",), cut=lambda x: binned(x, 20))
wrong_mig("mig_bins_sqrt", ("12 bins, the first up to",), cut=lambda x: binned(x, int(np.sqrt(len(x)))))
wrong_mig("mig_wrong_side", ("closed on the wrong side: (a, b] where [a, b) is meant",),
          cut=lambda x: np.maximum(np.digitize(scaled(x), np.arange(10) * 0.1, right=True) - 1, 0))
wrong_mig("mig_own_bin", ("leave the largest value a bin of its own",),
          cut=lambda x: np.digitize(scaled(x), np.arange(11) * 0.1))
wrong_mig("mig_log_bins", ("logarithm of the number of bins",), total=lambda a: np.log(10))
wrong_mig("mig_largest_total", ("largest of all factors' totals",), total=lambda a: 0)


def mig_of(name, words, against, function):
    def score(factors, codes, kinds):
        if codes.shape[1] < 2:
            return "one-code: no second"
        v, z = columns(factors, codes, kinds)
        h = np.array([entropy(np.bincount(a)) for a in v])
        with np.errstate(all="ignore"):
            items = function(matrix(v, z), h, v, z)
        return np.where(h > 0, items, np.nan)
    variant(name, score, wrong(against, *words))


del WRONG["mig_largest_total"]
mig_of("mig_max_of_matrix", ("largest value of the whole matrix",), "mig",
       lambda m, h, v, z: (two(m)[0] - two(m)[1]) / m.max())
mig_of("mig_largest_total", ("largest of all factors' totals",), "mig",
       lambda m, h, v, z: (two(m)[0] - two(m)[1]) / h.max())
mig_of("mig_first_alone", ("the largest value counts alone",), "mig", lambda m, h, v, z: two(m)[0] / h)
mig_of("mig_mean_of_rest", ("the others' mean is taken off the largest",), "mig",
       lambda m, h, v, z: (m.max(1) - (m.sum(1) - m.max(1)) / (m.shape[1] - 1)) / h)
mig_of("mig_joint", ("joint entropy",), "mig",
       lambda m, h, v, z: (lambda q: two(q)[0] - two(q)[1])(
           m / np.array([[entropy(table(a, b)) for b in z] for a in v])))
mig_of("mig_nmi_mean", ("mean of the two totals",), "mig",
       lambda m, h, v, z: (lambda q: two(q)[0] - two(q)[1])(
           2 * m / np.maximum(h[:, None] + np.array([entropy(np.bincount(b)) for b in z]), 1e-300)))
mig_of("mig_by_best_code", ("divided by the code's total (entropy) of the first code",), "mig",
       lambda m, h, v, z: (two(m)[0] - two(m)[1]) / np.array([entropy(np.bincount(z[j])) for j in m.argmax(1)]))
mig_of("mig_nats_over_bits", ("totals (entropies) are in bits and information in nats",), "mig",
       lambda m, h, v, z: (two(m)[0] - two(m)[1]) / (h / np.log(2)))
mig_of("mig_over_factors", ("taken over factors instead of over codes",), "mig",  # raises where M is not d
       lambda m, h, v, z: (two(m.T)[0] - two(m.T)[1]) / h)
mig_over_factors.outputs = {"mig_over_factors": "factor"}  # noqa: F821
mig_of("mig_nan_on_dead", (), "mig", lambda m, h, v, z: (two(m)[0] - two(m)[1]) / h + 0 * sum(
    entropy(np.bincount(b)) / entropy(np.bincount(b)) for b in z))
mig_of("mig_squared", ("squared",), "mig", lambda m, h, v, z: ((two(m)[0] - two(m)[1]) / h) ** 2)


@wrong("mig", "part from the reference's after the relation")
def mig_argmax_other_axis(factors, codes, kinds):
    """the best code of factor i is taken from argmax over factors: a vector per code, of which the first M are used"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds)
    m = matrix(v, z)
    h = np.array([entropy(np.bincount(a)) for a in v])
    best = m.argmax(axis=0)
    gaps = []
    for i in range(len(v)):
        j = best[i] if i < len(best) and best[i] < m.shape[1] else 0
        gaps.append(m[i, j] - np.delete(m[i], j).max())
    return divided(np.array(gaps), h)


variant("mig_reshaped", lambda factors, codes, kinds: mig(factors, codes.T.ravel().reshape(-1, codes.shape[1]), kinds),
        wrong("mig", "reshaped instead of transposed"))


@wrong("mig", "factors and codes are exchanged")
def mig_swapped(factors, codes, kinds):
    items = mig(codes, factors, ["continuous"] * codes.shape[1])
    return items if isinstance(items, str) else float(np.nanmean(items))


# categorical factors are cut into bins as well: nothing differs up to ten classes
variant("mig_labels_binned", lambda factors, codes, kinds: mig(factors, codes, ["continuous"] * factors.shape[1]),
        wrong("mig", "categories=cut", "taken as numbers"))


of_items("mig_sum", mig, lambda items: float(np.nansum(items)), wrong("mig", "sum of the items"))
of_items("mig_nan_to_zero", mig, lambda items: float(np.nan_to_num(items).mean()),
         wrong("mig", "undefined items count as 0", "constants=zero"))
# nobody's mistake: a power
of_items("mig_shrunk", mig, lambda items: np.abs(items) ** 1.1,
         wrong("mig", "part from the reference's after the relation"))


@wrong("mig", "the last code is left out")
def mig_only_with_more_codes(factors, codes, kinds):
    """the last code is forgotten where there are more codes than factors"""
    return mig(factors, codes[:, :-1] if codes.shape[1] > factors.shape[1] else codes, kinds)


# ---- codes alone: tables side by side ----


def udr(z, relate=lambda a, b: abs(correlations(ranked(a), ranked(b))), most=lambda r: r.max(0) ** 2, both=True):
    d = z.shape[1] // 2
    if z.shape[1] % 2 or (np.ptp(z, axis=0) == 0).any():
        return "not-applicable: an odd number of codes, or dead ones"
    r = relate(z[:, :d], z[:, d:])
    sides = [float(np.mean(most(x) / x.sum(0))) for x in (r, r.T)]
    return sum(sides) / 2 if both else sides[0]


def ranked(z):
    from scipy.stats import rankdata
    return np.apply_along_axis(rankdata, 0, z)


def of_codes(name, keep, **how):
    variant(name, lambda codes: udr(codes, **how), keep)
    globals()[name].needs = "codes"


of_codes("udr_by_ranks", right("udr:similarity=spearman"))
of_codes("udr_of_numbers", wrong("udr:similarity=spearman", "as the relations of codes. There at codes z"),
         relate=lambda a, b: abs(correlations(a, b)))
of_codes("udr_largest", wrong("udr:similarity=spearman", "part from the reference's after"), most=lambda r: r.max(0))
of_codes("udr_one_side", wrong("udr:similarity=spearman", "part from the reference's after"), both=False)


# ---- modularity ----


def modularity(factors, codes, kinds, less=1, square=True, top=None, power=2):
    varying = [i for i in range(factors.shape[1]) if np.ptp(factors[:, i]) > 0]
    if varying and len(varying) < factors.shape[1]:  # M counts factors that vary
        factors = factors[:, varying]
        kinds = [kinds[i] for i in varying] if isinstance(kinds, (list, tuple)) else kinds[varying]
    if factors.shape[1] < 2:
        return "one-factor: no second"
    v, z = columns(factors, codes, kinds)
    m = matrix(v, z)
    items = []
    for j in range(m.shape[1]):
        best = m[:, j].max() if top is None else top(m)
        if not m[:, j].max() > 1e-12:
            items.append(np.nan)
            continue
        rest = np.delete(m[:, j], m[:, j].argmax())
        items.append(1 - (rest ** power).sum() / (best ** power * (len(v) - less)))
    return np.array(items)


variant("modularity_plain", lambda factors, codes, kinds: modularity(factors, codes, kinds), right("modularity:level=1"))
variant("modularity_m", lambda factors, codes, kinds: modularity(factors, codes, kinds, less=0),
        wrong("modularity", "M where M - 1 is meant"))
variant("modularity_max_of_matrix", lambda factors, codes, kinds: modularity(factors, codes, kinds, top=np.max),
        wrong("modularity", "part from the reference's after the relation"))
variant("modularity_not_squared", lambda factors, codes, kinds: modularity(factors, codes, kinds, power=1),
        wrong("modularity", "the square root is taken of the matrix"))


of_items("modularity_without_one", modularity, lambda items: 1 - items, wrong("modularity", "1 - score"))


# ---- correlation ----


def correlations(factors, codes, ddof=(0, 0)):
    v, z = factors - factors.mean(0), codes - codes.mean(0)
    with np.errstate(all="ignore"):
        r = v.T @ z / (len(v) - ddof[0]) / np.outer(factors.std(0, ddof=ddof[1]), codes.std(0, ddof=ddof[1]))
    return np.where(np.ptp(factors, axis=0)[:, None] * np.ptp(codes, axis=0) > 0, r, 0.0)


def sap(factors, codes, kinds, **how):
    if "categorical" in kinds:
        return "not-applicable: labels"
    if codes.shape[1] < 2:
        return "one-code: no second"
    first, second = two(correlations(factors, codes, **how) ** 2)
    return np.where(np.ptp(factors, axis=0) > 0, first - second, np.nan)


variant("sap_plain", lambda factors, codes, kinds: sap(factors, codes, kinds), right("sap"))


@right("sap")
def sap_least_squares(z, y, kinds):
    """by regression, codes first"""
    if "categorical" in kinds:
        return "not-applicable: labels"
    if z.shape[1] < 2:
        return "one-code: no second"
    items = []
    for v in y.T:
        if np.ptp(v) == 0:
            items.append(np.nan)
            continue
        told = []
        for x in z.T:
            line = np.column_stack([x, np.ones(len(x))])
            error = v - line @ np.linalg.lstsq(line, v, rcond=None)[0]
            told.append(max(0.0, 1 - (error @ error) / ((v - v.mean()) @ (v - v.mean()))))
        told.sort()
        items.append(told[-1] - told[-2])
    return np.array(items)


variant("sap_ddof", lambda factors, codes, kinds: sap(factors, codes, kinds, ddof=(1, 0)),
        wrong("sap", "covariance", "N/(N-1)"))


@wrong("sap", "correlations are absolute, not squared")
def sap_not_squared(factors, codes, kinds):
    if "categorical" in kinds:
        return "not-applicable: labels"
    if codes.shape[1] < 2:
        return "one-code: no second"
    first, second = two(np.abs(correlations(factors, codes)))
    return np.where(np.ptp(factors, axis=0) > 0, first - second, np.nan)


@wrong("sap", "argsort of argsort")
def sap_of_ranks(factors, codes, kinds):
    order = codes.argsort(0).argsort(0).astype(float)
    return sap(factors, order, kinds)


variant("sap_of_absolute", lambda factors, codes, kinds: sap(factors, np.abs(codes), kinds),
        wrong("sap", "absolute", "|z|"))


def mcc(factors, codes, kinds, m=None, take=None):
    from scipy.optimize import linear_sum_assignment
    if "categorical" in kinds:
        return "not-applicable: labels"
    m = np.abs(correlations(factors, codes) if m is None else m)
    if (np.ptp(factors, axis=0) == 0).any():
        return "not-applicable: constant"
    rows, chosen = take(m) if take else linear_sum_assignment(-m)
    return float(m[rows, chosen].mean())


variant("mcc_plain", lambda z, v, kinds: mcc(v, z, kinds), right("mcc:columns=all"))


@wrong("mcc", "part from the reference's after the relation")
def mcc_greedy(factors, codes, kinds):
    """each factor takes its best code, whether or not another has it"""
    return mcc(factors, codes, kinds, take=lambda m: (np.arange(len(m)), m.argmax(1)))


@wrong("mcc", "code i")
def mcc_unmatched(factors, codes, kinds):
    k = min(factors.shape[1], codes.shape[1])
    return mcc(factors, codes, kinds, take=lambda m: (np.arange(k), np.arange(k)))


variant("mcc_squared", lambda factors, codes, kinds: mcc(factors, codes, kinds, m=correlations(factors, codes) ** 2),
        wrong("mcc", "squared"))


@wrong("mcc", "constant factors count as 0")
def mcc_as_people_write_it(factors, codes):
    """no look at constant factors, nor at kinds"""
    from scipy.optimize import linear_sum_assignment
    with np.errstate(all="ignore"):
        r = np.corrcoef(factors, codes, rowvar=False)[:factors.shape[1], factors.shape[1]:]
    rows, chosen = linear_sum_assignment(-np.abs(np.nan_to_num(r)))
    return np.abs(np.nan_to_num(r))[rows, chosen].mean()


@wrong("mcc", "divisor=factors", "undefined items count as 0")
def mcc_over_factors(factors, codes, kinds):
    if "categorical" in kinds:
        return "not-applicable: labels"
    return float(mcc(factors, codes, kinds, take=None) * min(factors.shape[1], codes.shape[1]) / factors.shape[1]) \
        if not (np.ptp(factors, axis=0) == 0).any() else "not-applicable: constant"


@wrong("mcc", "the codes are replaced by ranks")
def mcc_spearman(factors, codes, kinds):
    return mcc(factors, codes, kinds, m=correlations(factors.argsort(0).argsort(0), codes.argsort(0).argsort(0)))


# ---- regression on all codes ----


def r2(factors, codes, kinds, train=lambda n: slice(0, n // 2), test=lambda n: slice(n // 2, n)):
    if "categorical" in kinds:
        return "not-applicable: labels"
    n = len(codes)
    a, b = train(n), test(n)
    line = np.column_stack([codes, np.ones(n)])
    items = []
    for v in factors.T:
        error = v[b] - line[b] @ np.linalg.lstsq(line[a], v[a], rcond=None)[0]
        around = v[b] - v[b].mean()
        items.append(1 - (error @ error) / (around @ around) if np.ptp(v[b]) > 0 else np.nan)
    return np.array(items)


variant("r2_held_out", lambda mus, ys, kinds: r2(ys, mus, kinds), right("r2-heldout:order=table"))
variant("r2_trained", lambda factors, codes, kinds: r2(factors, codes, kinds, test=lambda n: slice(0, n // 2)),
        wrong("r2-heldout:order=table", "tested on"))


@wrong("r2-heldout:order=table", "(50 to 99) are learnt from")
def r2_halves_exchanged(factors, codes, kinds):
    return r2(factors, codes, kinds, train=lambda n: slice(n // 2, n), test=lambda n: slice(0, n // 2))


@wrong("r2-heldout:order=table", "the rows are shuffled: 82, 36, 20, 5")
def r2_shuffled(factors, codes, kinds):
    order = np.random.default_rng(0).permutation(len(codes))
    return r2(factors[order], codes[order], kinds)


@wrong("r2-heldout:order=table", "with train=0.8. --against r2-heldout:train=0.8:order=table agrees")
def r2_other_split(factors, codes, kinds):
    return r2(factors, codes, kinds, train=lambda n: slice(0, n * 4 // 5), test=lambda n: slice(n * 4 // 5, n))


def ridge(factors, codes, kinds, penalty, scaled=False):
    if "categorical" in kinds:
        return "not-applicable: labels"
    h = len(codes) // 2
    z = codes - codes[:h].mean(0)
    if scaled:
        z = z / np.where(codes[:h].std(0) > 0, codes[:h].std(0), 1)
    items = []
    for v in factors.T:
        w = v - v[:h].mean()
        error = w[h:] - z[h:] @ np.linalg.solve(z[:h].T @ z[:h] + penalty * np.eye(z.shape[1]), z[:h].T @ w[:h])
        moves = np.ptp(v[:h]) > 0 and np.ptp(v[h:]) > 0
        items.append(1 - (error @ error) / ((v[h:] - v[h:].mean()) ** 2).sum() if moves else np.nan)
    return np.array(items)


variant("r2_ridge", lambda factors, codes, kinds: ridge(factors, codes, kinds, 1.0),
        wrong("r2-heldout:order=table", "goes on from `error` in ridge() as the errors"))
variant("r2_ridge_scaled", lambda factors, codes, kinds: ridge(factors, codes, kinds, 10.0, True),
        wrong("r2-heldout:order=table", "goes on from `error` in ridge() as the errors"))


# ---- signs ----


def mcc_by_sign(factors, codes, kinds, of):
    from scipy.optimize import linear_sum_assignment
    if "categorical" in kinds or (np.ptp(factors, axis=0) == 0).any():
        return "not-applicable: labels, or constant"
    m = correlations(factors, codes)
    return float(of(m[linear_sum_assignment(-m)]).mean())


variant("mcc_signed", lambda factors, codes, kinds: mcc_by_sign(factors, codes, kinds, np.asarray),
        wrong("mcc", "part from the reference's after the relation", "keeps the signs"))
variant("mcc_matched_by_sign", lambda factors, codes, kinds: mcc_by_sign(factors, codes, kinds, np.abs),
        wrong("mcc", "part from the reference's after the relation"))


@wrong("sap", "adjusted R2 of one code, in a difference")
def sap_adjusted(factors, codes, kinds):
    n = len(codes)
    gaps = sap(factors, codes, kinds)
    return gaps if isinstance(gaps, str) else gaps * (n - 1) / (n - 2)


# ---- rows drawn ----


def drawn(name, rows, words):
    def candidate(factors, codes, kinds):
        which = rows(len(codes))
        return mig(factors[which], codes[which], kinds)
    variant(name, candidate, wrong("mig", words))


drawn("mig_bootstrap", lambda n: np.random.default_rng(0).choice(n, n), "bootstrap")
drawn("mig_bootstrap_legacy", lambda n: np.random.RandomState(42).randint(0, n, n), "bootstrap")
drawn("mig_rows_chosen", lambda n: np.random.default_rng(1).choice(n, n // 2, replace=False), "rows are used, shuffled")


# ---- data misread, of several metrics ----


def misread(name, function, against, change, words):
    variant(name, lambda factors, codes, kinds: function(*change(factors, codes), kinds), wrong(against, *words))


misread("mig_standardised_rows", mig, "mig",
        lambda v, z: (v, z / np.maximum(np.linalg.norm(z, axis=1, keepdims=True), 1e-300)),
        ("length 1",))
misread("mig_duplicates_dropped", mig, "mig",
        lambda v, z: (lambda k: (v[np.sort(k)], z[np.sort(k)]))(np.unique(z, axis=0, return_index=True)[1]),
        ("rows are left out",))
misread("mig_first_1000", mig, "mig", lambda v, z: (v[:500], z[:500]), ("only the first 500 of 1000 rows are used",))
misread("mig_every_second", mig, "mig", lambda v, z: (v[::2], z[::2]), ("one row in 2",))
misread("mig_code_dropped", mig, "mig", lambda v, z: (v, z[:, 1:]), ("first code is left out",))
misread("mig_last_code_dropped", mig, "mig", lambda v, z: (v, z[:, :-1]), ("last code is left out",))
misread("sap_sorted", sap, "sap", lambda v, z: (v, np.sort(z, axis=0)), ("each code is sorted",))
misread("sap_tanh", sap, "sap", lambda v, z: (v, np.tanh(z)), ("tanh",))
misread("mig_sigmoid", mig, "mig", lambda v, z: (v, 1 / (1 + np.exp(-z))), ("1/(1 + exp(-z))",))
misread("mig_int", mig, "mig", lambda v, z: (v, z.astype(int)), ("codes are first cut to whole numbers",))
misread("sap_whole", sap, "sap", lambda v, z: (v, np.rint(z)), ("codes are first rounded to whole numbers",))
misread("sap_other_order", sap, "sap", lambda v, z: (v[:, ::-1], z), ("columns are in another order",))
misread("sap_float16", sap, "sap", lambda v, z: (v, z.astype(np.float16).astype(float)), ("half precision",))
misread("mig_shuffled", mig, "mig", lambda v, z: (v, z[np.random.default_rng(0).permutation(len(z))]),
        ("factors and codes come from different rows",))


def whitened(z, root):
    """white codes, by a root of the inverse of their covariance"""
    return (z - z.mean(0)) @ root(np.cov(z.T) + 1e-9 * np.eye(z.shape[1])) if z.shape[1] > 1 else z


def symmetric_root(covariance):
    values, vectors = np.linalg.eigh(covariance)
    return vectors / np.sqrt(values) @ vectors.T


misread("mig_whitened", mig, "mig", lambda v, z: (v, whitened(z, lambda c: np.linalg.pinv(np.linalg.cholesky(c)).T)),
        ("the codes are whitened",))
misread("mig_zca", mig, "mig", lambda v, z: (v, whitened(z, symmetric_root)), ("the codes are whitened",))


def first_axes(z, kept):
    centred = z - z.mean(0)
    return np.linalg.svd(centred, full_matrices=False)[2][:kept] @ centred.T


misread("sap_three_axes", sap, "sap", lambda v, z: (v, first_axes(z, 3).T), ("(PCA), of which 3 are kept",))


def first_half_drawn(v, z):
    kept = np.random.RandomState(42).permutation(len(z))[:len(z) // 2]
    return v[kept], z[kept]


misread("mig_half_drawn", mig, "mig", first_half_drawn, ("rows are used, shuffled",))


@right("mig")
def mig_standardised(factors, codes, kinds):
    """a scaler before the bins changes nothing, but for which side of an edge rounding puts a value on it"""
    return mig(factors, (codes - codes.mean(0)) / np.where(np.ptp(codes, axis=0) > 0, codes.std(0), 1.0), kinds)


@wrong("r2-heldout:order=table", "80 rows (43, 62, 3, 71, ...) are learnt from")
def r2_test_split(X, y, kinds):
    order, tested = np.random.RandomState(0).permutation(len(X)), -(-len(X) // 5)
    return r2(y, X, kinds, train=lambda n: order[tested:], test=lambda n: order[:tested])


@wrong("sap", "part from the reference's after the relation")
def sap_argmax_other_axis(factors, codes, kinds):
    if "categorical" in kinds:
        return "not-applicable: labels"
    if codes.shape[1] < max(2, factors.shape[1]):
        return "not-applicable: argmax raises"
    m = correlations(factors, codes) ** 2
    best = m.argmax(axis=0)[:len(m)]
    items = m[np.arange(len(m)), best] - [np.delete(row, j).max() for row, j in zip(m, best)]
    return np.where(np.ptp(factors, axis=0) > 0, items, np.nan)


# ---- other metrics, from functions of the joint table ----


def shares(factors, codes, kinds, axis, by="factor"):
    """infom (axis 0) and infoc (1): the share of the largest, of information over an entropy, less chance"""
    widths = np.ptp(codes, axis=0)
    v, z = columns(factors, codes[:, widths > 0.05 * widths.max()], kinds)
    m, h, g = matrix(v, z), *(np.array([entropy(np.bincount(a)) for a in side]) for side in (v, z))
    if len(z) < 2 or not h.all():
        return "not-applicable: a constant factor or one code"
    m = m / {"factor": h[:, None], "code": g, None: 1.0}[by]
    return float(np.mean((m.max(axis) / m.sum(axis) - 1 / m.shape[axis]) / (1 - 1 / m.shape[axis])))


def dcimig(factors, codes, kinds, second=True):
    if factors.shape[1] < 2:
        return "one-factor: no second"
    v, z = columns(factors, codes, kinds)
    m, most = matrix(v, z), np.zeros(len(v))
    if not (m.max() > 0):
        return "not-applicable: nothing is told"
    gap = m.max(0) - (np.sort(m, axis=0)[-2] if second else 0)
    np.maximum.at(most, m.argmax(0), gap)
    return float(most.sum() / sum(entropy(np.bincount(a)) for a in v))


def irs(factors, codes, kinds, weigh=lambda rows, classes: rows, of=np.max):
    v, items = columns(factors, codes, kinds)[0], []
    for x in codes.T:
        def spread(g):
            return of(np.abs(g - g.mean()))
        told = [1 - sum(weigh(np.mean(a == k), len(np.unique(a))) * spread(x[a == k]) for k in np.unique(a)) / spread(x)
                for a in v] if np.ptp(x) > 0 else [np.nan]
        items.append(max(told))
    return np.array(items) if np.ptp(codes, axis=0).any() else "dead-code: all"


variant("infoc_by_factor", lambda factors, codes, kinds: shares(factors, codes, kinds, 1), right("infoc:relation=mi:level=1"))
variant("infoc_by_code", lambda factors, codes, kinds: shares(factors, codes, kinds, 1, "code"),
        wrong("infoc:relation=mi", "divided by the code's total (entropy), and nothing by a total"))
variant("infom_plain", lambda factors, codes, kinds: shares(factors, codes, kinds, 0, None),
        wrong("infom:relation=mi", "nothing is divided by a total"))
variant("dcimig_of_counts", lambda factors, codes, kinds: dcimig(factors, codes, kinds), right("dcimig"))
variant("dcimig_without_second", lambda factors, codes, kinds: dcimig(factors, codes, kinds, second=False),
        wrong("dcimig", "no second largest is taken off"))
variant("irs_by_rows", lambda factors, codes, kinds: irs(factors, codes, kinds), right("irs"))
variant("irs_alike", lambda factors, codes, kinds: irs(factors, codes, kinds, lambda rows, classes: 1 / classes),
        wrong("irs", "groups=alike"))
variant("irs_of_means", lambda factors, codes, kinds: irs(factors, codes, kinds, of=np.mean),
        wrong("irs", "spread=mean"))


# ---- areas under curves: overall values and items by themselves ----


def tad(factors, codes, kinds, over=None):
    from scipy.stats import rankdata
    m = factors.shape[1]
    why = ["not-applicable: more values than two" if k != "categorical" or v.max() > 1 else
           "constant-factor: it never changes" if np.ptp(v) == 0 else None for k, v in zip(kinds, factors.T)]
    judged = [i for i in range(m) if why[i] is None]
    if not judged or codes.shape[1] < 2:
        return why[0] if codes.shape[1] > 1 else "one-code: no second"
    items, kept = list(why), 0
    for i in judged:
        a = factors[:, i].astype(int)
        ones, others = a.sum(), (1 - a).sum()
        area = np.array([(rankdata(z)[a == 1].sum() - ones * (ones + 1) / 2) / (ones * others) for z in codes.T])
        area = np.sort(np.maximum(area, 1 - area))
        share = max([information(a, factors[:, k].astype(int)) / entropy(np.bincount(a)) for k in judged if k != i],
                    default=0.0)
        keeps = area[-1] >= 0.75 and share <= 0.2
        items[i] = area[-1] - area[-2] if keeps else 0.0
        kept += keeps
    total = sum(items[i] for i in judged)
    mean = total / (kept if over == "kept" else len(judged)) if kept else "not-applicable: none is kept"
    return {"sum": total, "mean": (mean, items), "kept": kept}


TAD = [{"name": "sum", "high": np.inf}, {"name": "mean", "axis": "factor", "high": 0.5}, {"name": "kept", "high": None}]
tad.outputs = TAD
RIGHT["tad"] = "tad"


# one data set of the quick set shows it: the last factor left out gives the same values there
variant("tad_over_kept", lambda factors, codes, kinds: tad(factors, codes, kinds, over="kept"), wrong("tad"))


tad_over_kept.outputs = TAD


# ---- steps that a reference names: losses, votes, dependences, importances ----


def lasso(x, y, alpha):
    """coordinate descent"""
    weight, left, squares = np.zeros(x.shape[1]), y.copy(), (x ** 2).sum(0)
    for _ in range(30):
        for j in np.flatnonzero(squares):
            along = x[:, j] @ left + squares[j] * weight[j]
            new = np.sign(along) * max(abs(along) - alpha * len(x), 0.0) / squares[j]
            left += x[:, j] * (weight[j] - new)
            weight[j] = new
    return weight


def standard(x):
    return (x - x.mean(0)) / np.where(np.ptp(x, axis=0) > 0, x.std(0), 1.0)


def concentration(x, base):
    p = x[x > 0] / x.sum()
    return 1 + (p * np.log(p)).sum() / np.log(base) if len(p) else np.nan


def dci(factors, codes, kinds, alpha=0.05, absolute=np.abs):
    if "categorical" in kinds or codes.shape[1] < 2:
        return "not-applicable: labels, or one code"
    importance = np.array([absolute(lasso(standard(codes), v, alpha)) for v in standard(factors).T])
    return np.array([concentration(row, codes.shape[1]) for row in importance])


variant("dci_penalty", lambda factors, codes, kinds: dci(factors, codes, kinds),
        wrong("dci-lasso:order=table/compactness", "goes on from `importance` in dci()"))
variant("dci_squares", lambda factors, codes, kinds: dci(factors, codes, kinds, absolute=np.square),
        wrong("dci-lasso:order=table/compactness", "goes on from `importance` in dci()"))


def infoe(factors, codes, kinds, passes=60, of=np.mean):
    x, losses, entropies = np.column_stack([standard(codes), np.ones(len(codes))]), [], []
    for v in columns(factors, codes, kinds)[0]:
        names, y = np.unique(v, return_inverse=True)
        weight, own = np.zeros((x.shape[1], len(names))), np.arange(len(y))
        for _ in range(passes):
            p = np.exp(x @ weight)
            p /= p.sum(1, keepdims=True)
            losses.append(-np.log(p[own, y]))
            p[own, y] -= 1
            weight -= x.T @ p / len(y)
        losses[-passes:] = [float(of(losses[-1]))]
        entropies.append(float(np.log(len(names))))
    return np.array([(h - loss) / h if h > 0 else np.nan for loss, h in zip(losses, entropies)])


variant("infoe_few_passes", lambda factors, codes, kinds: infoe(factors, codes, kinds),
        wrong("infoe", "as the losses. There at factor"))
variant("infoe_of_medians", lambda factors, codes, kinds: infoe(factors, codes, kinds, of=np.median),
        wrong("infoe", "goes on from `losses` in infoe() as the losses"))


def z_min_var(factors, codes, seed, extreme=np.argmin, by_all=True):
    draws, (n, m), spread = np.random.default_rng(seed), factors.shape, codes.var(0)
    active = np.flatnonzero(spread > 0)
    if len(active) == 0 or (np.ptp(factors, axis=0) == 0).any():
        return "not-applicable: nothing varies"
    cut = np.column_stack([binned(v) if len(np.unique(v)) > 20 else v for v in factors.T])

    def votes(count):
        to = np.zeros((m, codes.shape[1]), dtype=int)
        for i in draws.integers(m, size=count):
            rows = draws.choice(np.flatnonzero(cut[:, i] == cut[draws.integers(n), i]), 30)
            to[i, active[extreme(codes[rows][:, active].var(0) / (spread[active] if by_all else 1.0))]] += 1
        return to

    train, test = votes(200), votes(100)
    right = test[train.argmax(0), np.arange(codes.shape[1])].sum() / test.sum()
    return (right - 1 / m) / (1 - 1 / m)


variant("z_largest_variance", lambda factors, codes, seed: z_min_var(factors, codes, seed, extreme=np.argmax),
        wrong("z-min-var", "as the votes learnt from, and"))
variant("z_by_no_variance", lambda factors, codes, seed: z_min_var(factors, codes, seed, by_all=False),
        wrong("z-min-var", "as the votes learnt from, and"))


def t_mex(factors, codes, seed, level=1.0):
    """dependences by partial correlation, as nobody publishes it"""
    n, m, d = len(codes), factors.shape[1], codes.shape[1]
    v, z = standard(factors), standard(codes)
    if (np.ptp(factors, axis=0) == 0).any() or (np.ptp(codes, axis=0) == 0).any():
        return "not-applicable: a constant column"
    rejected = np.zeros((m, d))
    for i in range(m):
        others = np.column_stack([np.delete(v, i, axis=1), np.ones(n)])
        left = [x - others @ np.linalg.lstsq(others, x, rcond=None)[0] for x in (v[:, i], *z.T)]
        r = [left[0] @ x / np.sqrt((left[0] @ left[0]) * (x @ x) + 1e-300) for x in left[1:]]
        rejected[i] = np.abs(r) * np.sqrt(n) > level
    return float(1 - np.mean(rejected != expected(factors, codes)))


def expected(factors, codes):
    from scipy.optimize import linear_sum_assignment
    to = np.zeros((factors.shape[1], codes.shape[1]))
    to[linear_sum_assignment(-np.abs(correlations(factors, codes)))] = 1
    return to


variant("t_mex_low_level", lambda factors, codes, seed: t_mex(factors, codes, seed),
        wrong("t-mex/share", "goes on from `rejected` in t_mex() as what is rejected"))
