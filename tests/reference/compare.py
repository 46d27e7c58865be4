"""The library against the programs of reference/: every metric, preset and option on odd tables, outputs, items,
reasons.

    compare.py [--tables N] [--seed S] [--rows N] METRIC...     no METRIC: all; TAP on standard output

What differs is shrunk to the fewest rows and columns that still differ, and printed.
"""
import argparse
import os
import sys
import time
import warnings

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "python"), os.path.dirname(os.path.abspath(__file__))]

import assay  # noqa: E402
import odd_tables  # noqa: E402
from assay import reference  # noqa: E402

# Values of number options: three at least that tell the rows at hand apart. Others: from the descriptor.
VALUES = {
    "bins": (2, 7, 10, 20, 64), "factor-bins": (2, 5, 10, 33), "neighbours": (1, 3, 10), "classes": (0, 4, 20),
    "least-variance": (0, 1e-3, 0.5), "least-information": (0, 1e-12, 0.2), "quantile": (0.5, 0.99, 1),
    "iterations": (1000, 2000, 3000), "batch": (2, 9, 64), "train": (20, 60, 100, 0.3, 0.5, 0.8, 1.0),
    "test": (20, 40, 80), "splits": (0, 1, 3), "trees": (1, 2, 4), "stages": (1, 2, 5), "rate": (0.05, 0.1, 1),
    "features": (1, 5, 20), "folds": (2, 3, 5), "rows": (100, 130, 1000), "depth": (0, 1, 2, 5),
    "share": (0.2, 0.5, 1), "std": (0, 0.05, 0.5), "variance-rows": (0, 30, 1000), "strength": (0.01, 1, 100),
    "permutations": (1, 5, 20), "least-range": (0, 0.05, 0.6), "threshold": (0, 0.01, 1), "steps": (0, 3, 5),
    "eps": (0, 0.001, 1),
}

# The largest difference that a right solver may have: of a score, absolute. Others 1e-9, which is rounding.
TOLERANCE = {
    "gaussian-wasserstein": 1e-7,  # roots of eigenvalues that are 0 but for rounding, as shares of the trace
    "dci-lasso": 1e-4,  # of the gap at which the descent ends
    "udr": 1e-4,
    "r2-heldout": 1e-7,  # systems of equations whose condition is 1e8 and more
    "dci-gbt": 1e-7,  # residuals are held to 2^-31
    "mcc-rdc": 1e-6,  # directions of features down to 1e-6 of the longest
    "explicitness": 1e-5, "med": 1e-6,
    "infoe": 2e-2,  # of codes=discrete, which has no minimum and stops somewhere; else 1e-4
}

# Of each variant, where it does not say otherwise: programs are slow.
SMALL = {
    **dict.fromkeys(("z-diff", "z-min-var", "z-max-var"), {"train": 60, "test": 40, "batch": 12}),
    **dict.fromkeys(("dci-rfc", "rf-acc", "rf1-acc"), {"trees": 3}),
    "dci-rf": {"trees": 2, "folds": 3},
    "dci-gbt": {"stages": 3},
    "infoe": {"strength": 100, "iterations": 1000},
}

# What rounding decides, and so no definition: the rank of a matrix of rounding, the order an unstable sort leaves.
ROUNDING = {"mcc-rdc": ("basis=columns", "ties=unstable", "@guard2026"),
            # outputs at a fold's threshold of separable rows choose C; probes.py asks on tables where none lies there
            "sparse-probe": ("penalty=l1", "@sae-probes")}


def option_values(option):
    if option.words:
        return list(option.words)
    if option.id in VALUES:
        return [x for x in VALUES[option.id] if option.low <= x <= option.high and (not option.whole or x == int(x))
                and (option.id != "train" or (x > 1) == option.whole)]
    high = min(option.high, 3 * max(float(option.standard), 1))
    found = [option.low, option.standard, (option.low + high) / 2, high]
    return sorted({int(x) if option.whole else float(x) for x in found})


def variants(info, rng, mixed):
    """Every preset as it is; every option at all its values; some with several options changed."""
    names = [f"{info.id}@{preset}" for preset in info.presets]
    presets = list(info.presets)
    for option in info.options:
        for value in option_values(option):
            names.append(f"{info.id}@default:{option.id}={value}")
    for _ in range(mixed if info.options else 0):
        chosen = rng.choice(len(info.options), size=min(3, len(info.options)), replace=False)
        said = [f"{info.options[k].id}={rng.choice([str(x) for x in option_values(info.options[k])])}" for k in chosen]
        names.append(f"{info.id}@{rng.choice(presets)}:{':'.join(said)}")
    names = [name for name in names if not any(word in name for word in ROUNDING.get(info.id, ()))]
    small = SMALL.get(info.id, {}).items()
    return [name + "".join(f":{k}={v}" for k, v in small if f":{k}=" not in name) for name in names]


def ours(name, table, seed):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kinds = ("absent:" if table.absent else "") + ",".join(table.kinds)
        return {s.output: s for s in assay.score_all(table.factors, table.codes, name, kinds=kinds, seed=seed)}


def same_reason(theirs, reason):
    if theirs is None or reason is None:
        return theirs is None and reason is None
    word, _, what = theirs.partition(": ")
    place = "" if reason.axis is None else f"{reason.axis} {reason.index}"
    return word == reason.word and (not what or what == place)


def differs(a, b, tolerance):
    if np.isnan(a) or np.isnan(b):
        return not (np.isnan(a) and np.isnan(b))
    return abs(a - b) > tolerance * max(1.0, abs(a), abs(b))


