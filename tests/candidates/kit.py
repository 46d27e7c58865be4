"""A second bank, in other styles than bank.py: loops, pandas, scikit-learn, SciPy. RIGHT: name -> reference. WRONG:
name -> (reference, words that a true cause has)."""
import numpy as np
from scipy import stats
from scipy.optimize import linear_sum_assignment

RIGHT, WRONG = {}, {}


def right(against):
    return lambda f: RIGHT.setdefault(f.__name__, against) and f


def wrong(against, *words):
    return lambda f: WRONG.setdefault(f.__name__, (against, words)) and f


def variants(base, keep, against, **table):
    """name=(words, options of base), as functions of this module."""
    for name, (words, how) in table.items():
        def candidate(factors, codes, kinds, seed=0, how=how):
            return base(factors, codes, kinds, seed, **how)
        candidate.__name__ = candidate.__qualname__ = name
        candidate.deterministic = base not in DRAWING
        globals()[name] = (right(against) if keep is right else wrong(against, *words))(candidate)


DRAWING = []


# ---- histograms, in loops ----


def edges(x, bins=10, scale=True):
    low, high = (x.min(), x.max()) if scale else (0.0, 1.0)
    return np.clip(np.floor((x - low) / (high - low or 1.0) * bins), 0, bins - 1).astype(int)


def p_log_p(counts, n, log):
    total = 0.0
    for c in counts:
        if c > 0:
            total -= c / n * log(c / n)
    return total


def table_mi(a, b, log=np.log, n=None):
    n = n or len(a)
    joint = np.zeros((a.max() + 1, b.max() + 1))
    for i, j in zip(a, b):
        joint[i, j] += 1
    return p_log_p(joint.sum(1), n, log) + p_log_p(joint.sum(0), n, log) - p_log_p(joint.ravel(), n, log)


def parts(factors, codes, kinds, bins=10, scale=True, label_bins=None):
    v = [(edges(f, label_bins) if label_bins else f.astype(int)) if k == "categorical" else edges(f, 10, scale)
         for f, k in zip(factors.T, kinds)]
    return v, [edges(z, bins, scale) for z in codes.T]


def gap(factors, codes, kinds, seed, bins=10, scale=True, log=np.log, over=None, top=None, mean=None, axis=1, less=0,
        keep=None, single=False):
    if codes.shape[1] < 2:
        return "one-code: none"
    v, z = parts(factors, codes, kinds, bins, scale)
    m = np.array([[table_mi(a, b, log, len(a) - less) for b in z] for a in v])
    h = np.array([p_log_p(np.bincount(a), len(a), np.log) for a in v])
    if keep == "first":
        order = m if axis else m.T
    else:
        order = np.sort(m, axis=1)[:, ::-1]
    gaps = top(m) if top else order[:, 0] - order[:, 1]
    if single:
        gaps = gaps.astype(np.float32)
    with np.errstate(all="ignore"):
        items = gaps / (over(m, h, v, z) if over else h)
    items = np.where(h > 0, items, np.nan)
    return float(mean(items)) if mean else items


def second(m, axis=1):
    return np.sort(m, axis)[:, -2]


variants(gap, right, "mig", mig_loops=((), {}), mig_overall=((), {"mean": np.nanmean}),
         mig_single=((), {"single": True}), mig_log2=(
    (), {"log": np.log2, "over": lambda m, h, v, z: h / np.log(2)}))
variants(
    gap, wrong, "mig",
    mig_bits_over_nats=(("x 1/ln 2",), {"log": np.log2}),
    mig_on_unit=(("0..1", "its bins. There the"), {"scale": False}),
    mig_30_bins=(("bins=30",), {"bins": 30}),
    mig_unsorted=(("after the relation", "values are those of the reference where it goes on"), {"keep": "first"}),
    mig_no_total=(("normaliser=none", "divided by a total"), {"over": lambda m, h, v, z: np.ones(len(h))}),
    mig_mean_total=(("after the relation", "totals"), {"over": lambda m, h, v, z: np.full(len(h), h.mean())}),
    mig_log_10=(("logarithm of the number of bins",), {"over": lambda m, h, v, z: np.full(len(h), np.log(10))}),
    mig_third=(("after the relation",),
               {"top": lambda m: np.sort(m, 1)[:, -1] - np.sort(m, 1)[:, -min(3, m.shape[1])]}),
    mig_nansum=(("sum of the items",), {"mean": np.nansum}),
    mig_median=(("median",), {"mean": np.nanmedian}),
    mig_min=(("smallest item",), {"mean": np.nanmin}),
    mig_n_less_1=(("x N/(N-1)", "table_mi() returns"), {"less": 1}),
    mig_mean_rest=(("others' mean",), {"top": lambda m: m.max(1) - (m.sum(1) - m.max(1)) / (m.shape[1] - 1)}),
    mig_log2_of_joint=(("table_mi() returns", "after the relation", "x 1/ln 2"), {"log": lambda p: np.log2(p) * 0.9}))


# ---- correlations, with pandas and SciPy ----


