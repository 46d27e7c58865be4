"""A metric in NumPy: the mutual information gap of Chen et al. 2018, arXiv:1802.04942, section 4.

    assay score --scenario noise --metrics mig,python:examples/metric.py:gap
    assay run quick --metrics mig,python:examples/metric.py:gap

A metric is a function of factors (samples x factors) and codes (samples x codes). It returns a number, an array with
one item per factor or per code (the score is their mean), or a dict of such; NaN where it is undefined. With a
parameter called `seed` it may draw.
"""
import numpy as np


def _binned(column, bins=10):
    """The number of each value's equal-width bin."""
    low, high = column.min(), column.max()
    if low == high:
        return np.zeros(len(column), dtype=int)
    return np.minimum((bins * ((column - low) / (high - low))).astype(int), bins - 1)


def _information(a, b):
    """Mutual information of two columns of bin numbers, in nats."""
    joint = np.zeros((a.max() + 1, b.max() + 1))
    np.add.at(joint, (a, b), 1)
    joint /= len(a)  # after counting: sums of 1/n are not exactly 1, and a constant factor would seem to vary
    independent = np.outer(joint.sum(axis=1), joint.sum(axis=0))
    seen = joint > 0
    return np.sum(joint[seen] * np.log(joint[seen] / independent[seen]))


def gap(factors, codes):
    """Mutual information gap, one item per factor; undefined of one code."""
    if codes.shape[1] < 2:
        return np.full(factors.shape[1], np.nan)
    factors = [_binned(column) for column in factors.T]
    codes = [_binned(column) for column in codes.T]
    gaps = []
    for factor in factors:
        entropy = _information(factor, factor)
        second, first = np.sort([_information(factor, code) for code in codes])[-2:]
        gaps.append((first - second) / entropy if entropy > 0 else np.nan)
    return np.array(gaps)


gap.measures = ["compactness"]