def difference(name, module, table, seed, tolerance):
    """What differs, in words; None: nothing. A metric that fails here must fail there."""
    mine = ours(name, table, seed)
    failed = [s for s in mine.values() if s.failed]
    try:
        with np.errstate(all="ignore"):
            theirs = module.score(table.factors, table.codes, table.kinds, seed)
    except ValueError as error:
        return None if failed else f"the program refuses: {error}"
    if failed:
        return f"the library fails: {failed[0].undefined}"
    if sorted(mine) != sorted(theirs):
        return f"outputs {sorted(mine)}, the program {sorted(theirs)}"
    for output, s in mine.items():
        of = theirs[output]
        if any(why is not None and why.word == "no-convergence" for why in s.items_undefined):
            continue  # whether a search ends is the searcher's
        if output == "gaussian-wasserstein" and np.isfinite(float(s)):
            continue  # the other output times a trace: a difference of which nothing may be left
        if differs(float(s), of["value"], tolerance):
            return f"{output}: {float(s)!r}, the program {of['value']!r} ({s.undefined}; {of['reason']})"
        if not same_reason(of["reason"], s.undefined):
            return f"{output} for reason '{s.undefined}', the program '{of['reason']}'"
        if len(s.items) != len(of["items"]):
            return f"{output}: {len(s.items)} items, the program {len(of['items'])}"
        for k, (a, b) in enumerate(zip(s.items.tolist(), of["items"])):
            why, given = s.items_undefined[k], of["reasons"][k]
            if differs(a, b, tolerance) or not same_reason(given, why):
                return f"{output}, item {k}: {a!r}, the program {b!r} ({why}; {given})"
    return None


def shrunk(name, module, table, seed, tolerance, seconds=20):
    """The smallest table found that differs: columns left out one by one, then rows by halves, quarters and so on."""
    until = time.monotonic() + seconds

    def still(part):
        try:
            return difference(name, module, part, seed, tolerance) is not None
        except assay.Error:
            return False

    def columns(table):
        for axis in (0, 1):
            k = 0
            while k < (table.factors, table.codes)[axis].shape[1] and time.monotonic() < until:
                keep = [list(range(table.factors.shape[1])), list(range(table.codes.shape[1]))]
                del keep[axis][k]
                part = table.part(np.arange(len(table.codes)), *keep) if keep[axis] else None
                if part is not None and still(part):
                    table = part
                else:
                    k += 1
        return table

    table, step = columns(table), len(table.codes) // 2
    while step >= 1 and time.monotonic() < until:
        start = 0
        while start < len(table.codes) and time.monotonic() < until:
            rows = np.delete(np.arange(len(table.codes)), np.s_[start:start + step])
            part = table.part(rows, range(table.factors.shape[1]), range(table.codes.shape[1])) if len(rows) else None
            if part is not None and still(part):
                table = part
            else:
                start += step
        step //= 2
    return columns(table)


def compare(info, names, tables, given):
    """How many comparisons, and the failures in words."""
    done, failures, modules = 0, [], {}
    for number, name in enumerate(names):
        try:
            modules[name] = reference.load(name)
        except assay.UsageError as error:
            if "has no program" in str(error):
                return 0, [str(error)]
            continue  # an option that the chosen relation does not read
        for table in tables[number % given.every::given.every]:
            how = given.seed, TOLERANCE.get(info.id, 1e-9)
            wrong = difference(name, modules[name], table, *how)
            done += 1
            if wrong and (info.id, table.name.partition(" (")[0]) == ("med", "all dead"):
                continue  # accuracy: of equally frequent values the intercepts' rounding chooses
            if wrong:
                small = shrunk(name, modules[name], table, *how) if given.show > len(failures) else ""
                if small:
                    wrong = difference(name, modules[name], small, *how)
                failures.append(f"{name} on {table.name}: {wrong}\n{small}")
                break
    return done, failures


def main():
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("metrics", nargs="*")
    asked.add_argument("--tables", type=int, default=1, help="of each name")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--rows", type=int, default=None)
    asked.add_argument("--mixed", type=int, default=6, help="variants with three options changed")
    asked.add_argument("--show", type=int, default=2, help="failures of a metric that are shrunk")
    asked.add_argument("--every", type=int, default=1, help="a variant meets one table of so many")
    asked.add_argument("--only", default="", help="tables with this in their names")
    asked.add_argument("--variant", default="", help="variants with this in their names")
    asked.add_argument("--without", default="none", help="no variants with this in their names")
    given = asked.parse_args()
    rng = np.random.default_rng(given.seed)
    infos = [info for info in assay.metrics().values()
             if info.id in given.metrics or not given.metrics and not info.control]
    tables = [odd_tables.draw(which, given.seed + k, given.rows) for which in odd_tables.NAMES if given.only in which
              for k in range(given.tables)]
    bad = 0
    for number, info in enumerate(infos, 1):
        start = time.process_time()
        names = [name for name in variants(info, rng, given.mixed) if given.variant in name and given.without not in name]
        done, failures = compare(info, names, tables, given)
        bad += bool(failures)
        print(f"{'not ' if failures else ''}ok {number} - {info.id}: {done} comparisons with its program, "
              f"{time.process_time() - start:.1f} s", flush=True)
        for failure in failures:
            print("\n".join("# " + line for line in failure.rstrip().split("\n")), flush=True)
    print(f"1..{len(infos)}")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
