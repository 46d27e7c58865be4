"""Does this certificate hold? Needs Python and NumPy, and nothing else. Exit status 1: it does not.

    python3 verify.py                       the data of all seeds, scored by the metric's definition, metric.py
    python3 verify.py --rows 20000          the same on other data: as many rows
    python3 verify.py --run FILE.py:NAME    scored by a function of a file, which runs: read it first
"""
import argparse
import hashlib
import json
import os
import runpy
import sys

import numpy as np

EXCUSES = ("not-applicable", "too-few-samples", "one-code", "one-factor", "candidate")


def refuse(field, why):
    sys.exit(f"does not hold: {field}: {why}")


def certificate(folder):
    """certificate.json, whose files are as it says."""
    with open(os.path.join(folder, "certificate.json"), encoding="utf-8") as file:
        text = file.read()
    found = json.loads(text)
    sealed = text[:text.rindex(",\n  \"seal\"")]
    if hashlib.sha256(sealed.encode()).hexdigest() != found["seal"]:
        refuse("seal", "certificate.json was changed after it was made")
    for name, digest in found["files"].items():
        with open(os.path.join(folder, name), "rb") as file:
            if hashlib.sha256(file.read()).hexdigest() != digest:
                refuse(name, "it was changed after it was made")
    return found


def of_file(entry):
    """The function of FILE.py:NAME as one that scores."""
    path, _, name = entry.rpartition(":")
    function = runpy.run_path(path)[name]
    return lambda factors, codes, kinds, seed: {None: {"value": np.mean(function(factors, codes)), "reason": ""}}


def of_program(folder, name):
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        sys.exit(f"there is no {name}: a metric from outside is scored with --run FILE.py:NAME")
    return runpy.run_path(path)["score"]


def violation(c, a, b, excused):
    """The size of the claim, as a share of the output's range."""
    low, high = c["range"]
    scale = high - low
    if c["claim"] == "false-alarm":
        return (high - a) / scale
    if c["claim"] == "false-praise":
        return (a - max(low, min(0.0, high))) / scale
    if c["claim"] == "wrong-order":
        return (b - a) / scale
    if c["claim"] == "blind":
        return 1 - (a - b) / scale
    if c["claim"] == "not-invariant":
        return (a - b) / scale
    if c["claim"] == "lenient":
        other = c["range_against"]
        return (a - low) / scale - (b - other[0]) / (other[1] - other[0])
    return float(np.isnan(a) and not excused)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--rows", type=int)
    ask.add_argument("--run", metavar="FILE.py:NAME")
    asked = ask.parse_args()
    folder = os.path.dirname(os.path.abspath(__file__))
    c = certificate(folder)
    score = of_file(asked.run) if asked.run else of_program(folder, "metric.py")
    sides = [("data", score, c["output"])]
    if c["recipe_b"] is not None:
        sides.append(("data-b", score, c["output"]))
    if c["claim"] == "lenient":
        sides.append(("data", of_program(folder, "against.py"), None))
    makes = [runpy.run_path(os.path.join(folder, name + ".py"))["make"] for name, _, _ in sides]
    kinds = []
    for (name, _, _), make in zip(sides, makes):
        with np.load(os.path.join(folder, name + ".npz")) as held:
            kinds.append(list(held["kinds"]))
            made = make(c["rows"], c["first_seed"])
            if any(x.tobytes("C") != held[key].tobytes("C") for x, key in zip(made, ("factors", "codes"))):
                refuse(name + ".npz", f"{name}.py makes other numbers")
    rows, sizes, scores = asked.rows or c["rows"], [], []
    for seed in range(c["first_seed"], c["first_seed"] + c["seeds"]):
        values, excused = [], False
        for (_, by, output), make, kind in zip(sides, makes, kinds):
            all_of = by(*make(rows, seed), kind, seed)
            one = all_of.get(output) or next(iter(all_of.values()))
            values.append(float(one["value"]))
            excused |= str(one["reason"]).startswith(EXCUSES)
        scores.append(values)
        sizes.append(violation(c, values[0], values[-1], excused))
    size = abs(np.mean(sizes)) if c["claim"] == "not-invariant" else np.mean(sizes)
    means = ", ".join(f"{side} {x:.3f}" for side, x in zip("AB", np.mean(scores, axis=0)))
    at = "" if rows == c["rows"] else f"_{rows}"
    print(f"{c['metric']}, {c['output']}: {c['claim']}; {rows} rows, {c['seeds']} seeds; mean scores: {means}")
    print(f"violation {size:.6f}", end="")
    if "low" + at not in c:
        print("; the certificate says nothing of as many rows")
        return
    print(f", and the certificate says {c['violation' + at]:.6f}, {c['low' + at]:.6f} to {c['high' + at]:.6f}")
    if not c["low" + at] - 1e-6 <= size <= c["high" + at] + 1e-6:
        refuse("violation" + at, "it is outside the interval")


if __name__ == "__main__":
    main()
