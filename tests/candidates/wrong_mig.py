"""The mutual information gap with one mistake each: `assay validate` must find every one of them.

All but the last are meant to be `mig` (Chen et al. 2018: equal-width bins, divided by the factor's entropy).
"""
import numpy as np

BINS = 10


def binned(x, bins=BINS):
    low, high = x.min(), x.max()
    scale = 1.0 / (high - low) if high - low >= 10 * np.finfo(float).eps else 1.0
    return np.digitize(x * scale + (0.0 - low * scale), np.arange(bins) * (1.0 / bins)) - 1


def binned_right(x):
    """(a, b] instead of [a, b)"""
    low, high = x.min(), x.max()
    scale = 1.0 / (high - low) if high - low >= 10 * np.finfo(float).eps else 1.0
    y = x * scale + (0.0 - low * scale)
    return np.maximum(np.digitize(y, np.arange(BINS) * (1.0 / BINS), right=True) - 1, 0)


def binned_last(x):
    """the largest value in a bin of its own"""
    low, high = x.min(), x.max()
    scale = 1.0 / (high - low) if high - low >= 10 * np.finfo(float).eps else 1.0
    return np.digitize(x * scale + (0.0 - low * scale), np.arange(BINS + 1) * (1.0 / BINS))


def entropy(column, log=np.log, less=0):
    count = np.unique(column, return_counts=True)[1]
    p = count / (len(column) - less)
    return -(p * log(p)).sum()


def information(a, b, log=np.log, less=0):
    pair = a * (b.max() + 1) + b
    return entropy(a, log, less) + entropy(b, log, less) - entropy(pair, log, less)


def columns(factors, codes, kinds, bin_of=binned):
    v = [factors[:, i].astype(int) if kind == "categorical" else bin_of(factors[:, i]) for i, kind in enumerate(kinds)]
    return v, [bin_of(codes[:, j]) for j in range(codes.shape[1])]


def matrix(v, z, **how):
    return np.array([[information(a, b, **how) for b in z] for a in v])


def gaps(v, z, total, **how):
    """(first - second) / total of each factor; a constant factor has no gap"""
    best = -np.sort(-matrix(v, z, **how), axis=1)
    with np.errstate(all="ignore"):
        return (best[:, 0] - best[:, 1]) / np.array(total)


def wrong_normaliser(factors, codes, kinds):
    """divided by the entropy of the best code"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds)
    first = matrix(v, z).argmax(axis=1)
    return np.where([entropy(a) > 0 for a in v], gaps(v, z, [entropy(z[j]) for j in first]), np.nan)


def code_normaliser(factors, codes, kinds):
    """divided by each code's entropy before ranking: what mig@zaidi2020 does"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds)
    total = np.array([entropy(b) for b in z])
    if (total == 0).any():
        return "constant-code: 0/0"
    best = -np.sort(-matrix(v, z) / total, axis=1)
    return best[:, 0] - best[:, 1]


def log_base(factors, codes, kinds):
    """information in nats over entropy in bits"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds)
    return gaps(v, z, [entropy(a, np.log2) for a in v])


def wrong_side(factors, codes, kinds):
    """bins closed on the wrong side"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds, binned_right)
    return gaps(v, z, [entropy(a) for a in v])


def own_bin(factors, codes, kinds):
    """the largest value has a bin of its own"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds, binned_last)
    return gaps(v, z, [entropy(a) for a in v])


def transposed(factors, codes, kinds):
    """the arrays taken as features x samples: reshaped where they should be transposed"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    rows = np.ascontiguousarray(codes).reshape(codes.shape[1], -1)
    v, z = columns(factors, rows.T, kinds)
    return gaps(v, z, [entropy(a) for a in v])


def swapped(factors, codes, kinds):
    """factors and codes exchanged"""
    if factors.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(codes, factors, ["continuous"] * codes.shape[1])
    return float(np.nanmean(gaps(v, z, [entropy(a) for a in v])))


def sorted_codes(factors, codes, kinds):
    """the codes sorted, each by itself"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, np.sort(codes, axis=0), kinds)
    return gaps(v, z, [entropy(a) for a in v])


def one_less(factors, codes, kinds):
    """probabilities are counts/(N - 1), everywhere"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds)
    total = [entropy(a, less=1) if entropy(a) > 0 else 0.0 for a in v]
    return gaps(v, z, total, less=1)


def one_less_information(factors, codes, kinds):
    """information from counts/(N - 1), entropy from counts/N"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds)
    return gaps(v, z, [entropy(a) for a in v], less=1)


def over_factors(factors, codes, kinds):
    """the two largest of each code over factors instead of each factor over codes"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds)
    best = -np.sort(-matrix(v, z), axis=0)
    with np.errstate(all="ignore"):
        return float(np.nanmean((best[0] - best[1]) / np.array([entropy(a) for a in v])))  # raises where M != d


def unseeded(factors, codes, kinds):
    """codes are shaken by noise that nothing seeds"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    shaken = codes + 1e-3 * np.random.default_rng().standard_normal(codes.shape)
    v, z = columns(factors, shaken, kinds)
    return gaps(v, z, [entropy(a) for a in v])


def nan_on_dead(factors, codes, kinds):
    """normalised information, undefined where a code is constant"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    v, z = columns(factors, codes, kinds)
    with np.errstate(all="ignore"):
        alive = np.array([entropy(b) / entropy(b) for b in z])
    best = -np.sort(-matrix(v, z) * alive, axis=1)
    if np.isnan(best).any():
        return np.full(factors.shape[1], np.nan)
    with np.errstate(all="ignore"):
        return (best[:, 0] - best[:, 1]) / np.array([entropy(a) for a in v])


def no_absolute(factors, codes, kinds):
    """meant to be `sap`: the two largest correlations by value, not by size"""
    if codes.shape[1] < 2:
        return "one-code: no second"
    if "categorical" in kinds:
        return "not-applicable: categorical"
    with np.errstate(all="ignore"):
        r = np.corrcoef(factors.T, codes.T)[: factors.shape[1], factors.shape[1] :]
    best = -np.sort(-np.nan_to_num(r), axis=1)
    gap = best[:, 0] ** 2 - best[:, 1] ** 2
    return np.where(factors.std(axis=0) > 0, gap, np.nan)


for candidate in (wrong_normaliser, code_normaliser, log_base, wrong_side, own_bin, transposed, sorted_codes, one_less,
                  one_less_information, unseeded, nan_on_dead, no_absolute):
    candidate.outputs = {candidate.__name__: "factor"}
for candidate in (swapped, over_factors):
    candidate.outputs = {candidate.__name__: "overall"}
