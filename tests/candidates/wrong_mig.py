"""The mutual information gap with one mistake each: `assay validate` must find every one of them.

All but the last are meant to be `mig` (Chen et al. 2018: equal-width bins, divided by the factor's entropy).
"""
import numpy as np

BINS = 10
EDGES = np.arange(BINS + 1) * (1.0 / BINS)


def scaled(x):
    low, high = x.min(), x.max()
    scale = 1.0 / (high - low) if high - low >= 10 * np.finfo(float).eps else 1.0
    return x * scale + (0.0 - low * scale)


def binned(x):
    return np.digitize(scaled(x), EDGES[:-1]) - 1


def binned_right(x):
    """(a, b] instead of [a, b)"""
    return np.maximum(np.digitize(scaled(x), EDGES[:-1], right=True) - 1, 0)


def binned_last(x):
    """the largest value in a bin of its own"""
    return np.digitize(scaled(x), EDGES)


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


def gaps(v, z, total=None, **how):
    """(first - second) / total of each factor; a constant factor has no gap"""
    best = -np.sort(-matrix(v, z, **how), axis=1)
    return (best[:, 0] - best[:, 1]) / np.array([entropy(a) for a in v] if total is None else total)


def wrong(axis):
    """Under the function's name, of more than one code."""
    def keep(function):
        def candidate(factors, codes, kinds):
            if min(codes.shape[1], factors.shape[1] if function.__name__ == "swapped" else 2) < 2:
                return "one-code: no second"
            with np.errstate(all="ignore"):
                return function(factors, codes, kinds)
        candidate.__name__ = candidate.__qualname__ = function.__name__
        candidate.outputs = {function.__name__: axis}
        return candidate
    return keep


@wrong("factor")
def wrong_normaliser(factors, codes, kinds):
    """divided by the entropy of the best code"""
    v, z = columns(factors, codes, kinds)
    first = matrix(v, z).argmax(axis=1)
    return np.where([entropy(a) > 0 for a in v], gaps(v, z, [entropy(z[j]) for j in first]), np.nan)


@wrong("factor")
def code_normaliser(factors, codes, kinds):
    """divided by each code's entropy before ranking: what mig@zaidi2020 does"""
    v, z = columns(factors, codes, kinds)
    total = np.array([entropy(b) for b in z])
    if (total == 0).any():
        return "constant-code: 0/0"
    best = -np.sort(-matrix(v, z) / total, axis=1)
    return best[:, 0] - best[:, 1]


@wrong("factor")
def log_base(factors, codes, kinds):
    """information in nats over entropy in bits"""
    v, z = columns(factors, codes, kinds)
    return gaps(v, z, [entropy(a, np.log2) for a in v])


@wrong("factor")
def wrong_side(factors, codes, kinds):
    """bins closed on the wrong side"""
    return gaps(*columns(factors, codes, kinds, binned_right))


@wrong("factor")
def own_bin(factors, codes, kinds):
    return gaps(*columns(factors, codes, kinds, binned_last))


@wrong("factor")
def transposed(factors, codes, kinds):
    """the arrays taken as features x samples: reshaped where they should be transposed"""
    rows = np.ascontiguousarray(codes).reshape(codes.shape[1], -1)
    return gaps(*columns(factors, rows.T, kinds))


@wrong("overall")
def swapped(factors, codes, kinds):
    """factors and codes exchanged"""
    return float(np.nanmean(gaps(*columns(codes, factors, ["continuous"] * codes.shape[1]))))


@wrong("factor")
def sorted_codes(factors, codes, kinds):
    """the codes sorted, each by itself"""
    return gaps(*columns(factors, np.sort(codes, axis=0), kinds))


@wrong("factor")
def one_less(factors, codes, kinds):
    """probabilities are counts/(N - 1), everywhere"""
    v, z = columns(factors, codes, kinds)
    total = [entropy(a, less=1) if entropy(a) > 0 else 0.0 for a in v]
    return gaps(v, z, total, less=1)


@wrong("factor")
def one_less_information(factors, codes, kinds):
    """information from counts/(N - 1), entropy from counts/N"""
    return gaps(*columns(factors, codes, kinds), less=1)


@wrong("overall")
def over_factors(factors, codes, kinds):
    """the two largest of each code over factors instead of each factor over codes; raises where M != d"""
    v, z = columns(factors, codes, kinds)
    best = -np.sort(-matrix(v, z), axis=0)
    return float(np.nanmean((best[0] - best[1]) / np.array([entropy(a) for a in v])))


@wrong("factor")
def unseeded(factors, codes, kinds):
    """codes are shaken by noise that nothing seeds"""
    return gaps(*columns(factors, codes + 1e-3 * np.random.default_rng().standard_normal(codes.shape), kinds))


@wrong("factor")
def nan_on_dead(factors, codes, kinds):
    """normalised information, undefined where a code is constant"""
    v, z = columns(factors, codes, kinds)
    alive = np.array([entropy(b) / entropy(b) for b in z])
    return np.full(len(v), np.nan) if np.isnan(alive).any() else gaps(v, z)


@wrong("factor")
def no_absolute(factors, codes, kinds):
    """meant to be `sap`: the two largest correlations by value, not by size"""
    if "categorical" in kinds:
        return "not-applicable: categorical"
    r = np.corrcoef(factors.T, codes.T)[: factors.shape[1], factors.shape[1] :]
    best = -np.sort(-np.nan_to_num(r), axis=1)
    gap = best[:, 0] ** 2 - best[:, 1] ** 2
    return np.where(factors.std(axis=0) > 0, gap, np.nan)
