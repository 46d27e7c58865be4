"""The same metrics through the command, which runs them in a process of their own, and through check_metric, which runs
them here: the same rows and the same words of cause."""
import json
import os
import subprocess
import sys

sys.path.insert(0, "tests/candidates")
import bank  # noqa: E402
from assay import _validate  # noqa: E402
from assay.checks import Metric  # noqa: E402

SCENARIOS = ("noise", "constant-factor")
NAMES = [name for name in [*bank.RIGHT, *bank.WRONG]
         if (bank.RIGHT.get(name) or bank.WRONG[name][0]) in ("mig", "sap", "mcc", "modularity", "irs")][:40]
assert len(NAMES) == 40


def command(name, against):
    done = subprocess.run([os.environ["ASSAY_PROGRAM"], "validate", f"python:tests/candidates/bank.py:{name}",
                           "--against", against, "--scenarios", ",".join(SCENARIOS), "--format", "json"],
                          stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def causes(notes):
    return [note for note in notes if not note.startswith(("Called as", "exact:"))]


for one in NAMES:
    reference = bank.RIGHT.get(one) or bank.WRONG[one][0]
    here = _validate.validate(Metric(getattr(bank, one)).given, reference, SCENARIOS)
    there = command(one, reference)
    assert list(here.rows.values()) == there["rows"], (one, here.rows, there["rows"])
    assert causes(here.notes) == causes(there["notes"]), (one, here.notes, there["notes"])

wide = 20
found = _validate.validate(Metric(lambda factors, codes, kinds: bank.mig(
    factors, codes, kinds, cut=lambda x: bank.binned(x, wide))).given, "mig", SCENARIOS)
assert "mig with bins=20" in found.notes[0], ("what no file's name leads to", found.notes)
