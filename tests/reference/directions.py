"""Metrics of directions against their programs: every preset and option on representations of the scenario features.

    directions.py ASSAY FOLDER     TAP on standard output
"""
import itertools
import json
import os
import subprocess
import sys

import numpy as np

ASSAY, FOLDER = sys.argv[1:]
POINTS = [("absorbed", 0.5), ("split", 0.4), ("dead", 0.3), ("dense", 0.2), ("missed", 0.6), ("random", 0.5),
          ("permuted-decoder", 1), ("shrunk", 0.5), ("shrunk", 1)]
METRICS = {"mcc-directions": {"divisor": ["matched", "factors"], "codes": ["all", "alive"]},
           "detectors": {"undefined": ["leave-out", "zero", "alive"], "mean": ["codes", "means"],
                         "codes": ["all", "alive"], "divisor": ["codes", "factors"]},
           "reconstruction": {}}


def called(*words):
    return subprocess.run([ASSAY, *words], check=True, capture_output=True, text=True).stdout


def names(metric):
    options = METRICS[metric]
    if not options:
        yield metric
    first = {k: x[0] for k, x in options.items()}
    for key, words in options.items():
        for word in words:
            yield metric + "@default" + "".join(f":{k}={x}" for k, x in {**first, key: word}.items())


def data(number, encoder, dose):
    """A file of the scenario; every second one with activations of its own."""
    path = os.path.join(FOLDER, f"{number}.npz")
    settings = [f"encoder={encoder}", f"dose={dose}", "features=24", "dims=10"]
    called("generate", "features", *[word for x in settings for word in ("--set", x)], "-n", "90", "-s", str(number),
           "-o", path)
    with np.load(path) as file:
        arrays = dict(file)
    arrays["codes"][:, ::5] *= -1.0
    if number % 2:
        arrays["activations"] = np.random.default_rng(number).standard_normal((90, 10))
    np.savez(path, **arrays)
    return path, arrays


def differs(ours, theirs):
    for s in ours["scores"]:
        of = theirs[s["output"]]
        items = s.get("items", {}).get("values", [])
        for a, b in itertools.chain([(s["value"], of["value"])], zip(items, of["items"])):
            if (a is None) != bool(np.isnan(b)) or (a is not None and abs(a - b) > 1e-9 * max(1.0, abs(a))):
                return f"{s['output']}: {a}, the program {b}"
        word = None if s["undefined"] is None else s["undefined"].split(":")[0]
        if word != (of["reason"] and of["reason"].split(":")[0]) or len(items) != len(of["items"]):
            return f"{s['output']}: {s['undefined']}, the program {of['reason']}"
    return None


files = [data(k, *point) for k, point in enumerate(POINTS)]
for number, metric in enumerate(METRICS, 1):
    wrong, done = [], 0
    for name in names(metric):
        scope = {}
        exec(compile(called("describe", name, "--numpy"), name, "exec"), scope)
        for path, arrays in files:
            ours = json.loads(called("score", "--data", path, "--metrics", name, "--format", "json"))
            with np.errstate(all="ignore"):
                found = differs(ours, scope["score"](**arrays))
            wrong += [f"# {name} on {path}: {found}"] if found else []
            done += 1
    said = f"{'not ' if wrong else ''}ok {number} - {metric}: {done} comparisons with its program"
    print("\n".join([said] + wrong[:5]))
print(f"1..{len(METRICS)}")
