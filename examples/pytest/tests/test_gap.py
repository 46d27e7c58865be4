import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))

import assay  # noqa: E402
from gap import MIG, gap  # noqa: E402


@assay.parametrize_with_checks([gap], claims=("compactness",), expected_failed={
    "noise-robust": "a correlation falls with noise, however compact the codes are",
    "compactness-coherent": "two codes of a factor look like four: the second takes all of the gap",
})
def test_gap(metric, check):
    check(metric)


@assay.parametrize_with_checks([MIG], against="mig@zaidi2020", expected_failed={
    "dead-code-safe": "published so: 0/0 of a constant code",
})
def test_mig(metric, check):
    check(metric)


def test_table():
    table = assay.check_metric(gap, against="sap@zaidi2020")
    assert table.ok and "agrees" in [row.property for row in table if row.outcome == "passed"]
