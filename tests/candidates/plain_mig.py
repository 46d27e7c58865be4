"""MIG as anybody would write it in an evening: no word of kinds, no care for degenerate data, another formula for the
bins than the published one. It is what mig@zaidi2020 is, and `assay validate` must say so."""
import numpy as np


def labels_of(x):
    low, high = x.min(), x.max()
    return np.minimum((10 * (x - low) / ((high - low) or 1.0)).astype(int), 9)


def entropy(a):
    p = np.unique(a, return_counts=True)[1] / len(a)
    return -(p * np.log2(p)).sum()


def mig(factors, codes):
    v, z = [labels_of(f) for f in factors.T], [labels_of(c) for c in codes.T]
    told = np.array([[(entropy(a) + entropy(b) - entropy(10 * a + b)) / entropy(b) for b in z] for a in v])
    told = np.sort(told, axis=1)
    return np.mean(told[:, -1] - told[:, -2])


def with_global_noise(factors, codes):
    return mig(factors, codes) + np.random.normal(0, 1e-3)
