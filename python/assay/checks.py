"""Checks of a metric of one's own, for its own tests: what any metric should do, what follows from what it claims, and,
where it is meant to be a known one, that it gives that one's values.

    table = assay.check_metric(my_mig, against="mig@zaidi2020")          # raises MetricCheckError, with the table
    assay.check_metric(my_score, claims=("compactness",), expected_failed={"rescaling-invariant": "it looks at units"})

    @assay.parametrize_with_checks([my_mig, my_score], claims=("compactness",))   # pytest: a test for each check
    def test_metric(metric, check):
        check(metric)

A check is a property and the scenario that shows it, both by the program's names; data are the scenarios' own, of a few
hundred rows and a few seeds, so a pass is a smoke test. Verdicts with intervals over seeds are `assay judge`'s.
"""
from __future__ import annotations

import difflib
import inspect
import sys
from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import host
from ._catalog import PROPERTIES, Representation, generate, metrics, scenarios
from ._library import Error, UsageError
from ._scores import score_all
from ._validate import Validation, validate

SAMPLES, SEEDS = 500, 3
# The thresholds of the judge that have the same names (`assay judge --help`).
INVARIANCE, FLAT, ORDERED, SENSITIVE, CALIBRATION, DEAD = 0.005, 0.05, 0.04, 0.05, 0.02, 0.01
APART = 0.3  # what is known to differ by so much should be noticed


class CheckFailed(AssertionError):
    """What a check asks for is not so; the message has the numbers."""


class MetricCheckError(AssertionError):
    """Some check failed that was not expected to. `table` has them all."""

    def __init__(self, table: "CheckTable") -> None:
        super().__init__(f"{table.summary()}\n{table}")
        self.table = table


class NotApplicable(Exception):
    """The metric has no value on the data of a check, and says so: there is nothing to check."""


# -------------------------------------------------------------------------------------------- a metric, called --


class _Given(host.Metric):
    """A function, class, instance or functools.partial that is at hand, called as python:FILE.py:FUNCTION calls it."""

    def __init__(self, function: Any) -> None:
        self.numpy, self.before = np, set(sys.modules)
        inner = getattr(function, "func", function)  # functools.partial
        own = inner if inspect.isroutine(inner) or inspect.isclass(inner) else type(inner)
        try:
            self.path = inspect.getsourcefile(own) or "metric"
        except TypeError:
            self.path = "metric"
        self.name = name_of(function)
        self.settle(function)
        self.outputs = None


def name_of(metric: Any) -> str:
    """What tests and tables call it."""
    if isinstance(metric, str):
        return metric
    inner = getattr(metric, "func", metric)  # functools.partial
    return getattr(inner, "__name__", type(inner).__name__)


# By a metric, kept so that its id stays its own, and what it is to be.
_VALIDATED: Dict[Tuple[int, str], Tuple[Any, Validation]] = {}
Values = Dict[str, float]  # by output; NaN: undefined


def _overall(found: Dict[str, Any]) -> float:
    if "undefined" in found:
        return float("nan")
    told = [found["value"]] if "value" in found else found["items"]
    numbers = np.array([float(x) if host.is_number(x) else np.nan for x in told])
    defined = numbers[np.isfinite(numbers)]
    return float(defined.mean()) if len(defined) else float("nan")


