#!/usr/bin/env python3
"""Representations as trained models give them, with known defects: python3 models.py FOLDER COUNT ROWS [continuous]

Factors are a dSprites-like grid of classes (3, 6, 40, 32, 32), rows drawn evenly, or uniform numbers. Codes are ten:
the factors, standardised, and unit noise, with a defect that grows from 0 to 1 along the models of a kind:

    noisy      each code is its factor blended with noise
    rotated    all codes are turned into each other
    entangled  pairs of codes are turned into each other by up to 45 degrees
    dead       a share of the factors' codes is noise
    collapsed  codes shrink towards a posterior that is the prior: small signal, unit noise

FOLDER/KIND/NUMBER.npz; manifest.csv has path, group, amount.
"""
import os
import sys

import numpy

GRID = (3, 6, 40, 32, 32)
KINDS = ("noisy", "rotated", "entangled", "dead", "collapsed")


def rotation(rng, d, amount):
    """Turns d codes by `amount` of the way to a random rotation."""
    skew = rng.normal(size=(d, d))
    w, v = numpy.linalg.eig(amount * (skew - skew.T) / 2)
    return numpy.real(v @ numpy.diag(numpy.exp(w)) @ numpy.linalg.inv(v))


def codes_of(kind, amount, rng, clean):
    z = clean.copy()
    m = 5
    if kind == "noisy":
        z[:, :m] = (1 - amount) * z[:, :m] + amount * rng.normal(size=(len(z), m))
    elif kind == "rotated":
        z = z @ rotation(rng, z.shape[1], amount)
    elif kind == "entangled":
        for a in range(0, m - 1, 2):
            turn = amount * numpy.pi / 4
            x, y = z[:, a].copy(), z[:, a + 1].copy()
            z[:, a], z[:, a + 1] = numpy.cos(turn) * x - numpy.sin(turn) * y, numpy.sin(turn) * x + numpy.cos(turn) * y
    elif kind == "dead":
        for a in range(int(round(amount * m))):
            z[:, a] = 0.01 * rng.normal(size=len(z))
    elif kind == "collapsed":
        z[:, :m] = (1 - amount) * z[:, :m] + rng.normal(size=(len(z), m)) * amount ** 2
    return z


def main(folder, count, rows, continuous):
    steps = max(1, count // len(KINDS))
    lines = ["path,group,amount"]
    for k, kind in enumerate(KINDS):
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        for step in range(steps):
            rng = numpy.random.default_rng([k, step])
            amount = step / max(1, steps - 1)
            if continuous:
                factors = rng.random((rows, 5))
            else:
                factors = numpy.stack([rng.integers(n, size=rows) for n in GRID], axis=1)
            standardised = (factors - factors.mean(0)) / factors.std(0)
            clean = numpy.concatenate([standardised, rng.normal(size=(rows, 5))], axis=1)
            path = "%s/%03d.npz" % (kind, step)
            numpy.savez(os.path.join(folder, path), factors=factors, codes=codes_of(kind, amount, rng, clean))
            lines.append("%s,%s,%.4f" % (path, kind, amount))
    with open(os.path.join(folder, "manifest.csv"), "w") as f:
        f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), "continuous" in sys.argv[4:])
