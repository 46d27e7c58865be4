"""Checks of a metric in its own tests. Nothing is judged here: the program is asked, about the metric as it runs in
this process, and its answers become passes, failures and messages.

    table = assay.check_metric(my_mig, against="mig@zaidi2020")          # raises MetricCheckError, with the table
    assay.check_metric(my_score, claims=("compactness",), expected_failed={"rescaling-invariant": "it looks at units"})

    @assay.parametrize_with_checks([my_mig, my_score], claims=("compactness",))   # pytest: a test for each check
    def test_metric(metric, check):
        check(metric)

`assay validate` says whether a metric is repeatable, leaves its data alone, stays in its range and is the known metric
that it is meant to be. `assay judge` says whether it has the properties, by 300 rows of ten seeds.
"""
from __future__ import annotations

import os
import tempfile
import unittest
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ._catalog import PROPERTIES
from ._library import InputError, UsageError, check_word
from ._served import name_of, named
from ._store import Store, validate
from ._study import _frame, _said

# What `assay validate` remarks, and the check that fails by it; without one to be, a metric is compared with itself.
_REMARKS = {"repeatable": "is not repeatable", "leaves-data-alone": "writes into the",
            "in-range": "outside the range of its output"}
_ANY = ("permutation-invariant", "rescaling-invariant", "dead-code-safe")
_CLAIMED = ("calibrated", "noise-robust", "rotation")
_SCENARIOS = "noise,mixing,duplicate,noisy-copy,rotate,flip-permute,affine,dead-code"


class CheckFailed(AssertionError):
    """What a check asks for is not so; the message is the program's."""


class MetricCheckError(AssertionError):
    """Some check failed that was not expected to. `table` has them all."""

    def __init__(self, table: "CheckTable") -> None:
        super().__init__(f"{table.summary()}\n{table}")
        self.table = table


class NotApplicable(unittest.SkipTest):
    """The metric claims or gives nothing that the check is about, or the scores leave it open."""


# By a metric, kept so that its id stays its own, what it is to be and what it claims: {check: (outcome, words)}.
_ASKED: Dict[Tuple[int, str, Tuple[str, ...]], Tuple[Any, Dict[str, Tuple[str, str]]]] = {}


def _compared(name: str, against: str) -> Dict[str, Tuple[str, str]]:
    said = validate(name, against or name, scenarios=None if against else _SCENARIOS).data
    found = {}
    for check, words in _REMARKS.items():
        notes = [note for note in said["notes"] if words in note]
        found[check] = ("failed", notes[0]) if notes else ("passed", "")
    amiss = [row for row in said["rows"] if row["verdict"] not in ("agrees", "not applicable")]
    places = [f"{row['scenario']} {row['verdict']}" +
              (f" by up to {row['difference']:.3g}" if row["difference"] else "") for row in amiss]
    found["agrees"] = ("failed", "\n".join([*said["notes"], "; ".join(places)])) if amiss else ("passed", "")
    return found


def _judged(name: str) -> Dict[str, Tuple[str, str]]:
    outcomes = {"pass": "passed", "fail": "failed", "undefined": "failed"}
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        db = os.path.join(folder, "scores.db")
        _said("run", "audit", "--db", db, "--metrics", name, "--samples", "300", "--seeds", "0:10",
              "--scenarios", _SCENARIOS)
        verdicts = Store(db).judge().data["verdicts"]
    found: Dict[str, Tuple[str, str]] = {}
    for one in verdicts:  # of each output: one that fails decides
        outcome = outcomes.get(one["verdict"], "not applicable")
        if found.get(one["property"], ("",))[0] != "failed" and (outcome != "not applicable" or
                                                                 one["property"] not in found):
            found[one["property"]] = outcome, f"{one['output']}: {one['evidence']['text']}"
    return found


def _asked(metric: Any, against: str, claims: Tuple[str, ...]) -> Dict[str, Tuple[str, str]]:
    key = id(metric), against, claims
    if key not in _ASKED:
        with named(metric, claims) as name:
            try:
                _ASKED[key] = metric, {**_judged(name), **_compared(name, against)}
            except InputError as error:  # the metric's own: it cannot be called
                words = str(error).replace(name[:150], name_of(metric))
                _ASKED[key] = metric, {check.property: ("failed", words) for check in checks(against, claims)}
    return _ASKED[key][1]


class Check(NamedTuple):
    """What is asked of a metric. check(metric) is silent, or raises CheckFailed; NotApplicable (in pytest: skipped)
    where there is nothing to check."""

    property: str
    against: str = ""
    claims: Tuple[str, ...] = ()

    def outcome(self, metric: Any) -> Tuple[str, str]:
        return _asked(metric, self.against, self.claims).get(self.property, ("not applicable", "not judged"))

    def __call__(self, metric: Any) -> None:
        outcome, words = self.outcome(metric)
        if outcome != "passed":
            raise (CheckFailed if outcome == "failed" else NotApplicable)(words)