class Metric:
    """What is checked: a callable, or a built-in metric's name."""

    def __init__(self, metric: Any) -> None:
        self.name = name_of(metric)
        self.metric = metric
        self.given = None if isinstance(metric, str) else _Given(metric)

    @property
    def draws(self) -> bool:
        if self.given is None:
            return metrics()[self.name.split("@")[0].split(":")[0]].random
        return bool({what for _, what in self.given.takes} & {"seed", "generator"})

    def validated(self, against: str) -> Validation:
        """`assay validate` on all that is compared; once for a metric, however many checks ask."""
        key = id(self.metric), against
        if key not in _VALIDATED:
            _VALIDATED[key] = self.metric, validate(self.given or self.name, against, _COMPARED)
        return _VALIDATED[key][1]

    def ends(self, output: str) -> Tuple[float, float]:
        """The range of an output: what the metric declares, else 0 to 1."""
        if self.given is None:
            found = [o for o in metrics()[self.name.split("@")[0].split(":")[0]].outputs if o.id == output]
            return (found[0].low, found[0].high) if found else (0.0, 1.0)
        told = self.given.attribute("outputs", None)
        own = [o for o in told if isinstance(o, dict) and o.get("name") == output] if isinstance(told, list) else []
        ends = [(own[0] if own else {}).get(word, self.given.attribute(word, nominal))
                for word, nominal in (("low", 0.0), ("high", 1.0))]
        return tuple(float(end) if end is not None else sign * np.inf for end, sign in zip(ends, (-1, 1)))

    def scale(self, output: str) -> float:
        """What differences are a share of: the width of the range, or 1 where that has no end."""
        low, high = self.ends(output)
        return high - low if np.isfinite(high - low) and high > low else 1.0

    def items(self, data: Representation, seed: int) -> Dict[str, Dict[str, Any]]:
        factors, codes = (np.array(side, order="F") for side in (data.factors, data.codes))
        return self.given.by_output(self.given.call(factors, codes, data.kinds, seed))

    def values(self, data: Representation, seed: int = 0) -> Values:
        if self.given is None:
            return {s.output: float(s) for s in score_all(data, metrics=self.metric, seed=seed)}
        return {output: _overall(found) for output, found in self.items(data, seed).items()}


def _mean(metric: Metric, scenario: str, samples: int = SAMPLES, **point: Any) -> Values:
    """Means over seeds; NotApplicable where some output has none."""
    every = [metric.values(generate(scenario, samples=samples, seed=seed, **point), seed) for seed in range(SEEDS)]
    means = {output: float(np.mean([one.get(output, np.nan) for one in every])) for output in every[0]}
    if all(np.isnan(mean) for mean in means.values()):
        raise NotApplicable(f"undefined in {scenario}")
    return means


# ------------------------------------------------------------------------------------------------------- rules --


def _sweep(scenario: str) -> List[Dict[str, Any]]:
    """The points of a scenario, one parameter varied at a time from the others' standard values; five at most."""
    points: List[Dict[str, Any]] = []
    for parameter in scenarios()[scenario].parameters:
        sweep = parameter.sweep
        taken = sweep if len(sweep) <= 5 else [sweep[round(k * (len(sweep) - 1) / 4)] for k in range(5)]
        points += [{parameter.id.replace("-", "_"): value} for value in taken]
    return points or [{}]


def _shown(point: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value:g}" if isinstance(value, (int, float)) else f"{name}={value}"
                     for name, value in point.items()) or "its only point"


def _alike(most: float) -> Callable[["Check", Metric], None]:
    def rule(check: "Check", metric: Metric) -> None:
        points = _sweep(check.scenario)
        means = [_mean(metric, check.scenario, **points[0])]
        for point in points[1:]:
            try:
                means.append(_mean(metric, check.scenario, **point))
            except NotApplicable:  # a change that says nothing made it undefined
                means.append({})
        for output, first in means[0].items():
            for point, mean in zip(points[1:], means[1:]):
                allowed = most * metric.scale(output)
                if not abs(mean.get(output, np.nan) - first) <= allowed:
                    raise CheckFailed(f"{output} is {first:.4g} at {_shown(points[0])} and "
                                      f"{mean.get(output, np.nan):.4g} at {_shown(point)}; the data say the same, "
                                      f"and {allowed:g} is allowed")
    return rule


def _calibrated(check: "Check", metric: Metric) -> None:
    means = _mean(metric, "noise", 2000, alpha=0.0)
    for output, best in means.items():
        high = metric.ends(output)[1]
        if not check.wants(output, means) or np.isinf(high):
            continue
        if not abs(best - high) <= CALIBRATION * metric.scale(output):
            raise CheckFailed(f"{output} is {best:.4g} for codes that are the factors; {high:g} is the best score")


def _coherent(check: "Check", metric: Metric) -> None:
    """The score follows what is known of the claimed property: equal where it is, no higher where it is worse, and
    lower over the whole sweep."""
    known = _known(check.scenario, check.claim)
    means = [_mean(metric, check.scenario, 2000, **place.point) for place in known]
    for output in means[0]:
        if check.wants(output, means[0]):
            _follows(check, output, known, [mean[output] for mean in means], metric.scale(output))


