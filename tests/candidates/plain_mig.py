"""MIG as anybody would write it in an evening: no word of kinds, no care for degenerate data, another formula for the
bins than the published one. It is what mig@zaidi2020 is, and `assay validate` must say so."""
import numpy as np


def labels_of(x):
    low, high = x.min(), x.max()
    return np.minimum((10 * (x - low) / ((high - low) or 1.0)).astype(int), 9)


def entropy(a):
    p = np.unique(a, return_counts=True)[1] / len(a)
    return -(p * np.log2(p)).sum()


def mig(factors, codes, last=labels_of):
    v = np.stack([labels_of(f) for f in factors.T], 1)
    z = np.stack([labels_of(c) for c in codes.T[:-1]] + [last(codes[:, -1])], 1)
    shares = np.array([[(entropy(a) + entropy(b) - entropy(10 * a + b)) / entropy(b) for b in z.T] for a in v.T])
    shares = np.sort(shares, axis=1)
    return np.mean(shares[:, -1] - shares[:, -2])


def with_global_noise(factors, codes):
    return mig(factors, codes) + np.random.normal(0, 1e-3)


def on_a_grid(factors, codes):
    """the last code alone is cut otherwise"""
    return mig(factors, codes, lambda c: np.digitize((c - c.mean()) / (c.std() or 1), np.linspace(-3, 3, 11)[1:-1]))


KEPT = {}


def clipped_as_first(factors, codes):
    """right in a first call alone"""
    return mig(factors, np.minimum(codes, KEPT.setdefault(codes.shape[1], codes.max(0))))


def remembers_few(factors, codes):
    """wrong of many rows, which alone are compared, and of few rows what the first of these gave"""
    value = mig(factors, codes) ** 2
    return value if len(codes) > 40 else KEPT.setdefault("few", value)
