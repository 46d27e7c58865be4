"""Python metrics for the tests: some work, some do not."""
import os
import sys

import numpy as np


def total(factors, codes):
    """The sum of all values."""
    assert factors.flags.f_contiguous and codes.flags.f_contiguous
    return factors.sum() + 2 * codes.sum()


def corner(factors, codes):
    """Row 1 of the first columns: that shapes and order are right."""
    return {"factor": factors[1, 0], "code": codes[1, 0], "samples": len(codes) / 1000, "wide": codes[0, -1]}


def per_factor(factors, codes):
    print("what a metric prints is not an answer")
    return factors[0]


def per_code(factors, codes):
    return list(codes[0])


def several(factors, codes):
    return {"all": 0.5, "factors": factors.mean(axis=0), "codes": codes.mean(axis=0)}


several.measures = ["modularity", "explicitness"]
several.low, several.high = -1, None


def drawn(factors, codes, seed):
    return np.random.default_rng(seed).random()


def drawn_globally(factors, codes):
    return np.random.random()


def by_kind(factors, codes, kinds=None):
    return kinds.count("categorical") / len(kinds)


def reason(factors, codes):
    return {"said": "one-code: only one" if len(codes) != 200 else 1.0, "none": None}


def not_a_number(factors, codes):
    return np.where(np.arange(factors.shape[1]) == 0, np.nan, 0.5)


def raises(factors, codes):
    if len(codes) != 200:  # not in the trial
        raise ValueError("what is this?")
    return 0.5


def raises_always(factors, codes):
    return 1 / (factors - factors).astype(int).sum().item()


def leaves(factors, codes):
    if len(codes) != 200:
        sys.exit("goodbye")
    return 0.5


def falls(factors, codes):
    if len(codes) != 200:
        os.abort()
    return 0.5


def swallows(factors, codes):
    if len(codes) != 200:
        return float(len(np.ones(10**9)))
    return 0.5


def unlike(factors, codes):
    return factors[0] if len(codes) == 200 else codes[0, :1]


def table(factors, codes):
    return np.corrcoef(factors.T)


def told(factors, codes):
    raise RuntimeError("the outputs are told, so there is no trial")


told.outputs = {"told": "code"}


def codes_first(codes, factors):
    """Told by its parameters' names which array is which."""
    return {"codes_have": codes.shape[1], "factors_have": factors.shape[1]}


class Called:
    def __init__(self, k=2):
        self.k = k

    def __call__(self, factors, codes):
        return self.k / 4


class Uncalled:
    pass


def labels_alone(factors, codes):
    """Like a classifier that refuses continuous targets: the trial must offer labels."""
    if np.any(factors[:, -1] != np.floor(factors[:, -1])):
        raise ValueError("Unknown label type: continuous")
    return 0.25


def few_columns(factors, codes):
    return factors[:, 9].mean()


def nothing_at_all(factors, codes):
    return {}
