"""Rows 0, 1 and 39 of every scenario that no published record covers, at n = 40 and seed 5, by the programs of
reference/ with NumPy alone. Prints numpy_rows.json anew, at its own points: of one to add, `scenario` and `params` are
enough. Run with python3 and NumPy 1.17 or later. Nothing of assay is read."""
import json
import os
import re

import numpy as np

N, SEED = 40, 5
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "reference")


def text_of(name, done):
    """A file behind those that its first line says it needs."""
    if name in done:
        return ""
    done.add(name)
    with open(os.path.join(ROOT, name + ".py"), encoding="utf-8") as file:
        text = file.read()
    first = text.split("\n")[0]
    needs = first[len("# needs:"):].split() if first.startswith("# needs:") else []
    return "".join(text_of("parts/" + need, done) for need in needs) + text


def definition(scenario):
    scope = {}
    exec(text_of("scenarios/" + scenario.replace("-", "_"), set()), scope)
    return scope["rows"]


def recipe(n, seed, text, alpha=None):
    r = np.random.default_rng(seed)
    if "split" in text:
        v = r.random((n, 2))
        z = [(np.floor(3 * v[:, j // 3]) == j % 3) * (1 + v[:, j // 3]) for j in range(6)]
        return v, np.stack(z, axis=1), [0, 0]
    v = np.hstack([r.random((n, 2)), np.floor(5 * r.random((n, 1)))])
    z = v / [1, 1, 4]
    z = np.hstack([(1 - alpha) * z + alpha * r.random((n, 3)), 0.5 * z[:, :1] + 0.25 * z[:, 2:]])
    return v, np.hstack([np.repeat(z, 2, axis=1), r.random((n, 1))]), [0, 0, 5]


def settings(text):
    """NAME=VALUE:NAME=VALUE, where a value is a number, a word or [a recipe]."""
    pairs = re.findall(r"([a-z]+)=(\[.*?\]|[^:]*)", text)
    return {name: json.loads(value) if re.fullmatch(r"-?[0-9.]+", value) else value for name, value in pairs}


def number(x):
    return None if np.isnan(x) else float(x)


with open(os.path.join(HERE, "numpy_rows.json"), encoding="utf-8") as file:
    points = json.load(file)
for point in points:
    rows = recipe if point["scenario"] == "recipe" else definition(point["scenario"])
    for name, block in zip(("factors", "codes"), rows(N, SEED, **settings(point["params"]))):
        point[name] = [[number(x) for x in block[s]] for s in (0, 1, N - 1)]
print("[\n" + ",\n".join(map(json.dumps, points)) + "\n]")
