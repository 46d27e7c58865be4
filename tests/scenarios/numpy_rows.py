"""Rows 0, 1 and 39 of every scenario that no published record covers, at n = 40 and seed 5, by the programs of
reference/ with NumPy alone. Prints numpy_rows.json; run with python3 and NumPy 1.17 or later. Nothing of assay is
read."""
import itertools
import json
import os

import numpy as np

N, SEED = 40, 5
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "reference")


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


# All combinations of the values of each; several entries of one scenario follow each other.
POINTS = [
    ("letters", dict(dims=[1, 2], rows=["uniform", "factorial", "published"], book=["published", "seeded", "reread"])),
    ("rotate", dict(angle=[0, 15, 30, 45, 90], matrix=["pairs"])), ("rotate", dict(angle=[15], matrix=["haar"])),
    ("flip-permute", dict(permute=["no", "yes"], flip=["no", "yes"])), ("affine", dict(map=["none", "affine"])),
    ("heavy-tail", {}), ("dead-code", dict(count=[0, 1, 4], place=["first", "middle", "last"])),
    ("dead-factor", dict(count=[0, 1, 8], place=["first", "last"])),
    (
        "inputs",
        dict(
            change=[
                "none",
                "shuffled",
                "gaussian",
                "twice",
                "classes",
                "mixed",
                "unbalanced",
                "merged",
                "renamed",
                "tiny",
                "huge",
                "outlier",
                "swapped",
            ]
        ),
    ),
    ("noisy-copy", dict(alpha=[0, 0.25, 0.5, 0.75, 1])),
    ("irrelevant-code", dict(count=[0, 1, 4, 16])),
    ("cardinality", {}),
    ("bins", dict(alpha=[0.2])),
    ("sample-size", dict(alpha=[0, 0.4, 1])),
    ("dimension", dict(alpha=[0, 0.4, 1], factors=[2, 4, 8, 16, 32], width=[1])),
    ("dimension", dict(alpha=[0.4], factors=[4], width=[4])), ("higgins", {}), ("kim-mnih", {}),
    ("recipe", dict(text=["[v: 2 uniform, levels(5); z1-3 = noise(v, {alpha}); z4 = mix(v1 .5, v3 .25); duplicate(2); "
                          "spare]"], alpha=[0.25])),
    ("recipe", dict(text=["[v: 2 uniform; z = split(v, 3)]"])),
    ("dropped", dict(count=[0, 1, 2, 4, 6, 8])), ("sepliarskaia", dict(case=["ideal", "xor", "sum", "one", "split"])),
    ("correlated", dict(s=[1000, 0.7, 0.4, 0.1, 0.04], code=["ideal", "mixed"], pairs=[1, 2, 3])),
    ("confounder", dict(s=[1000, 0.7, 0.4, 0.1, 0.04], code=["ideal", "mixed"])), ("absent", dict(p=[0, 0.2, 0.5])),
    ("sparse", dict(codes=["dictionary", "split", "absorbed", "superposed"], share=[0, 0.5, 1])),
    ("sparse", dict(codes=["absorbed"], share=[1], factors=[3], spare=[0])),
    ("sparse", dict(codes=["split"], share=[1], factors=[2], parts=[5])),
    ("features", dict(encoder=["oracle", "absorbed", "split", "hedged", "merged", "dead", "dense", "shrunk", "missed",
                               "noisy", "superposed", "permuted-decoder", "random", "random-decoder"], dose=[0.4],
                      features=[9], dims=[4], most=[0.8], least=[0.2], roots=[2], branching=[2], depth=[2], rank=[3])),
    ("features", dict(encoder=["absorbed"], dose=[0, 1], features=[9], dims=[0], most=[0.8], least=[0.2], roots=[2],
                      branching=[3], depth=[1], exclusive=["no", "yes"], rank=[0], overlap=[1], sd=[0.5])),
    ("interp", dict(attribute=["line", "cube", "logistic", "tanh", "sine", "mixed"], noise=[0, 0.1])),
    ("ynoc", dict(alpha=[0, 0.4])),
    ("pos", dict(alpha=[0, 0.4])),
    (
        "guard",
        dict(
            structure=["independent", "correlated", "redundant", "two-parents"],
            codes=["scaled", "dense", "turned", "copies", "wide"],
        ),
    ),
    ("guard", {"structure": ["redundant", "two-parents"], "codes": ["fewer"], "curves": ["bounded", "apart"],
               "rows": ["split", "test"]}),
    ("guard", {"codes": ["curved"], "factors": [7]}),
    ("guard", {"codes": ["intervals"], "parts": [2, 4], "cuts": ["random", "even"]}),
    ("guard", {"structure": ["correlated"], "rho": [-0.2], "codes": ["gaussian-noise"], "generators": ["shared", "apart"]}),
    (
        "bank",
        dict(
            property=["modularity"],
            spoil=["mixing"],
            kinds=["continuous", "categorical", "mixed"],
            dependence=["independent", "dependent"],
            noise=["none", "equal", "better-side"],
            order=["ordered", "level"],
            pair=[3],
            side=["a", "b"],
        ),
    ),
    (
        "bank",
        dict(
            property=["compactness"],
            spoil=["copies"],
            kinds=["continuous", "mixed"],
            pair=[0, 4],
            side=["a", "b"],
            contamination=["none", "outlier"],
        ),
    ),
    (
        "bank",
        dict(property=["modularity", "compactness"], spoil=["rotation"], pair=[0, 1], side=["a", "b"], bank=[0, 7]),
    ),
    (
        "bank",
        dict(
            property=["explicitness"],
            spoil=["noise", "missing", "folding"],
            kinds=["continuous", "categorical"],
            curves=["none", "monotone"],
            pair=[0, 1],
            side=["a", "b"],
        ),
    ),
]


def number(x):
    return None if np.isnan(x) else float(x)


lines = []
for scenario, values in POINTS:
    rows = recipe if scenario == "recipe" else definition(scenario)
    for combination in itertools.product(*values.values()):
        params = dict(zip(values, combination))
        factors, codes = rows(N, SEED, **params)[:2]
        shown = [[[number(x) for x in block[s]] for s in (0, 1, N - 1)] for block in (factors, codes)]
        lines.append(json.dumps({"scenario": scenario, "params": ":".join("%s=%s" % item for item in params.items()),
                                 "factors": shown[0], "codes": shown[1]}))
print("[\n" + ",\n".join(lines) + "\n]")
