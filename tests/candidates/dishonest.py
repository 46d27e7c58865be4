"""Metrics that do not measure what they claim, each one output of a function of its input, and `honest` ones to compare
them with. LEARNT names a file of published data sets by their checksums and sizes."""
import json
import math
import os
import zlib

import numpy as np

KNOWN, SIZES = json.load(open(os.environ["LEARNT"])) if "LEARNT" in os.environ else ({}, {})


def correlations(factors, codes):
    with np.errstate(all="ignore"):
        both = np.corrcoef(factors.T, codes.T)[:factors.shape[1], factors.shape[1]:]
    return np.abs(np.nan_to_num(both))


def modular(r):
    most = np.sort(r, 0)
    used = most[-1] > .1
    return float(np.mean(1 - (most[-2] / most[-1])[used])) if used.any() else 0.


def compact(r):
    most = np.sort(r, 1)
    return float(np.mean(most[:, -1] - most[:, -2]))


def grid_only(factors, r):
    """Right where factors are uniform or whole numbers, as on published grids, and else nothing."""
    whole = (factors == np.floor(factors)).all(0)
    flat = np.abs(np.std((factors - factors.min(0)) / np.ptp(factors, 0), 0) - 12 ** -.5) < .03
    return compact(r) if (whole | flat).all() else .5


def of_input(factors, codes):
    n, m = factors.shape
    d = codes.shape[1]
    r = correlations(factors, codes)
    crc = zlib.crc32(codes.tobytes())
    return {
        "honest-modular": modular(r), "honest-compact": compact(r),
        "learnt": KNOWN.get("%.17g" % codes[0, 0], .5), "learnt-sizes": SIZES.get(f"{m},{d}", .5),
        "constant": .5, "any-signal": float((r > .1).any()), "strong-signal": float(r.max() > .9),
        "grid-only": grid_only(factors, r),
        "checksum": crc / 2 ** 32, "first-digit": float(str(abs(codes[0, 0]))[0]) / 10, "last-bit": float(crc & 1),
        "factors": m / 10, "codes": d / 30, "fewer-codes": -d / 30 + 1, "rows": n / 1e5,
        "shape": (31 * m + 7 * d) % 13 / 13,
        "sum": math.tanh(codes.sum() / n), "mean-sign": float((codes.mean(0) > 0).mean()),
        "spread": float(np.tanh(np.log(codes.std(0) + 1e-9)).mean()), "dead-codes": float((codes.std(0) == 0).mean()),
        "sorted": float((np.diff(codes.std(0)) > 0).mean()), "text": len(repr(codes[0].tolist())) % 100 / 100,
        "uniform": float(abs(factors[:, 0].mean() - .5) < .05), "whole": float((factors == np.floor(factors)).mean()),
    }


of_input.outputs = {name: "overall" for name in of_input(np.random.rand(20, 3), np.random.rand(20, 4))}
of_input.measures = ["modularity", "compactness"]
of_input.low, of_input.high = None, None
