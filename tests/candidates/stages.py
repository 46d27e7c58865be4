"""Metrics that return their steps by the reference's names, or draw rows of their own."""
import numpy as np
from scipy.optimize import linear_sum_assignment


def fitted(factors, codes, part, signed):
    m, total = factors.shape[1], 0.0
    for k in np.unique(part):
        with np.errstate(all="ignore"):
            learnt, tested = (np.nan_to_num(np.corrcoef(factors[rows].T, codes[rows].T)[:m, m:])
                              for rows in (part != k, part == k))
        i, j = linear_sum_assignment(-np.abs(learnt))
        total += (part == k).mean() * ((np.sign(learnt[i, j]) if signed else 1) * tested[i, j]).sum()
    return total / min(m, codes.shape[1])


def takes_it(factors, kinds):
    return "categorical" not in kinds and (np.ptp(factors, axis=0) > 0).all()


def crossfit(factors, codes, kinds, seed, signed=True):
    """right, of draws of its own"""
    if not takes_it(factors, kinds):
        return "not-applicable: labels, or a constant factor"
    part = np.random.default_rng(seed + 5).permutation(len(codes)) % 5
    return {"crossfit": fitted(factors, codes, part, signed), "stages": {"part of each row": part}}


def crossfit_unsigned(factors, codes, kinds, seed):
    return crossfit(factors, codes, kinds, seed, signed=False)


def crossfit_seen(factors, codes, kinds, seed):
    """wrong, and says nothing of its parts"""
    if not takes_it(factors, kinds):
        return "not-applicable: labels, or a constant factor"
    part = np.empty(len(codes), int)
    for k, held in enumerate(np.array_split(np.random.default_rng(seed).permutation(len(codes)), 5)):
        part[held] = k
    return fitted(factors, codes, part, False)


for name in (crossfit, crossfit_unsigned, crossfit_seen):
    name.low = -1


def sap(factors, codes, kinds):
    """covariances that are divided by n - 1; its relation is returned"""
    if not takes_it(factors, kinds) or codes.shape[1] < 2 or (np.ptp(codes, axis=0) == 0).any():
        return "not-applicable: labels, or constant columns"
    v, z = factors - factors.mean(0), codes - codes.mean(0)
    r = (v.T @ z / (len(v) - 1) / np.outer(factors.std(0), codes.std(0))) ** 2
    best = np.sort(r, axis=1)
    return {"sap": best[:, -1] - best[:, -2], "stages": {"relation": r}}


def sleeps(factors, codes):
    import time
    time.sleep(30 * (len(codes) > 200))
    return 0.5


def forest(factors, codes, seed):
    """every forest learns the labels of the last factor, and explicitness is none"""
    from sklearn.ensemble import RandomForestClassifier
    if (np.ptp(factors, axis=0) == 0).any() or (np.ptp(codes, axis=0) == 0).any():
        return "not-applicable: constant columns"
    low, high = factors.min(0), factors.max(0)
    labels = np.minimum((10 * (factors - low) / (high - low)).astype(int), 9)
    w = np.array([RandomForestClassifier(2, max_features=None, random_state=seed + i).fit(codes, labels[:, -1])
                  .feature_importances_ for i in range(len(low))])
    shares = np.maximum(w / np.maximum(w.sum(0), 1e-300), 1e-300)
    own = 1 + (shares * np.log(shares)).sum(0) / np.log(len(low))
    return {"modularity": (own * w.sum(0)).sum() / w.sum(), "explicitness": 0.5}
