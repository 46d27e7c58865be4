"""assay.check_metric on metrics that are right, and on some with one fault each: the checks that fail are these."""
import functools
import os
import sys

import numpy as np

import assay

sys.path.insert(0, "tests/candidates")
import bank  # noqa: E402


made = {}  # a table of checks takes seconds: each is made once


def table_of(metric, **how):
    key = (id(metric), repr(how))
    if key not in made:
        made[key] = (metric, make_table(metric, **how))
    return made[key][1]


def make_table(metric, **how):
    try:
        return assay.check_metric(metric, quiet=True, **how)
    except assay.MetricCheckError as error:
        assert str(error.table) in str(error)
        return error.table


def failed(metric, **how):
    return [row.property for row in table_of(metric, **how) if row.outcome == "failed"]


def sap(factors, codes):
    return bank.sap(factors, codes, ["continuous"] * factors.shape[1])


def drawn(factors, codes):
    return sap(factors, codes) + 1e-6 * np.random.default_rng().random()


def spoiling(factors, codes):
    score = sap(factors, codes)
    codes[:] = 0.0
    return score


def by_place(factors, codes):
    k = min(factors.shape[1], codes.shape[1])
    return float(np.mean(np.diag(np.abs(bank.correlations(factors, codes)))[:k]))


def in_percent(factors, codes):
    return 100 * sap(factors, codes)


def declared_percent(factors, codes):
    return in_percent(factors, codes)


declared_percent.high = 100


def of_units(factors, codes):
    return float(min(1.0, codes.std()))


def raising(factors, codes):
    raise RuntimeError("not today")


def with_noise(factors, codes, random_state):
    return sap(factors, codes) + 1e-3 * np.random.default_rng(random_state).standard_normal()


with_noise.low, with_noise.high = -0.1, 1.1

RIGHT = [("control-oracle", {"claims": ("compactness",)}), (sap, {"against": "sap"}),
         (bank.MigObject(), {"against": "mig"}),
         (functools.partial(bank.mig, cut=bank.binned), {"against": "mig"}),
         (with_noise, {"against": "sap"}), ("r2-heldout", {}), ("python:tests/candidates/bank.py:sap", {}),
         (declared_percent, {})]
WRONG = [(drawn, "repeatable"), (spoiling, "leaves-data-alone"), (by_place, "permutation-invariant"),
         (in_percent, "in-range"), (of_units, "rescaling-invariant")]
if os.environ.get("ASSAY_TEST_SCALE", "1") == "1":  # the long tests take all
    RIGHT, WRONG = RIGHT[::2], WRONG[::2]

for metric, how in RIGHT:
    assert not failed(metric, **how), (metric, table_of(metric, **how))
for metric, name in WRONG:
    assert name in failed(metric), (name, failed(metric))
for kind in ("calibrated", "noise-robust", "compactness-coherent"):
    assert kind in failed(bank.mig_first_alone if kind != "calibrated" else "control-constant",
                          claims=["compactness"]), kind
assert "calibrated" not in failed(declared_percent, claims=["compactness"]), "100 is its best score"
assert failed(bank.mig_first_alone, against="mig") == ["agrees"]
assert failed(bank.mig_nan_to_zero, against="mig") == ["agrees"], "of a constant factor, as `assay validate` finds"
assert len(failed(raising)) == len(assay.checks()), "what raises fails everywhere"
assert table_of(raising)[0].words.startswith("raising: RuntimeError: not today"), table_of(raising)[0]

said = str(table_of(bank.mig_first_alone, against="mig"))
assert "noise differs by up to" in said and "the largest value counts alone" in said, said

table = table_of(bank.mig_first_alone, against="mig", expected_failed={"agrees": "it is another one"})
assert table.ok and table.count("expected") == 1 and not table.count("failed")
assert "it is another one" in str(table) and f"{len(table)} checks of mig_first_alone" in table.summary()
for how in ({"claims": ("compact",)}, {"expected_failed": {"agree": "x"}}):
    try:
        assay.check_metric(sap, quiet=True, **how)
    except assay.UsageError as error:
        assert f"{assay._arrays.DID_YOU_MEAN} 'compactness'" in str(error) or "no choice 'agree' of expected_failed (" in str(error), error
    else:
        raise AssertionError(how)