class _Known(NamedTuple):
    """A point at which something is known of a claim: its value (exact), or its place among those of the scenario."""

    point: Dict[str, Any]
    value: float
    exact: bool


def _known(scenario: str, claim: str) -> List[_Known]:
    """Perfect and absent are the ends of any order; other values are not compared with one."""
    info = scenarios()[scenario]
    told = [(point, *info.truth(**point)[claim]) for point in _sweep(scenario)]
    known = [_Known(point, value, kind == "is") for point, kind, value in told if kind != "unknown"]
    if any(not one.exact for one in known):
        known = [one for one in known if not one.exact or one.value in (0.0, 1.0)]
    return known


def _follows(check: "Check", output: str, known: Sequence[_Known], score: Sequence[float], scale: float) -> None:
    told = [f"{score[k]:.4g} at {_shown(one.point)}" for k, one in enumerate(known)]
    for a, x in enumerate(known):
        for b, y in enumerate(known):
            if x.exact and y.exact and x.value == y.value and not abs(score[a] - score[b]) <= FLAT * scale:
                raise CheckFailed(f"{output} is {told[a]} and {told[b]}, where {check.claim} is equal")
            if x.point.keys() == y.point.keys() and x.value < y.value and not score[a] <= score[b] + ORDERED * scale:
                raise CheckFailed(f"{output} is {told[a]} and {told[b]}, where {check.claim} is better")
    worst, best = (pick(range(len(known)), key=lambda k: known[k].value) for pick in (min, max))
    apart = known[best].value - known[worst].value
    if apart >= APART and not score[best] - score[worst] >= SENSITIVE * scale:
        raise CheckFailed(f"{output} does not notice: {told[best]}, {told[worst]}")


def _repeatable(check: "Check", metric: Metric) -> None:
    data = generate(check.scenario, samples=SAMPLES, seed=1)
    first, second = metric.values(data, 7), metric.values(data, 7)
    for output, value in first.items():
        if not (second[output] == value or np.isnan(value) and np.isnan(second[output])):
            raise CheckFailed(f"{output} is {value!r}, then {second[output]!r}, of the same data and seed")


def _leaves_data(check: "Check", metric: Metric) -> None:
    if metric.given is None:
        raise NotApplicable("a built-in metric")
    data = generate(check.scenario, samples=SAMPLES, seed=1)
    factors, codes = (np.array(side, order="F") for side in (data.factors, data.codes))
    metric.given.call(factors, codes, data.kinds, 0)
    for name, now, before in (("factors", factors, data.factors), ("codes", codes, data.codes)):
        if not np.array_equal(now, before):
            raise CheckFailed(f"the {name} that it was given have changed")


def _in_range(check: "Check", metric: Metric) -> None:
    for point in _sweep(check.scenario):
        for output, value in metric.values(generate(check.scenario, samples=SAMPLES, seed=2, **point)).items():
            low, high = metric.ends(output)
            if not (np.isnan(value) or low - 1e-9 <= value <= high + 1e-9):
                raise CheckFailed(f"{output} is {value!r} at {_shown(point)}; its range is {low:g} to {high:g} "
                                  "(low, high)")


def _agrees(check: "Check", metric: Metric) -> None:
    found = metric.validated(check.against)
    row = found.rows.get(check.scenario)
    if row is None or row["verdict"] == "not applicable":
        raise NotApplicable((row or {}).get("where") or f"not compared in {check.scenario}")
    if row["verdict"] != "agrees":
        by = "" if row["difference"] is None else f" by up to {row['difference']:.3g}"
        raise CheckFailed(f"{metric.name} {row['verdict']}{by} ({row['where']}). {found.notes[0]}")


# ------------------------------------------------------------------------------------------------------ checks --


