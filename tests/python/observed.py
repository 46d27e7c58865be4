"""What python/assay/observer.py says of a metric that scores other data than it was given: one line for each change
that it does not name, or that watching changes. Exit status 1: there is such."""
import os
import sys
import tempfile

import numpy as np

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "python", "assay"))
import host  # noqa: E402

with open(os.path.join(root, "python", "assay", "observer.py"), encoding="utf-8") as file:
    host.OBSERVER = file.read()

METRIC = """
import numpy as np
def inner(v, z):
    return float(abs(np.corrcoef(v[:, 0], z[:, 0])[0, 1]))
def outer(factors, codes):
    {before}
    return inner({factors}, {codes})
"""
ALONE = """
import numpy as np
def inner(codes):
    a = np.abs(codes)
    return float(a.mean())
def outer(codes):
    z = (codes - codes.mean(0)) / codes.std(0)
    return inner(z)
outer.needs = "codes"
"""
CHANGES = (
    ("factors", "np.sort(codes, axis=0)", "each code is sorted"),
    ("factors", "codes[::-1]", "come from different rows"),
    ("factors[::-1]", "codes[::-1]", "in the opposite order"),
    ("factors[:40]", "codes[:40]", "only the first 40 of 60 rows"),
    ("factors[40:]", "codes[40:]", "only the last 20 of 60 rows"),
    ("factors[::2]", "codes[::2]", "one row in 2"),
    ("factors[::3]", "codes[::3]", "one row in 3"),
    ("factors[order]", "codes[order]", "the rows are shuffled"),
    ("factors[order % 9]", "codes[order % 9]", "with repeats"),
    ("factors", "codes[:, 1:]", "the first code is left out"),
    ("factors", "codes[:, [0, 1, 3]]", "codes z3 are left out"),
    ("codes", "factors", "are exchanged"),
    ("factors", "np.clip(codes, -.5, .5)", "clipped at -0.5 and 0.5"),
    ("factors", "np.abs(codes)", "absolute values"),
    ("factors", "codes.astype(int)", "cut to whole numbers"),
    ("factors", "(codes - codes.mean(0)) / codes.std(0)", "standardised"),
    ("factors", "3 * codes + 1", "shifted and scaled"),
    ("factors", "codes.argsort(0).argsort(0)", "ranks"),
    ("factors", "codes.reshape(4, 60).T", "reshaped"),
    ("factors", "codes / np.linalg.norm(codes, axis=1, keepdims=True)", "length 1"),
    ("factors", "np.log1p(np.abs(codes))", "have other values: code z1 of row 0"),
)
CUTS = (  # of values 0 to 19 or numbers, into labels
    (np.repeat(np.arange(20.0), 9), lambda x: x // 2, "factor v1 has 10 bins of equal width"),
    (np.linspace(0, 1, 90) ** 3, lambda x: x.argsort().argsort() // 10, "has 9 bins of as many rows each (quantiles)"),
    (np.arange(90.0), lambda x: x % 3, "do not follow their values (factor v1)"),
)


def main():
    draws, bad = np.random.default_rng(0), 0
    factors, codes = draws.random((60, 3)), 2 * draws.standard_normal((60, 4))
    own = {"__name__": "observer"}
    exec(host.OBSERVER, own)
    for x, labels, words in CUTS:
        if words not in (said := own["cuts"](labels(x)[:, None], x[:, None], "factor")[0]):
            bad += 1
            print(f"{words}: {said}")
    with tempfile.TemporaryDirectory() as folder:
        given = {name: os.path.join(folder, name + ".npy") for name in ("factors", "codes")}
        for name, array in (("factors", factors), ("codes", codes)):
            np.save(given[name], array)
        for number, (v, z, words) in enumerate(CHANGES):
            path = os.path.join(folder, f"metric{number}.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(METRIC.format(before="order = np.random.default_rng(1).permutation(60)", factors=v, codes=z))
            metric = host.Metric(path, "outer")
            asked = {**given, "kinds": ["continuous"] * 3, "seed": 0}
            plain, watched = metric.score(dict(asked)), metric.score({**asked, "observe": True})
            steps = watched.pop("observed")["pairs"]
            said = [step.get("text") for step in steps if step["name"].startswith("what inner() is given (v, z)")]
            if plain != watched or not said or words not in (said[0] or ""):
                print(f"{v}, {z}: {said}, not '{words}'; {plain} and {watched}")
                bad += 1
        path = os.path.join(folder, "alone.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(ALONE)
        steps = host.Metric(path, "outer").score({**asked, "observe": True})["observed"]["pairs"]
        if not any("standardised" in step.get("text", "") for step in steps):
            print(f"codes alone: {steps}, not 'standardised'")
            bad += 1
        for step in steps:  # nothing that it makes of its codes can be the factors
            if "factor" in step.get("text", "") or step.get("factors", factors.T.ravel().tolist()) != \
                    factors.T.ravel().tolist():
                print(f"codes alone: {step['name']} has other factors: {step['text']}")
                bad += 1
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