def checks(against: Optional[str] = None, claims: Sequence[str] = ()) -> List[Check]:
    """The checks of a metric: those of any, those of what it claims (modularity, compactness, explicitness), and where
    it is to be a known one that it gives that one's values."""
    claims = (claims,) if isinstance(claims, str) else tuple(claims)
    for claim in claims:
        check_word("claims", claim, PROPERTIES)
    of_claims = [*_CLAIMED, *(f"{claim}-coherent" for claim in claims)] if claims else []
    listed = [*_REMARKS, *(["agrees"] if against else []), *_ANY, *of_claims]
    return [Check(name, against or "", claims) for name in listed]


def _check_expected(listed: Sequence[Check], expected: Mapping[str, str]) -> None:
    known = [check.property for check in listed]
    for name in expected:
        check_word("expected_failed", name, known)


class CheckResult(NamedTuple):
    """The outcome of a check: "passed", "failed", "expected" (it failed, and was to), "unexpected" (it passed though it
    was expected to fail) or "not applicable"."""

    property: str
    outcome: str
    words: str


class CheckTable(List[CheckResult]):
    """What came of the checks of a metric, row by row."""

    metric: str = ""

    def count(self, outcome: str) -> int:  # type: ignore[override]
        return sum(row.outcome == outcome for row in self)

    @property
    def ok(self) -> bool:
        return not self.count("failed")

    def summary(self) -> str:
        shown = [f"{self.count(outcome)} {words}" for outcome, words in
                 (("passed", "passed"), ("failed", "failed"), ("expected", "failed as expected"),
                  ("unexpected", "passed though expected to fail"), ("not applicable", "not applicable"))
                 if self.count(outcome)]
        return f"assay: {len(self)} checks of {self.metric}: {', '.join(shown)}"

    def __str__(self) -> str:
        rows = [("property", "outcome", ""), *(row if row.outcome != "passed" else (*row[:2], "") for row in self)]
        widths = [max(len(row[k]) for row in rows) for k in range(2)]
        return "\n".join("  ".join([*(row[k].ljust(widths[k]) for k in range(2)), row[2]]).rstrip() for row in rows)

    def to_frame(self) -> Any:
        """A pandas frame."""
        return _frame([row._asdict() for row in self])


def _result(check: Check, metric: Any, expected: Optional[str]) -> CheckResult:
    outcome, words = check.outcome(metric)
    if expected is not None and outcome == "failed":
        return CheckResult(check.property, "expected", f"{expected} ({words})")
    if expected is not None and outcome == "passed":
        return CheckResult(check.property, "unexpected", expected)
    return CheckResult(check.property, outcome, words)


def check_metric(metric: Any, against: Optional[str] = None, claims: Sequence[str] = (),
                 expected_failed: Optional[Mapping[str, str]] = None, quiet: bool = False) -> CheckTable:
    """Checks a metric: a function of factors and codes (and seed, rng or kinds, by these names), a class, an instance,
    a functools.partial, an object with update, compute and reset, or any metric as the command line names it.

    against          a known metric, "mig@zaidi2020": the values must be its values; None: it is one of its own
    claims           of modularity, compactness, explicitness, those that it says it measures
    expected_failed  {property: why}: may fail
    quiet            does not print how many checks ran

    Returns the table. Raises MetricCheckError, which has it, where a check failed that was not expected to.
    """
    listed, expected = checks(against, claims), dict(expected_failed or {})
    _check_expected(listed, expected)
    table = CheckTable(_result(check, metric, expected.get(check.property)) for check in listed)
    table.metric = name_of(metric)
    if not quiet:
        print(table.summary())
    if not table.ok:
        raise MetricCheckError(table)
    return table


def parametrize_with_checks(metrics: Sequence[Any], against: Optional[str] = None, claims: Sequence[str] = (),
                            expected_failed: Optional[Mapping[str, str]] = None) -> Callable[[Any], Any]:
    """Makes of a test function with the parameters `metric` and `check` one test for each metric and check, as
    scikit-learn's does. What is expected to fail is marked so."""
    import pytest  # type: ignore[import-not-found,unused-ignore]

    listed, expected = checks(against, claims), dict(expected_failed or {})
    _check_expected(listed, expected)
    cases = []
    for metric in metrics:
        for check in listed:
            why = expected.get(check.property)
            marks = [pytest.mark.assay] + ([pytest.mark.xfail(reason=why, strict=False)] if why is not None else [])
            cases.append(pytest.param(metric, check, marks=marks, id=f"{name_of(metric)}-{check.property}"))
    return pytest.mark.parametrize(("metric", "check"), cases)