class Check(NamedTuple):
    """One property on one scenario. check(metric) is silent, or raises CheckFailed; NotApplicable (in pytest: skipped)
    where the metric has no value there."""

    property: str
    scenario: str
    rule: Callable[["Check", Metric], None]
    claim: str = ""
    against: str = ""
    outputs: Tuple[str, ...] = ()  # those that claim it; none: all

    @property
    def id(self) -> str:
        told = self.property.startswith(self.claim) if self.claim else True
        return f"{self.property}[{self.scenario}{'' if told else '-' + self.claim}]"

    def wants(self, output: str, every: Iterable[str]) -> bool:
        """Whether an output is to be as the claim says: those that were stated, the one called so, or else all."""
        return output in (self.outputs or {self.claim} & set(every) or every)

    def __call__(self, metric: Any) -> None:
        self.rule(self, metric if isinstance(metric, Metric) else Metric(metric))


_ANY = (
    Check("repeatable", "noise", _repeatable),
    Check("leaves-data-alone", "noise", _leaves_data),
    Check("in-range", "noise", _in_range),
    Check("permutation-invariant", "flip-permute", _alike(INVARIANCE)),
    Check("rescaling-invariant", "affine", _alike(INVARIANCE)),
    Check("dead-code-safe", "dead-code", _alike(DEAD)),
)
_COHERENT = ("mixing", "duplicate", "noise", "noisy-copy", "rotate")
_COMPARED = ("noise", "mixing", "nonlinear", "trig", "duplicate", "partial", "nuisance", "rotate", "flip-permute",
             "affine", "heavy-tail", "dead-code", "noisy-copy", "irrelevant-code", "cardinality", "higgins", "kim-mnih",
             "correlated", "constant-factor", "on-edges", "rows")

Claims = Union[Sequence[str], Mapping[str, Sequence[str]]]


def checks(against: Optional[str] = None, claims: Claims = ()) -> List[Check]:
    """The checks of a metric: those of any, those of what it claims (modularity, compactness, explicitness; or by
    output), and one for each scenario on which it is to give the values of `against`."""
    by_claim: Dict[str, List[str]] = {}
    for output, named in claims.items() if isinstance(claims, Mapping) else [("", claims)]:
        for claim in [named] if isinstance(named, str) else named:
            if claim not in PROPERTIES:
                raise UsageError(f"claims: '{claim}' is none of {', '.join(PROPERTIES)}" + _meant(claim, PROPERTIES))
            by_claim.setdefault(claim, []).append(output)
    listed = list(_ANY)
    for claim, outputs in by_claim.items():
        named = tuple(output for output in outputs if output)
        listed.append(Check("calibrated", "noise", _calibrated, claim, outputs=named))
        listed += [Check(_named(scenario, claim), scenario, _coherent, claim, outputs=named)
                   for scenario in _COHERENT if len(_known(scenario, claim)) > 1]
    if against:
        listed += [Check("agrees", scenario, _agrees, against=against) for scenario in _COMPARED]
    return listed


def _named(scenario: str, claim: str) -> str:
    """As the judge calls it."""
    if scenario == "noise" and claim != "explicitness":
        return "noise-robust"
    return "rotation" if scenario == "rotate" else f"{claim}-coherent"


