"""The same metrics through all doors: the command, which runs them in processes of their own, assay.validate and
check_metric, which run functions here. The same rows, verdicts, tolerances and words of cause."""
import json
import os
import subprocess
import sys

import assay

sys.path.insert(0, "tests/candidates")
import bank  # noqa: E402

SCENARIOS = "noise,constant-factor"
NAMES = [name for name in [*bank.RIGHT, *bank.WRONG]
         if (bank.RIGHT.get(name) or bank.WRONG[name][0]) in ("mig", "sap", "mcc", "modularity", "irs")][:36]
assert len(NAMES) == 36
if os.environ.get("ASSAY_TEST_SCALE", "1") == "1":  # the long tests take all
    NAMES = NAMES[::6]
AWK = "exec:'awk -F, \"{ s += \\$1 * \\$1 } END { print s / NR }\" {codes.csv}'"
OTHERS = [*sys.argv[1:], AWK, "sap", "mig:bins=12"]


def command(name, against, scenarios=""):
    only = ["--scenarios", scenarios] if scenarios else []
    done = subprocess.run([os.environ["ASSAY_PROGRAM"], "validate", name, "--against", against, *only,
                           "--format", "json"], stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def causes(said):
    return [note for note in said["notes"] if not note.startswith("Called as")]


def amiss(said):
    return [row["scenario"] for row in said["rows"] if row["verdict"] not in ("agrees", "not applicable")]


for one in NAMES:
    reference = bank.RIGHT.get(one) or bank.WRONG[one][0]
    here = assay.validate(getattr(bank, one), reference, scenarios=SCENARIOS).data
    there = command(f"python:tests/candidates/bank.py:{one}", reference, SCENARIOS)
    assert here["rows"] == there["rows"], (one, here["rows"], there["rows"])
    assert causes(here) == causes(there), (one, here["notes"], there["notes"])

for entry, metric in [*((entry, entry) for entry in OTHERS),
                      *((f"python:tests/candidates/bank.py:{one}", getattr(bank, one))
                        for one in NAMES[::len(NAMES) // 2])]:
    said = command(entry, "mig")
    try:
        table = assay.check_metric(metric, against="mig", quiet=True, expected_failed={"in-range": "of another"})
    except assay.MetricCheckError as error:
        table = error.table
    row = {row.property: row for row in table}["agrees"]
    assert (row.outcome == "failed") == bool(amiss(said)), (entry, row, said)
    assert all(note in row.words for note in causes(said)) or not amiss(said), (entry, row, said["notes"])
    assert all(f"{scenario} " in row.words for scenario in amiss(said)), (entry, row)

wide = 20
found = assay.validate(lambda factors, codes, kinds: bank.mig(
    factors, codes, kinds, cut=lambda x: bank.binned(x, wide)), "mig", scenarios=SCENARIOS).data
assert "mig with bins=20" in found["notes"][0], ("what no file's name leads to", found["notes"])
