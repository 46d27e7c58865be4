"""The library against the programs of scenarios: factors, codes and kinds, bit by bit.

    scenarios.py [--all] [--drawn N] [--seed S] [SCENARIO...]     TAP on standard output

Every scenario at points of its sweeps (--all: at each), at N points drawn from the ranges of its parameters, and on the
factors of profiles (--all: of each). Sizes and seeds are drawn.
"""
import argparse
import itertools
import math
import os
import random
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))
import assay  # noqa: E402

PROFILES = ["dsprites", "shapes3d", "mpi3d", "cars3d", "smallnorb", "letters", "ynoc", "pos"]
MOST_POINTS = 5  # of a scenario, without --all
SIZES, SEEDS = (1, 2, 10, 57, 128, 513, 1000), (0, 1, 2**32 - 1, 2**40 + 3)


def drawn_value(p, r):
    if p.words:
        return r.choice(p.words)
    low, high = p.low, min(p.high, 1e5)
    kind = int if p.whole else float
    if r.random() < 0.3:
        return kind(r.choice([p.standard, low, high]))
    wide = high - low > 100
    x = low + (math.exp(r.uniform(0, math.log1p(high - low))) - 1 if wide else r.uniform(0, high - low))
    return kind(x) if p.whole else min(max(round(x, r.choice([1, 3, 16])), low), high)


def points(info, r, given):
    """Points as settings; those drawn may not exist."""
    names = [p.id for p in info.parameters]
    swept = [dict(zip(names, x)) for x in itertools.product(*[p.sweep for p in info.parameters])]
    swept = swept if given.all or len(swept) <= MOST_POINTS else r.sample(swept, MOST_POINTS)
    drawn = [{p.id: drawn_value(p, r) for p in info.parameters if r.random() < 0.6} for _ in range(given.drawn)]
    on = PROFILES if given.all else r.sample(PROFILES, 2)
    return swept + drawn + [{**{k: x for k, x in r.choice(swept + drawn).items() if k != "factors"}, "factors": profile}
                            for profile in on]


def difference(info, point, n, seed):
    """What differs, in words; None: nothing; "": both are refused with the same words."""
    def refused(call):
        try:
            return call(info.id, samples=n, seed=seed, **point), None
        except assay.UsageError as error:
            return None, str(error)

    (data, why), (program, why_not) = refused(assay.generate), refused(assay.numpy_program)
    if why or why_not:
        return "" if why == why_not else f"data: {why}; program: {why_not}"
    scope = {}
    exec(compile(program, info.id, "exec"), scope)
    scope["make"].__globals__["rows"] = kept = Kept(scope["rows"])
    factors, codes = scope["make"]()
    for name, ours, theirs in (("factors", data.factors, factors), ("codes", data.codes, codes)):
        theirs = np.asarray(theirs, dtype=float)
        if ours.shape != theirs.shape:
            return f"{name}: {ours.shape}, the program's {theirs.shape}"
        if np.ascontiguousarray(ours).tobytes() != np.ascontiguousarray(theirs).tobytes():
            row, column = np.argwhere(np.ascontiguousarray(ours).view(np.int64) !=
                                      np.ascontiguousarray(theirs).view(np.int64))[0]
            return f"{name}[{row}, {column}]: {ours[row, column]!r}, the program's {theirs[row, column]!r}"
    levels = [int(x) for x in kept.last[2]]
    return None if levels == data.levels.tolist() else f"classes: {data.levels.tolist()}, the program's {levels}"


class Kept:
    """A function and what it gave last."""

    def __init__(self, function):
        self.function, self.last = function, None

    def __call__(self, *args, **named):
        self.last = self.function(*args, **named)
        return self.last


def main():
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("scenarios", nargs="*")
    asked.add_argument("--all", action="store_true")
    asked.add_argument("--drawn", type=int, default=2)
    asked.add_argument("--seed", type=int, default=0)
    given = asked.parse_args()
    infos = [info for info in assay.scenarios().values() if info.id != "recipe" and (info.id in given.scenarios or
                                                                                    not given.scenarios)]
    bad = 0
    for number, info in enumerate(infos, 1):
        r, wrong, done = random.Random(f"{given.seed} {info.id}"), [], 0
        for point in points(info, r, given):
            n, seed = r.choice(SIZES), r.choice(SEEDS)
            found = difference(info, point, n, seed)
            done += found != ""
            wrong += [f"# {point}, {n} rows of seed {seed}: {found}"] if found else []
        bad += bool(wrong) or not done
        result = "not ok" if wrong or not done else "ok"
        print("\n".join([f"{result} {number} - {info.id}: its program at {done} points"] + wrong[:5]), flush=True)
    print(f"1..{len(infos)}")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