def matched(factors, codes, kinds, seed, method="pearson", absolute=True, match="both", square=False, divisor=None,
            first_rows=None, single=False):
    import pandas as pd
    if "categorical" in kinds or (np.ptp(factors, axis=0) == 0).any():
        return "not-applicable: no correlation"
    factors, codes = factors[:first_rows], codes[:first_rows]
    m = factors.shape[1]
    frame = pd.DataFrame(np.hstack([factors, codes]))
    if single:
        frame = frame.astype(np.float32)
    r = np.nan_to_num(frame.corr(method=method).to_numpy()[:m, m:])
    s = np.abs(r) if absolute else r
    if square:
        s = s ** 2
    rows, columns = linear_sum_assignment(-s) if match == "both" else (
        np.arange(min(s.shape)), np.arange(min(s.shape))) if match == "same" else (np.arange(m), s.argmax(1))
    total = s[rows, columns].sum()
    return float(total / (divisor(*s.shape) if divisor else len(rows)))


variants(matched, right, "mcc", mcc_pandas=((), {}), mcc_float32=((), {"single": True}))
variants(
    matched, wrong, "mcc",
    mcc_kendall=(("goes on from",), {"method": "kendall"}),
    mcc_spearman_pandas=(("correlation=spearman",), {"method": "spearman"}),
    mcc_no_absolute=(("keeps the signs",), {"absolute": False}),
    mcc_best_of_each=(("after the relation",), {"match": "greedy"}),
    mcc_in_order=(("code i",), {"match": "same"}),
    mcc_squares=(("squared",), {"square": True}),
    mcc_by_codes=(("divided by the number of codes", "x M/d", "after the relation"), {"divisor": lambda m, d: d}),
    mcc_head=(("first 100 of",), {"first_rows": 100}))


def separated(factors, codes, kinds, seed, ddof=0, power=2, axis=1, top=None, mean=None):
    if "categorical" in kinds:
        return "not-applicable: labels"
    if codes.shape[1] < 2:
        return "one-code: none"
    s = np.zeros((factors.shape[1], codes.shape[1]))
    for i, v in enumerate(factors.T):
        for j, z in enumerate(codes.T):
            c = ((v - v.mean()) * (z - z.mean())).sum() / (len(v) - ddof)
            if v.std() * z.std() > 0 and np.ptp(v) * np.ptp(z) > 0:
                s[i, j] = np.abs(c / v.std() / z.std()) ** power
    items = top(s) if top else np.sort(s, axis=1)[:, -1] - np.sort(s, axis=1)[:, -2]
    return np.where(np.ptp(factors, axis=0) > 0, items, np.nan)


variants(separated, right, "sap", sap_loops=((), {}), sap_second=((), {"top": lambda s: s.max(1) - second(s)}))
variants(
    separated, wrong, "sap",
    sap_ddof_mixed=(("covariance", "N/(N-1)"), {"ddof": 1}),
    sap_first_power=(("absolute, not squared",), {"power": 1}),
    sap_first_only=(("the largest value counts alone",), {"top": lambda s: s.max(1)}),
    sap_ratio=(("after the relation", "values are divided by the largest"),
               {"top": lambda s: 1 - np.sort(s, 1)[:, -2] / np.maximum(s.max(1), 1e-300)}))


# ---- modularity, robustness ----


def one_factor(factors, codes, kinds, seed, template="square", less=1, axis=0, over="max"):
    moving = np.ptp(factors, axis=0) > 0
    v, z = parts(factors[:, moving], codes, [k for k, moves in zip(kinds, moving) if moves])
    if len(v) < 2:
        return "one-factor: none"
    m, items = np.array([[table_mi(a, b) for b in z] for a in v]), []
    for column in m.T:
        best = column.max()
        rest = (column ** 2).sum() - best ** 2 if template == "square" else (column ** 2).sum()
        scale = {"max": best ** 2, "sum": (column ** 2).sum()}[over] * (len(v) - less)
        items.append(1 - rest / scale if best > 1e-12 else np.nan)
    return np.array(items) if not np.isnan(items).all() else "zero-importance: all"


variants(one_factor, right, "modularity", modularity_loops=((), {}))
variants(one_factor, wrong, "modularity",
         modularity_by_m=(("M where M - 1",), {"less": 0}),
         modularity_all_squares=(("after the relation", "function"), {"template": "all"}),
         modularity_over_sum=(("after the relation",), {"over": "sum"}))


def robust(factors, codes, kinds, seed, of=np.max, centre=np.mean, by_rows=True, worst=max):
    v, items = parts(factors, codes, kinds)[0], []
    if not np.ptp(codes, axis=0).any():
        return "dead-code: all"
    for z in codes.T:
        if np.ptp(z) == 0:
            items.append(np.nan)
            continue
        most, told = of(np.abs(z - centre(z))), []
        for a in v:
            each = [(np.mean(a == k), of(np.abs(z[a == k] - centre(z[a == k])))) for k in np.unique(a)]
            told.append(1 - (sum(p * x for p, x in each) if by_rows else np.mean([x for _, x in each])) / most)
        items.append(worst(told))
    return np.array(items)


