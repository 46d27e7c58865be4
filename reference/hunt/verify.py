"""Does this certificate hold? Needs Python and NumPy, and nothing else. Exit status 1: it does not.

    python3 verify.py                       the data of all seeds, scored by the metric's definition, metric.py
    python3 verify.py --rows 20000          the same on other data: as many rows
    python3 verify.py --run FILE.py:NAME    scored by a function of a file, which runs: read it first
    python3 verify.py --pdf figure.pdf      the picture as PDF: codes over factors, of the first seed
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


def draw(folder, names, title, path):
    """A PDF of what figure.svg shows: a panel for each pair of the first four columns."""
    lines, left = [], 10.0

    def text(x, y, size, words):
        words = words.replace("\\", "").replace("(", "\\(").replace(")", "\\)")
        lines.append(f"BT /F {size} Tf {x:.1f} {440 - y:.1f} Td ({words}) Tj ET")

    text(10, 18, 11, title)
    for side, name in zip("AB", names):
        with np.load(os.path.join(folder, name + ".npz")) as held:
            v, z = held["factors"][:, :4], held["codes"][:, :4]
        text(left, 36, 11, side)
        for i, j in np.ndindex(v.shape[1], z.shape[1]):
            x, y, k = left + 90 * i, 54.0 + 90 * j, slice(None, None, max(1, len(v) // 150))
            lines.append(f"0.7 G {x:.1f} {440 - y - 76:.1f} 76 76 re S 0.1 0.36 0.55 rg")
            at = [(c - c.min()) / max(np.ptp(c), 1e-300) for c in (v[:, i], z[:, j])]
            lines += [f"{x + 1 + 72 * a:.1f} {365 - y + 72 * b:.1f} 2 2 re f" for a, b in zip(at[0][k], at[1][k])]
            lines.append("0 g")
            text(x, y - 3, 8, f"z{j + 1} over v{i + 1}")
        left += 90 * v.shape[1] + 20
    drawn = "\n".join(lines)
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
               f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {max(600, left):.0f} 440]/Contents 4 0 R/Resources"
               "<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
               f"<</Length {len(drawn)}>>\nstream\n{drawn}\nendstream"]
    made, at = "%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        at.append(len(made))
        made += f"{number} 0 obj\n{one}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in at)
    made += f"xref\n0 5\n0000000000 65535 f \n{table}trailer<</Size 5/Root 1 0 R>>\nstartxref\n{len(made)}\n%%EOF\n"
    with open(path, "w", encoding="latin-1", newline="") as file:
        file.write(made)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--rows", type=int)
    ask.add_argument("--run", metavar="FILE.py:NAME")
    ask.add_argument("--pdf", metavar="FILE")
    asked = ask.parse_args()
    folder = os.path.dirname(os.path.abspath(__file__))
    c = certificate(folder)
    if asked.pdf:
        names = ["data", "data-b"][:1 + (c["recipe_b"] is not None)]
        return draw(folder, names, f"{c['metric']}, {c['output']}: {c['claim']}", asked.pdf)
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
