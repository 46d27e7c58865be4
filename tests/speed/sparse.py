"""Times of scores by the share of values that are not 0, beside SciPy in the same rounds: `make bench-sparse`.

One shape, rows x codes x binary factors; of three rounds the least second counts. Metrics are scored together: what
several share (codes row by row) is counted with the first of them. The slope is that of log seconds over log values
that are not 0, from each density to the next. SciPy's are the same numbers by sparse products.
"""
import json
import subprocess
import sys
import tempfile
import time

import numpy as np
import scipy.optimize
import scipy.sparse

ROWS, CODES, FACTORS, ROUNDS = 5000, 2048, 32, 3
DENSITIES = [1, 0.1, 0.01, 0.001]
METRICS = ["mcc", "dictionary", "mig", "hoyer", "sparse-probe", "detectors", "scr"]


def world(folder, density):
    rng = np.random.default_rng(7)
    count = int(ROWS * CODES * density)
    at = rng.choice(ROWS * CODES, count, replace=False)
    z = scipy.sparse.csr_matrix((np.abs(rng.normal(size=count)), (at // CODES, at % CODES)), shape=(ROWS, CODES))
    v = (rng.random((ROWS, FACTORS)) < 0.1).astype(np.int8)
    np.save(folder + "v.npy", v)
    scipy.sparse.save_npz(folder + "z.npz", z, compressed=False)
    np.save(folder + "w.npy", rng.normal(size=(CODES, 64)))
    np.save(folder + "d.npy", rng.normal(size=(FACTORS, 64)))
    return v.astype(float), z.tocsc()


def ours(folder, metrics):
    done = subprocess.run(["./assay", "score", "--factors", folder + "v.npy", "--codes", folder + "z.npz",
                           "--directions", folder + "w.npy", "--true-directions", folder + "d.npy", "--metrics",
                           ",".join(metrics), "--jobs", "1", "--format", "json"], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {score["metric"]: score["seconds"] for score in json.loads(done.stdout)["scores"]}


def correlations(v, z):
    centred = v - v.mean(0)
    mean = np.asarray(z.mean(0)).ravel()
    squares = np.asarray(z.multiply(z).sum(0)).ravel() - len(v) * mean**2
    return (z.T @ centred).T / np.sqrt(np.outer((centred**2).sum(0), np.maximum(squares, 1e-300)))


def scipy_mcc(v, z):
    r = np.abs(correlations(v, z))
    return r[scipy.optimize.linear_sum_assignment(-r)].mean()


def scipy_dictionary(v, z):
    best = np.abs(correlations(v, z)).argmax(0)
    above = z > 0
    right = np.array(above.T @ v)[np.arange(CODES), best]
    said = np.asarray(above.sum(0)).ravel()
    return (2 * right / (said + v.sum(0)[best])).mean()


def scipy_hoyer(v, z):
    mean = np.asarray(z.mean(0)).ravel()
    scale = np.sqrt(np.maximum(np.asarray(z.multiply(z).mean(0)).ravel() - mean**2, 1e-300))
    m = z @ scipy.sparse.diags(1 / scale)
    one = np.asarray(abs(m).sum(1)).ravel()
    two = np.sqrt(np.asarray(m.multiply(m).sum(1)).ravel())
    root = np.sqrt(CODES)
    return ((root - one[two > 0] / two[two > 0]) / (root - 1)).mean()


def seconds(work, *args):
    start = time.perf_counter()
    work(*args)
    return time.perf_counter() - start


def show(name, times):
    slopes = [np.log10(a / b) for a, b in zip(times, times[1:])]
    print(f"{name:<22}" + "".join(f"{t:>10.4f}" for t in times) + "".join(f"{s:>8.2f}" for s in slopes), flush=True)


def main():
    theirs = {"mcc": scipy_mcc, "dictionary": scipy_dictionary, "hoyer": scipy_hoyer}
    wanted = sys.argv[1].split(",") if len(sys.argv) > 1 and sys.argv[1] else METRICS
    times = {}
    for density in DENSITIES:
        with tempfile.TemporaryDirectory() as folder:
            v, z = world(folder + "/", density)
            rounds = []
            for _ in range(ROUNDS):
                mine = ours(folder + "/", wanted)
                rounds.append([(mine[m], seconds(theirs[m], v, z) if m in theirs else np.nan) for m in wanted])
            for metric, least in zip(wanted, np.min(rounds, axis=0)):
                times.setdefault(metric, []).append(least)
    print(f"{ROWS} rows, {CODES} codes, {FACTORS} factors; seconds at densities, and slopes")
    print(" " * 22 + "".join(f"{d:>10}" for d in DENSITIES) + "   slopes")
    for metric, of in times.items():
        show(metric, [t[0] for t in of])
        if metric in theirs:
            show("  SciPy " + scipy.__version__, [t[1] for t in of])


if __name__ == "__main__":
    main()
