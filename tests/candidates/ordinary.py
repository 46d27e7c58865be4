"""A right MIG in the ways that people write metrics: parsing arguments, with codes first, as a class, in float32."""
import argparse
import functools

import numpy as np
import right_mig

argparse.ArgumentParser().parse_args()  # of a script that is also run by itself


def codes_first(z, y):
    return right_mig.mig(y, z, ["continuous"] * y.shape[1])


def single(z, y):
    score = codes_first(z, y)
    return score if isinstance(score, str) else score.astype(np.float32)


partial = functools.partial(codes_first)


class Accumulated:
    """update, compute and reset, as TorchMetrics has them"""

    def __init__(self):
        self.reset()

    def reset(self):
        self.batches = []

    def update(self, z, y):
        self.batches.append((z, y))

    def compute(self):
        return codes_first(*(np.concatenate(arrays) for arrays in zip(*self.batches)))


instance = Accumulated()


def seeded(z, y, random_state):
    if not 0 <= random_state < 2**32:
        raise ValueError("scikit-learn refuses this seed")
    return codes_first(z, y) if z.shape[1] > 1 else "one-code: no second"


def with_bins(z, y, bins):
    return codes_first(z, y)


def random_half(z, y, random_state):
    """A random half of the rows, another one for each seed: neither the first half nor any other part."""
    rows = np.random.default_rng(random_state).permutation(len(z))[: len(z) // 2]
    return seeded(z[rows], y[rows], random_state)


def by_names_alone(*, codes, factors):
    return codes_first(codes, factors)


def learned_first(X, y, rng):
    """scikit-learn's order, and a Generator"""
    print("drew", type(rng).__name__)
    return codes_first(X, y) if X.shape[1] > 1 else "one-code: no second"


class WithBins:
    def __init__(self, bins):
        self.bins = bins

    def __call__(self, z, y):
        return codes_first(z, y)


def of_codes(z):
    """A metric of the codes alone, without bounds."""
    alive = z[:, np.ptp(z, axis=0) > 0]
    return float(np.log(np.linalg.cond(np.corrcoef(alive, rowvar=False))))


of_codes.needs, of_codes.low, of_codes.high = "codes", -np.inf, np.inf


def needy(factors, codes):
    return 0.5


needy.needs = "labels"


def both(factors, codes):
    """Overall and items by themselves, with a reason for one."""
    return 0.25, ["constant-factor: by itself"] + [0.5] * (factors.shape[1] - 1)


both.outputs = [{"name": "both", "axis": "factor", "low": float("-inf"), "high": float("inf")}]


def two_or_none(factors, codes):
    return "not-applicable: neither has a value"


two_or_none.outputs = ["one", "other"]


def centred_in_place(z, y):
    """Nobody sees it where the arrays are nobody else's"""
    z -= z.mean(axis=0)
    return codes_first(z, y) if z.shape[1] > 1 else "one-code: no second"


def sorted_in_place(z, y):
    """scores first, and leaves both arrays in another order"""
    score = codes_first(z, y) if z.shape[1] > 1 else "one-code: no second"
    z.sort(axis=0)
    y[::-1].sort(axis=0)
    return score


def standardised(z, y):
    """scikit-learn's scalers work on a copy, and are refused arrays that cannot be written to"""
    z = np.require(z, requirements="W")
    return codes_first(z / 2.0, y) if z.shape[1] > 1 else "one-code: no second"