def _meant(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean '{near[0]}'?" if near else ""


def _expectation(check: Check, expected: Mapping[str, str]) -> Optional[str]:
    return expected.get(check.id, expected.get(check.property))


def _check_expected(listed: Sequence[Check], expected: Mapping[str, str]) -> None:
    known = [name for check in listed for name in (check.property, check.id)]
    for name in expected:
        if name not in known:
            raise UsageError(f"expected_failed: no check is called '{name}'{_meant(name, known)}; there are "
                             f"{', '.join(dict.fromkeys(check.property for check in listed))}")


# ------------------------------------------------------------------------------------------------------- table --


class CheckResult(NamedTuple):
    """The outcome of a check: "passed", "failed", "expected" (it failed, and was to), "unexpected" (it passed though it
    was expected to fail) or "not applicable"."""

    property: str
    scenario: str
    outcome: str
    told: str


class CheckTable(List[CheckResult]):
    """What came of the checks of a metric, row by row."""

    metric: str = ""

    def count(self, outcome: str) -> int:  # type: ignore[override]
        return sum(row.outcome == outcome for row in self)

    @property
    def ok(self) -> bool:
        return not self.count("failed")

    def summary(self) -> str:
        told = [f"{self.count(outcome)} {words}" for outcome, words in
                (("passed", "passed"), ("failed", "failed"), ("expected", "failed as expected"),
                 ("unexpected", "passed though expected to fail"), ("not applicable", "not applicable"))
                if self.count(outcome)]
        return f"assay: {len(self)} checks of {self.metric}: {', '.join(told)}"

    def __str__(self) -> str:
        rows = [("property", "scenario", "outcome", ""), *self]
        widths = [max(len(row[k]) for row in rows) for k in range(3)]
        return "\n".join("  ".join([*(row[k].ljust(widths[k]) for k in range(3)), row[3]]).rstrip() for row in rows)

    def to_frame(self) -> Any:
        """A pandas frame; ImportError where there is no pandas."""
        import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
        return pandas.DataFrame(list(self), columns=list(CheckResult._fields))


def run_check(check: Check, metric: Metric, expected: Optional[str] = None) -> CheckResult:
    """One check, its outcome reported: what the metric raises is a failure."""
    try:
        check(metric)
    except NotApplicable as error:
        return CheckResult(check.property, check.scenario, "not applicable", str(error))
    except (CheckFailed, host.Trouble) as error:
        outcome, told = "failed", str(error)
    except Error:
        raise
    except Exception as error:  # the metric's own
        outcome, told = "failed", f"{type(error).__name__}: {error}"
    else:
        return CheckResult(check.property, check.scenario, "unexpected" if expected is not None else "passed",
                           expected or "")
    if expected is not None:
        outcome, told = "expected", f"{expected} ({told})"
    return CheckResult(check.property, check.scenario, outcome, told)


def check_metric(metric: Any, against: Optional[str] = None, claims: Claims = (),
                 expected_failed: Optional[Mapping[str, str]] = None, quiet: bool = False) -> CheckTable:
    """Checks a metric: a function of factors and codes (and seed, rng or kinds, by these names), a class, an instance,
    a functools.partial, an object with update, compute and reset, or a built-in metric's name.

    against          a built-in metric, "mig@zaidi2020": the values must be its values; None: it is one of its own
    claims           of modularity, compactness, explicitness, those that it says it measures; or {output: claims}
    expected_failed  {property or "property[scenario]": why}: may fail
    quiet            does not print how many checks ran

    Returns the table. Raises MetricCheckError, which has it, where a check failed that was not expected to.
    """
    listed, expected = checks(against, claims), dict(expected_failed or {})
    _check_expected(listed, expected)
    if against:
        score_all(generate("noise", samples=50), metrics=against)  # that it is there
    subject = Metric(metric)
    table = CheckTable(run_check(check, subject, _expectation(check, expected)) for check in listed)
    table.metric = subject.name
    if not quiet:
        print(table.summary())
    if not table.ok:
        raise MetricCheckError(table)
    return table


def parametrize_with_checks(metrics: Sequence[Any], against: Optional[str] = None, claims: Claims = (),
                            expected_failed: Optional[Mapping[str, str]] = None) -> Callable[[Any], Any]:
    """Makes of a test function with the parameters `metric` and `check` one test for each metric and check, as
    scikit-learn's does. What is expected to fail is marked so."""
    import pytest  # type: ignore[import-not-found,unused-ignore]

    listed, expected = checks(against, claims), dict(expected_failed or {})
    _check_expected(listed, expected)
    cases = []
    for metric in metrics:
        for check in listed:
            why = _expectation(check, expected)
            marks = [pytest.mark.assay] + ([pytest.mark.xfail(reason=why, strict=False)] if why is not None else [])
            cases.append(pytest.param(metric, _Skipping(check), marks=marks, id=f"{name_of(metric)}-{check.id}"))
    return pytest.mark.parametrize(("metric", "check"), cases)


class _Skipping:
    """A check whose NotApplicable skips its test."""

    def __init__(self, check: Check) -> None:
        self.check = check

    def __call__(self, metric: Any) -> None:
        import pytest  # type: ignore[import-not-found,unused-ignore]
        try:
            self.check(metric)
        except NotApplicable as error:
            pytest.skip(str(error))