variants(robust, right, "irs", irs_loops=((), {}))
variants(robust, wrong, "irs",
         irs_equal_groups=(("groups=alike",), {"by_rows": False}),
         irs_median_centre=(("as the robustness to each factor",), {"centre": np.median}),
         irs_least=(("the robustness to each factor equals it",), {"worst": min}))


# ---- fitted, with scikit-learn ----


def held_out(factors, codes, kinds, seed, model=None, train=0.5, test_all=False, shuffle=False, score=None):
    from sklearn.linear_model import LinearRegression
    from sklearn.metrics import r2_score
    from sklearn.model_selection import train_test_split
    if "categorical" in kinds:
        return "not-applicable: labels"
    n, items = len(codes), []
    a, b = train_test_split(np.arange(n), train_size=train, shuffle=shuffle, random_state=0 if shuffle else None)
    b = np.arange(n) if test_all else b
    for v in factors.T:
        fitted = (model or LinearRegression)().fit(codes[a], v[a])
        moves = np.ptp(v[a]) > 0 and np.ptp(v[b]) > 0
        items.append((score or r2_score)(v[b], fitted.predict(codes[b])) if moves else np.nan)
    return np.array(items)


def some_ridge():
    from sklearn.linear_model import Ridge
    return Ridge(alpha=5.0)


def trees():
    from sklearn.tree import DecisionTreeRegressor
    return DecisionTreeRegressor(max_depth=4, random_state=0)


variants(held_out, right, "r2-heldout", r2_sklearn=((), {}))
variants(held_out, wrong, "r2-heldout",
         r2_ridge_5=(("as the predictions",), {"model": some_ridge}),
         r2_trees=(("as the predictions",), {"model": trees}),
         r2_tested_on_all=(("tested on",), {"test_all": True}),
         r2_most_rows=(("train=0.8", "are learnt from"), {"train": 0.8}),
         r2_correlation=(("after", "goes on from"), {"score": lambda y, p: np.corrcoef(y, p)[0, 1] ** 2
                                                      if np.ptp(p) > 0 else 0.0}))


def importances(factors, codes, kinds, seed, forest=True, axis=1, base=None, transposed=False):
    """compactness or modularity of importances"""
    from sklearn.ensemble import RandomForestRegressor
    if "categorical" in kinds or codes.shape[1] < 2 or (np.ptp(factors, axis=0) == 0).any() or \
            (np.ptp(codes, axis=0) == 0).any():
        return "not-applicable: labels, or constant columns"
    r = np.array([RandomForestRegressor(n_estimators=10, random_state=seed).fit(codes, v).feature_importances_
                  for v in factors.T])
    weight = r.sum(1) if axis else r.sum(0)
    p = (r / r.sum(axis, keepdims=True)) if axis else (r / r.sum(0))
    n = base or p.shape[axis]
    with np.errstate(all="ignore"):
        items = 1 + np.nansum(np.where(p > 0, p * np.log(p), 0.0), axis=axis) / np.log(n)
    return items if transposed else (float((items * weight).sum() / weight.sum()), items)


DRAWING.append(importances)
variants(importances, wrong, "dci-rf/compactness",
         dci_forest_base=(("part from",), {"base": 50}),
         dci_forest_by_codes=(("part from",), {"axis": 0, "transposed": True}))


def ranked(factors, codes, kinds, seed, tables=5, of="spearman", median=True, square=True):
    """UDR of Spearman correlations"""
    n, d = codes.shape
    if d % tables:
        return "not-applicable: not as many codes"
    moving = np.ptp(codes, axis=0) > 0
    all_r = np.zeros((d, d))
    for a in range(d):
        for b in range(d):
            if moving[a] and moving[b]:
                all_r[a, b] = abs(stats.spearmanr(codes[:, a], codes[:, b])[0] if of == "spearman" else
                                  np.corrcoef(codes[:, a], codes[:, b])[0, 1])
    scores, w = [], d // tables
    for b in range(tables):
        pair = []
        for a in range(tables):
            of_a, of_b = slice(a * w, (a + 1) * w), slice(b * w, (b + 1) * w)
            r = all_r[of_a, of_b][np.ix_(moving[of_a], moving[of_b])]
            if a == b or not r.size:
                pair += [0.0] * (a != b)
                continue
            side = [np.mean([x.max() ** (2 if square else 1) / x.sum() if x.sum() > 0 else 0.0 for x in lines])
                    for lines in (r.T, r)]
            pair.append(0.5 * sum(side))
        scores += [np.median(pair) if median else np.mean(pair)] * w
    return np.array(scores)


UDR = "udr:tables=2:similarity=spearman"
variants(ranked, right, UDR, udr_ranks=((), {"tables": 2}))
variants(ranked, wrong, UDR,
         udr_pearson=(("relations of codes",), {"tables": 2, "of": "pearson"}),
         udr_unsquared=(("after", "goes on from"), {"tables": 2, "square": False}))
