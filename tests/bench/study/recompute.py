"""recompute.py FOLDER: models of a lab; recompute.py DRAWS.csv MODELS.csv COMPARE.csv: its numbers from exported draws.

Every mean, difference, standard error, number of degrees of freedom and p of chance of `assay compare --format csv`
once more, by the formulas of docs/studies.md, from `assay export --draws` and `assay table --format csv`.
"""
import csv
import os
import sys

import numpy as np


def make(folder):
    """Groups a, b, c of four runs, d of noise; a's last run stands twice; two epochs of each run, which share a
    seed."""
    rng = np.random.default_rng(8)
    factors = rng.normal(size=(240, 3))
    os.makedirs(folder)
    np.save(f"{folder}/subject.npy", np.arange(240) // 8 % 30)
    with open(f"{folder}/manifest.csv", "w") as out:
        out.write("path,group,seed,order,cluster\n")
        for group, noise in (("a", 0.4), ("b", 0.9), ("c", 0.9), ("d", None)):
            for seed in range(4):
                for order in (1, 10):
                    mixed = factors if noise is not None else rng.normal(size=factors.shape)
                    scale = (noise or 0) * (1 + 1 / order) * rng.uniform(0.8, 1.2)
                    np.savez(f"{folder}/{group}{seed}-{order}.npz", factors=factors,
                             codes=mixed + scale * rng.normal(size=factors.shape))
                    out.write(f"{group}{seed}-{order}.npz,{group},{seed},{order},subject.npy\n")
    np.savez(f"{folder}/copy.npz", **np.load(f"{folder}/a3-10.npz"))
    with open(f"{folder}/manifest.csv", "a") as out:
        out.write("copy.npz,a,3,10,subject.npy\n")


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def main(draws, models, compared):
    drawn = {}
    for row in rows(draws):
        key = row["group"], row["model"], row["metric"]
        drawn.setdefault((key, row["drawn"] == "shuffled"), []).append(float(row["value"] or "nan"))
    sides, seen = {}, set()
    for row in rows(models):
        content = row["group"], row["metric"], row["hash"]
        if content in seen:
            continue
        seen.add(content)
        half = row["drawn"].startswith("half")
        units = int(row["clusters"] or 0) or int(row["samples"])
        factor = np.sqrt(units // 2 / (units - units // 2)) if half else 1.0
        key = row["group"], row["model"], row["metric"]
        runs = sides.setdefault((row["metric"], row["group"]), {})
        runs.setdefault(row["seed"], []).append(
            (float(row["score"]), factor * np.array(drawn[key, False]), np.array(drawn[key, True]), units))

    def parts(metric, group):
        runs = sides[metric, group].values()
        score = np.array([np.mean([m[0] for m in run]) for run in runs])
        x = np.array([np.mean([m[1] for m in run], axis=0) for run in runs])
        null = np.mean([np.mean([m[2] for m in run], axis=0) for run in runs], axis=0)
        units = next(iter(runs))[0][3]
        residual = x - x.mean(axis=0) - x.mean(axis=1)[:, None] + x.mean()
        k, b = x.shape
        interaction = (residual ** 2).sum() / ((k - 1) * (b - 1))
        return score, x.mean(axis=0), interaction, null, min(b, units) - 1

    checked = 0
    for row in rows(compared):
        metric = row["metric"]
        score, x, interaction, null, freedom = parts(metric, row["a"])
        terms = [(score.var(ddof=1), interaction, len(score))]
        estimate, contrast = score.mean(), x
        if row["b"]:
            other, y, interaction, _, _ = parts(metric, row["b"])
            terms.append((other.var(ddof=1), interaction, len(other)))
            estimate, contrast = estimate - other.mean(), x - y
            effect = estimate / np.sqrt((score.var(ddof=1) + other.var(ddof=1)) / 2)
            assert abs(effect - float(row["effect"])) < 1e-9, row
        else:
            p = (1 + (null >= score.mean()).sum()) / (1 + len(null))
            assert row["chance_p"] == "" or abs(p - float(row["chance_p"])) < 1e-12, (row, p)
        rows_part = contrast.var(ddof=1)
        total = rows_part + sum(max(s - i, 0) / k for s, i, k in terms)
        below = rows_part ** 2 / freedom + sum((s / k) ** 2 / (k - 1) for s, _, k in terms)
        for name, value in (("estimate", estimate), ("error", np.sqrt(total)), ("freedom", total ** 2 / below)):
            assert abs(value - float(row[name])) <= 1e-9 * max(1, abs(value)), (name, value, row)
        checked += 1
    print(f"{checked} numbers are those of the draws")


if __name__ == "__main__":
    make(*sys.argv[1:]) if len(sys.argv) == 2 else main(*sys.argv[1:])
