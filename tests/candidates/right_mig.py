"""The mutual information gap as Zaidi et al. 2020 publish it: a correct re-implementation, to be validated."""
import numpy as np

BINS = 10


def binned(x):
    """Equal-width bins of a column, scaled to 0..1 in the way of scikit-learn's MinMaxScaler."""
    low, high = x.min(), x.max()
    scale = 1.0 / (high - low) if high - low >= 10 * np.finfo(float).eps else 1.0
    y = x * scale + (0.0 - low * scale)
    return np.digitize(y, np.arange(BINS) * (1.0 / BINS)) - 1


def labels(v, kind):
    return v.astype(int) if kind == "categorical" else binned(v)


def entropy(p):
    p = p[p > 0]
    return -(p * np.log(p)).sum()


def information(a, b):
    joint = np.bincount(a * (b.max() + 1) + b) / len(a)
    return entropy(np.bincount(a) / len(a)) + entropy(np.bincount(b) / len(b)) - entropy(joint)


def gap(v, codes):
    """One factor: I(v; z)/H(z) of the best code less that of the second."""
    ratios = []
    for j in range(codes.shape[1]):
        z = binned(codes[:, j])
        total = entropy(np.bincount(z) / len(z))
        if total == 0:
            return None
        ratios.append(information(v, z) / total)
    best = np.sort(ratios)[::-1]
    return best[0] - best[1]


def mig(factors, codes, kinds):
    """Mutual information gap, divided by the codes' entropies"""
    if codes.shape[1] < 2:
        return "one-code: there is no second code to compare with"
    items = []
    for i, kind in enumerate(kinds):
        known = ~np.isnan(factors[:, i])
        items.append(gap(labels(factors[known, i], kind), codes[known]))
        if items[-1] is None:
            return "constant-code: 0/0"
    return np.array(items)


mig.outputs = {"mig": "factor"}
mig.measures = "compactness"
mig.absent = True
