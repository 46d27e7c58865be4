"""Two metrics: the gap of the two most correlated codes of each factor, and MIG as it is published."""
import numpy as np


def gap(factors, codes):
    """R2 of the most correlated code less that of the second, for each factor."""
    v, z = factors - factors.mean(axis=0), codes - codes.mean(axis=0)
    lengths = np.sqrt(np.outer((v**2).sum(axis=0), (z**2).sum(axis=0)))
    r = np.divide(v.T @ z, lengths, out=np.zeros(lengths.shape), where=lengths > 1e-12)
    best = np.sort(r**2, axis=1)
    return best[:, -1] - best[:, -2]


class MIG:
    """As Zaidi et al. 2020 publish it, in an object with update, compute and reset."""

    def __init__(self, bins=10):
        self.bins = bins
        self.reset()

    def reset(self):
        self.codes, self.factors = [], []

    def update(self, preds, target):
        self.codes.append(preds)
        self.factors.append(target)

    def labels(self, x):
        low, high = x.min(), x.max()
        return np.minimum((self.bins * (x - low) / ((high - low) or 1.0)).astype(int), self.bins - 1)

    @staticmethod
    def entropy(labels):
        p = np.unique(labels, return_counts=True)[1] / len(labels)
        return -(p * np.log(p)).sum()

    def compute(self):
        v, z = [[self.labels(x) for x in np.concatenate(side).T] for side in (self.factors, self.codes)]
        h = np.array([self.entropy(b) for b in z])
        if len(z) < 2 or (h == 0).any():
            return float("nan")
        known = np.array([[self.entropy(a) + self.entropy(b) - self.entropy(self.bins * a + b) for b in z]
                         for a in v]) / h
        best = np.sort(known, axis=1)
        return best[:, -1] - best[:, -2]
