"""recompute.py FOLDER: models of a lab; recompute.py DRAWS.csv MODELS.csv COMPARE.csv: its numbers from exported draws.

Every number of `assay table --format csv` and of `assay compare --format csv` once more, by the words of
docs/studies.md alone, from the scores and `assay export --draws`.
"""
import csv
import functools
import os
import sys

import numpy as np


def make(folder):
    """Groups a, b, c of four runs, d of noise, e of one run; a's last run stands twice; two epochs of each run, which
    share a seed."""
    rng = np.random.default_rng(8)
    factors = rng.normal(size=(240, 3))
    os.makedirs(folder)
    np.save(f"{folder}/subject.npy", np.arange(240) // 8 % 30)
    with open(f"{folder}/manifest.csv", "w") as out:
        out.write("path,group,seed,order,cluster\n")
        for group, noise in (("a", 0.4), ("b", 0.9), ("c", 0.9), ("d", None), ("e", 0.9)):
            for seed in range(4 if group != "e" else 1):
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


NODE, WEIGHT = np.polynomial.legendre.leggauss(100)


def beyond(t, freedom):
    """P(|T| > |t|) of Student's t: the tail of cos^(freedom - 1), by Gauss and Legendre."""
    def below(end):  # of u^2 = pi / 2 - angle, which is smooth at both ends
        u = end * (NODE + 1) / 2
        return (WEIGHT * np.sin(u * u) ** (freedom - 1) * u).sum() * end

    return below(np.sqrt(np.pi / 2 - np.arctan(abs(t) / np.sqrt(freedom)))) / below(np.sqrt(np.pi / 2))


@functools.lru_cache(maxsize=None)
def quantile(level, freedom):
    """The t that a share `level` of |T| stays below."""
    low, high = 0.0, 1e4
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(middle, freedom) > 1 - level else (low, middle)
    return high


def check(row, **expected):
    """Cells of a row are these numbers; None: empty."""
    for name, value in expected.items():
        if value is None or np.isnan(value):
            assert row[name] == "", (name, row)
        else:
            assert abs(value - float(row[name] or "nan")) <= 1e-8 * max(1, abs(value)), (name, value, row)
    return len(expected)


def cut(low, high):
    return max(low, 0), min(high, 1)  # the range of these scores


def chance_of(score, null):
    return (1 + (null >= score).sum()) / (1 + len(null))


def holm(p):
    order, least = np.argsort(p, kind="stable"), 0.0
    to = np.empty(len(p))
    for k, at in enumerate(order):
        to[at] = least = max(least, min((len(p) - k) * p[at], 1.0))
    return to


class Models:
    """Models of the table with their draws, by group and run."""

    def __init__(self, draws, models):
        self.drawn, self.sides = {}, {}
        for row in rows(draws):
            key = row["group"], row["model"], row["metric"], row["output"], row["drawn"]
            self.drawn.setdefault(key, []).append(float(row["value"] or "nan"))
        seen = set()
        for row in rows(models):
            if (row["group"], row["metric"], row["hash"]) in seen:
                continue
            seen.add((row["group"], row["metric"], row["hash"]))
            if row["order"] == "10":  # of checkpoints the last
                runs = self.sides.setdefault((row["metric"], row["group"]), {})
                runs.setdefault(row["seed"], []).append(row)

    def of(self, row, drawn):
        return np.array(self.drawn.get((row["group"], row["model"], row["metric"], row["output"], drawn), []))

    def rows_of(self, row):
        """The scores on drawn rows: halves spread more than all rows do."""
        units = int(row["clusters"] or 0) or int(row["samples"])
        half = units // 2 / (units - units // 2)
        return self.of(row, row["drawn"]) * (np.sqrt(half) if row["drawn"].startswith("half") else 1), units

    def parts(self, metric, group):
        """Scores of the runs; of each draw their mean; what of the spread of runs is rows; shuffles; freedom."""
        runs = self.sides[metric, group].values()
        score = np.array([np.mean([float(m["score"]) for m in run]) for run in runs])
        x = np.array([np.mean([self.rows_of(m)[0] for m in run], axis=0) for run in runs])
        null = np.mean([np.mean([self.of(m, "shuffled") for m in run], axis=0) for run in runs], axis=0)
        units = self.rows_of(next(iter(runs))[0])[1]
        k, b = x.shape
        residual = x - x.mean(axis=0) - x.mean(axis=1)[:, None] + x.mean()
        interaction = (residual ** 2).sum() / ((k - 1) * (b - 1)) if k > 1 else 0.0
        return score, x.mean(axis=0), interaction, null, min(b, units) - 1

    def contrast(self, metric, a, b=None):
        """{estimate, error, freedom, spreads, runs}: the mean of a, or a - b."""
        score, x, interaction, _, freedom = self.parts(metric, a)
        sides = [(score, interaction)]
        estimate = score.mean()
        if b:
            other, y, interaction, _, _ = self.parts(metric, b)
            sides.append((other, interaction))
            estimate, x = estimate - other.mean(), x - y
        rows_part = x.var(ddof=1)
        total, below = rows_part, rows_part ** 2 / freedom
        for runs, shared in sides:
            k = len(runs)
            if k > 1:
                total += max(runs.var(ddof=1) - shared, 0) / k
                below += (runs.var(ddof=1) / k) ** 2 / (k - 1)
        spread = [runs.std(ddof=1) if len(runs) > 1 else np.nan for runs, _ in sides]
        return {"estimate": estimate, "error": np.sqrt(total), "freedom": max(total ** 2 / below, 1),
                "spread": spread, "runs": [len(runs) for runs, _ in sides]}


def check_model(models, row):
    """A model of the table by itself: interval, chance, what defects explain, items above chance."""
    score, (drawn, units) = float(row["score"]), models.rows_of(row)
    null, stage = (models.of(row, word) for word in ("shuffled", "with defects"))
    width = quantile(0.95, min(len(drawn), units) - 1) * drawn.std(ddof=1)
    low, high = cut(score - width, score + width)
    place = int(np.ceil(0.95 * (len(null) + 1) - 1e-9))
    numbers = check(row, low=low, high=high, p=chance_of(score, null), chance_mean=null.mean(), level=0.95,
                    chance_point=np.sort(null)[min(place, len(null)) - 1], draws=len(drawn),
                    corrected=(score - null.mean()) / (1 - null.mean()))
    assert row["at_chance"] == ("yes" if chance_of(score, null) > 0.05 else "no"), row
    names = ("missing", "duplicates", "curvature", "mixing", "noise")
    numbers += check(row, dose_ideal=stage[0], dose_unexplained=score - stage[-1],
                     **{f"dose_{name}": step for name, step in zip(names, np.diff(stage))})
    p = models.of(row, "item")
    if len(p):
        line = 0.05 * np.arange(1, len(p) + 1) / len(p)
        under = np.nonzero(np.sort(p) <= line + 1e-12)[0]
        found = np.nonzero(p <= np.sort(p)[under[-1]])[0] if len(under) else []
        assert row["items_found"] == " ".join(map(str, found)), row
        numbers += check(row, items_above_chance=len(found))
    return numbers


def check_comparisons(models, compared):
    """Means and differences of one metric, with what holds for all pairs together, and the best set."""
    means, pairs = [row for row in compared if not row["b"]], [row for row in compared if row["b"]]
    is_of = {(row["a"], row["b"]): models.contrast(row["metric"], row["a"], row["b"]) for row in compared}
    p = {}
    numbers = 0
    for row in pairs:
        c = is_of[row["a"], row["b"]]
        width = c["error"] * quantile(1 - 0.05 / len(pairs), c["freedom"])  # of all pairs: Bonferroni
        p[row["a"], row["b"]] = beyond(c["estimate"] / c["error"], c["freedom"])
        effect = c["estimate"] / np.sqrt(np.mean(np.square(c["spread"])))
        numbers += check(row, low=c["estimate"] - width, high=c["estimate"] + width, p=p[row["a"], row["b"]],
                         effect=effect, next_low=None, chance_p=None, spread_b=c["spread"][1], runs_b=c["runs"][1])
    adjusted = dict(zip(p, holm(list(p.values()))))
    for row in pairs:
        numbers += check(row, p_holm=adjusted[row["a"], row["b"]])
    value = {row["a"]: is_of[row["a"], ""]["estimate"] for row in means}
    beaten = {pair[int(is_of[pair]["estimate"] > 0)] for pair, each in adjusted.items() if each < 0.05}
    for row in means:
        c, at_chance = is_of[row["a"], ""], chance_of(value[row["a"]], models.parts(row["metric"], row["a"])[3])
        width = c["error"] * quantile(0.95, c["freedom"])
        low, high = cut(c["estimate"] - width, c["estimate"] + width)
        another = [np.nan, np.nan]
        if c["runs"][0] > 1:
            width = quantile(0.95, c["runs"][0] - 1) * c["spread"][0] * np.sqrt(1 + 1 / c["runs"][0])
            another = cut(c["estimate"] - width, c["estimate"] + width)
        numbers += check(row, low=low, high=high, p=None, p_holm=None, next_low=another[0], next_high=another[1],
                         chance_p=at_chance)
        best = "yes" if row["a"] not in beaten and at_chance <= 0.05 else "no"
        assert row["best"] == (best if beaten else ""), (row, beaten)
    for row in compared:
        c = is_of[row["a"], row["b"]]
        numbers += check(row, estimate=c["estimate"], error=c["error"], freedom=c["freedom"], runs_a=c["runs"][0],
                         spread_a=c["spread"][0])
    return numbers


def main(draws, models, compared):
    of, numbers = Models(draws, models), 0
    for row in rows(models):
        numbers += check_model(of, row)
    compared = rows(compared)
    for metric in dict.fromkeys(row["metric"] for row in compared):
        numbers += check_comparisons(of, [row for row in compared if row["metric"] == metric])
    print(f"{numbers} numbers are those of the draws")


if __name__ == "__main__":
    make(*sys.argv[1:]) if len(sys.argv) == 2 else main(*sys.argv[1:])
