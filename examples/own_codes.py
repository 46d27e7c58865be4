#!/usr/bin/env python3
"""Scores one's own codes with several metrics, prints a table, and draws why they say what they say.

    PYTHONPATH=python python3 examples/own_codes.py                       # codes made here, of two models
    PYTHONPATH=python python3 examples/own_codes.py labels.npy latents.npy [figure.svg]

Needs NumPy and a built library (`make`); the figure is an SVG, written without any other part. The cells marked %% run
one by one in an editor that knows notebooks.
"""
import sys
from html import escape

import numpy as np

import assay

# %% The data: factors are samples x factors, codes samples x codes. Integer columns of a float array have to be said to
# be classes; arrays of integers are taken as such.


def made_here(n=4000):
    """Two models of the same four factors: one gives each factor a code of its own, the other mixes them in pairs."""
    rng = np.random.default_rng(0)
    factors = np.column_stack([rng.integers(0, 3, n), rng.random(n), rng.random(n), rng.random(n)])
    centred = (factors - factors.mean(axis=0)) / factors.std(axis=0)
    turn = np.sqrt(0.5) * np.array([[1, 1, 0, 0], [-1, 1, 0, 0], [0, 0, 1, 1], [0, 0, -1, 1]])
    noise = 0.2 * rng.normal(size=(2, n, 4))
    models = {"aligned": centred + noise[0], "mixed in pairs": centred @ turn + noise[1]}
    return factors, ["categorical"] + 3 * ["continuous"], models


given = sys.argv[1:]
if len(given) >= 2:
    factors, kinds, models = np.load(given[0]), "auto", {given[1]: np.load(given[1])}
else:
    factors, kinds, models = made_here()
figure = given[2] if len(given) == 3 else given[0] if len(given) == 1 else "own_codes.svg"

# %% The scores: modularity and compactness by information; DCI, which has explicitness, too; an intervention. A score
# is a float; one that its definition leaves undefined is NaN, with the reason in .undefined.

metrics = ["modularity", "mig", "mig@zaidi2020", "dci-rf", "z-diff"]
scores = {name: assay.score_all(factors, codes, metrics, kinds=kinds, seed=1) for name, codes in models.items()}

rows = [score.name for score in next(iter(scores.values()))]
print(f"{'':34}" + "".join(f"{name[-16:]:>18}" for name in models))
for row in rows:
    print(f"{row:34}" + "".join(f"{of[row]:18.3f}" for of in scores.values()))
for name, of in scores.items():
    for score in of:
        if score.undefined:
            print(f"{name}: {score.name} is undefined, {score.undefined}")

# %% Why: the mutual information that most of these metrics aggregate, as a share of what could be known of each factor.
# A modular representation has one dark cell in each column, a compact one in each row.

relations = {name: assay.relation("mi", factors, codes, kinds=kinds) for name, codes in models.items()}
shares = {name: r.value / np.where(r.factor_total > 0, r.factor_total, 1)[:, None] for name, r in relations.items()}
for name, share in shares.items():
    most = ", ".join(f"v{i + 1}: z{share[i].argmax() + 1}" for i in range(len(share)))
    print(f"most is known of ({name})  {most}")

# %% The figure.


def heat_map(title, share, left, top, cell=34):
    """SVG of a factor x code matrix of shares in [0, 1]."""
    yield f'<text x="{left}" y="{top - 30}" font-weight="bold">{escape(title)}</text>'
    for j in range(share.shape[1]):
        yield f'<text x="{left + (j + .5) * cell}" y="{top - 8}" text-anchor="middle">z{j}</text>'
    for i, row in enumerate(share):
        y = top + i * cell
        yield f'<text x="{left - 8}" y="{y + cell / 2 + 4}" text-anchor="end">v{i}</text>'
        for j, value in enumerate(np.clip(row, 0, 1)):
            x, ink = left + j * cell, "white" if value > 0.5 else "black"
            red, green, blue = (round(255 + value * (dark - 255)) for dark in (8, 48, 107))
            yield f'<rect x="{x}" y="{y}" width="{cell - 1}" height="{cell - 1}" fill="rgb({red},{green},{blue})"/>'
            yield (f'<text x="{x + cell / 2}" y="{y + cell / 2 + 4}" text-anchor="middle" fill="{ink}">'
                   f"{value:.2f}</text>")


drawn, left, height = [], 50, 0
for name, share in shares.items():
    drawn += heat_map(f"{name}: I(z; v) / H(v)", share, left, 60)
    left += max(34 * share.shape[1], 220) + 60
    height = max(height, 80 + 34 * len(share))
with open(figure, "w", encoding="utf-8") as file:
    file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{left}" height="{height}" font-family="sans-serif" '
               f'font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(drawn) + "\n</svg>\n")
print(f"figure: {figure}")
