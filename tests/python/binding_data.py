"""What the tests of the Python binding share: data, and the program to hold scores against."""
import json
import os
import subprocess
import tempfile

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ["ASSAY_PROGRAM"]


def own(n=400, seed=0):
    """Factors, floats and classes that skip numbers among them, and five codes that hear of some: (n, 4), (n, 5)."""
    rng = np.random.default_rng(seed)
    factors = np.column_stack([rng.random(n), rng.integers(0, 3, n) * 2 + 1, rng.normal(size=n), rng.integers(0, 2, n)])
    mix = rng.normal(size=(4, 5)) + 3 * np.eye(4, 5)
    return factors, factors @ mix + 0.3 * rng.normal(size=(n, 5))


KINDS = ["continuous", "categorical", "continuous", "categorical"]


def program(*arguments):
    """The scores that `assay score` prints, as the JSON's objects, without the seconds; and its relations."""
    told = subprocess.run([PROGRAM, "score", *arguments, "--format", "json"], capture_output=True, check=False)
    if told.returncode:
        raise AssertionError(told.stderr.decode())
    top = json.loads(told.stdout)
    for score in top["scores"]:
        del score["seconds"]
    return top["scores"], top.get("relations", [])


def program_files(factors, codes, *arguments):
    """As program(), of arrays that go there as .npy files with their own types."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("f.npy", "z.npy")]
        for path, array in zip(paths, (factors, codes)):
            np.save(path, array)
        return program("--factors", paths[0], "--codes", paths[1], *arguments)


def plain(scores):
    """Scores of the binding as program() has them."""
    to = [score.to_dict() for score in scores]
    for score in to:
        del score["seconds"]
    return to


def again(scores):
    """What must be the same when scores are made twice: values to the bit, reasons, names."""
    return [(s.name, float(s).hex(), s.undefined, s.items.tobytes() if not np.isnan(s.items).any() else
             [float(x).hex() for x in s.items], s.items_undefined) for s in scores]
