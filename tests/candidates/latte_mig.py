"""The mutual information gap as Latte publishes it, on scikit-learn's nearest-neighbour estimator."""
import numpy as np
from sklearn.feature_selection import mutual_info_classif, mutual_info_regression


def information(codes, v, kind, seed):
    estimate = mutual_info_classif if kind == "categorical" else mutual_info_regression
    return estimate(codes, v.astype(int) if kind == "categorical" else v, random_state=seed)


def total(v, kind, seed):
    """I(v; v): the labels of a categorical factor are both a column of whole numbers and the classes."""
    column = v.astype(int) if kind == "categorical" else v
    return information(column.reshape(-1, 1), v, kind, seed)[0]


def mig(factors, codes, seed, kinds):
    """Mutual information gap from nearest neighbours"""
    if codes.shape[1] < 2:
        return "one-code: there is no second code to compare with"
    gaps = []
    for i, kind in enumerate(kinds):
        v = factors[:, i]
        if (v == v[0]).all():
            gaps.append(np.nan)
            continue
        moving = codes[:, (codes != codes[0]).any(axis=0)]
        told = np.zeros(codes.shape[1])
        told[: moving.shape[1]] = information(moving, v, kind, seed % 2**32)
        best = np.sort(told)[::-1]
        gaps.append((best[0] - best[1]) / total(v, kind, seed % 2**32))
    return np.array(gaps)


mig.outputs = {"mig": "factor"}
