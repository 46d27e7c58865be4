"""What there is to score with and to score: the library's descriptors as Python objects, and its scenarios' data."""
from __future__ import annotations

import ctypes
import operator
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np

from ._arrays import Prepared
from ._library import UsageError, c_data, c_metric, c_option, c_profile, c_scenario, c_truth, library, text

AXES = ("overall", "factor", "code")
PROPERTIES = ("modularity", "compactness", "explicitness")
WHOLE = 1  # of an option's flags: integers only

Value = Union[float, int, str]


@dataclass(frozen=True)
class Option:
    """A named number, or word, of a metric or a scenario, with its range."""

    id: str
    text: str
    standard: Value  # a word where there are words
    low: float  # inclusive, as high
    high: float
    whole: bool  # integers only
    words: Tuple[str, ...]  # the choices; empty for numbers


@dataclass(frozen=True)
class Parameter(Option):
    """A scenario's parameter: an option with the values the original study sweeps."""

    symbol: str = ""
    sweep: Tuple[Value, ...] = ()


@dataclass(frozen=True)
class Output:
    """One number series of a metric."""

    id: str
    axis: str  # "factor", "code": one item each and their mean; "overall": one number
    measures: Tuple[str, ...]  # of modularity, compactness, explicitness: what it claims to measure
    low: float  # its range; high is best
    high: float


@dataclass(frozen=True)
class Preset:
    """Options that reproduce one source, defects included."""

    id: str
    source: str
    options: str  # "bins=20:normaliser=code"; what is not named keeps its standard value
    defects: Optional[str]  # what it does differently from the definition; None: nothing


@dataclass(frozen=True)
class MetricInfo:
    """What is known of a metric: `assay describe ID` in the terminal."""

    id: str
    title: str
    family: str
    formula: str
    source: str
    outputs: Tuple[Output, ...]
    options: Tuple[Option, ...]
    presets: Dict[str, Preset]  # by id; the first is "default"
    random: bool  # two seeds give two scores
    control: bool  # passing or failing by construction; not part of "all"


@dataclass(frozen=True)
class ScenarioInfo:
    """What is known of a scenario. Its data come from numpy.random.default_rng(seed), drawn in the order of `draws`."""

    id: str
    title: str
    formula: str
    draws: str
    truth_text: str
    source: str
    parameters: Tuple[Parameter, ...]
    samples: int  # of the original study
    seeds: int
    recipe: Optional[str]  # the same data as a recipe, {NAME} for its parameters; None: it cannot be said

    def truth(self, **parameters: Value) -> Dict[str, Tuple[str, float]]:
        """What is known of each property where the parameters have these values (others: their standard ones).

        {"modularity": ("is", 1.0), ...}: "is" its value is known, in [0, 1]; "order" only its order among the
        scenario's points, larger is better; "unknown".
        """
        found, to = library().scenario_find(self.id.encode()).contents, (c_truth * 3)()
        values, profile = _parse(found, _settings(parameters))
        library().scenario_truth_on(byref(found), values, profile, to)
        kinds = ("unknown", "is", "order")
        return {name: (kinds[t.kind], t.value if t.kind else float("nan")) for name, t in zip(PROPERTIES, to)}


def _words(option: c_option) -> Tuple[str, ...]:
    words: List[str] = []
    while option.words and option.words[len(words)] is not None:
        words.append(text(option.words[len(words)]))
    return tuple(words)


def _value(words: Tuple[str, ...], whole: int, number: float) -> Value:
    return words[int(number)] if words else int(number) if whole else number


def _option_fields(option: c_option) -> Dict[str, Any]:
    words, whole = _words(option), bool(option.flags & WHOLE)
    return {"id": text(option.id), "text": text(option.text), "words": words, "whole": whole,
            "standard": _value(words, whole, option.standard), "low": option.low, "high": option.high}


def _metric(found: c_metric) -> MetricInfo:
    outputs = tuple(Output(text(o.id), AXES[o.axis], tuple(p for k, p in enumerate(PROPERTIES) if o.measures >> k & 1),
                           o.low, o.high) for o in found.outputs[:found.n_outputs])
    presets = [Preset(text(p.id), text(p.source), text(p.options), text(p.defects) or None)
               for p in found.presets[:found.n_presets]]
    return MetricInfo(text(found.id), text(found.title), text(found.family), text(found.formula), text(found.source),
                      outputs, tuple(Option(**_option_fields(o)) for o in found.options[:found.n_options]),
                      {p.id: p for p in presets}, bool(found.flags & 1), bool(found.flags & 2))


def _scenario(found: c_scenario) -> ScenarioInfo:
    parameters = []
    for p in range(found.n_parameters):
        fields, sweep = _option_fields(found.parameters[p]), found.sweeps[p]
        at = tuple(_value(fields["words"], fields["whole"], x) for x in sweep.at[:sweep.n_at])
        parameters.append(Parameter(**fields, symbol=text(sweep.symbol), sweep=at))

    return ScenarioInfo(text(found.id), text(found.title), text(found.formula), text(found.draws),
                        text(found.truth_text), text(found.source), tuple(parameters), found.samples, found.seeds,
                        text(found.recipe) or None)


def metrics() -> Dict[str, MetricInfo]:
    """Every metric by its id, in the order of every table: `assay.metrics()["mig"].presets["zaidi2020"].defects`."""
    lib = library()
    every = [_metric(lib.metric_at(k).contents) for k in range(lib.metric_count())]
    return {m.id: m for m in every}


def scenarios() -> Dict[str, ScenarioInfo]:
    """Every scenario by its id: `assay.scenarios()["noise"].parameters[0].sweep`."""
    lib = library()
    every = [_scenario(lib.scenario_at(k).contents) for k in range(lib.scenario_count())]
    return {s.id: s for s in every}


@dataclass(frozen=True, eq=False, repr=False)
class Representation:
    """A scenario's data. Hand it to score, score_all or relation in the place of factors and codes: metrics that draw
    then draw what they draw in `assay score --scenario`."""

    factors: np.ndarray  # (N, M) float64, Fortran order: samples x factors; NaN: the sample has no value of the factor
    codes: np.ndarray  # (N, d) float64, Fortran order: samples x codes
    levels: np.ndarray  # (M,) int32: a categorical factor's number of classes, with values 0 .. levels-1; 0: continuous
    truth: Dict[str, float]  # modularity, compactness, explicitness in [0, 1]; NaN: unknown
    scenario: str
    point: str  # "alpha=0.2"
    seed: int
    period: Optional[np.ndarray] = None  # (M,) float64: of a number that is cyclic; of classes 1 around a circle; else 0

    def __repr__(self) -> str:
        (n, m), d = self.factors.shape, self.codes.shape[1]
        point = f" {self.point}" if self.point else ""
        return f"<{self.scenario}{point}, seed {self.seed}: {n} samples, {m} factors, {d} codes>"

    @property
    def kinds(self) -> List[str]:
        """Of each factor, as score takes them."""
        period = np.zeros(len(self.levels)) if self.period is None else self.period
        return [("cyclic" if p > 0 else "categorical") if k else f"cyclic:{p!r}" if p > 0 else "continuous"
                for k, p in zip(self.levels.tolist(), period.tolist())]

    def prepared(self) -> Prepared:
        return Prepared(np.asfortranarray(self.factors, dtype=np.float64),
                        np.asfortranarray(self.codes, dtype=np.float64),
                        np.ascontiguousarray(self.levels, dtype=np.int32),
                        (self.truth["modularity"], self.truth["compactness"], self.truth["explicitness"]),
                        None if self.period is None else np.ascontiguousarray(self.period, dtype=np.float64))

    def save(self, path: Any) -> None:
        """Writes an .npz with arrays `factors`, `codes` and `kinds`, which `assay score --data` reads."""
        first, *others = self.kinds
        absent = "absent:" if np.isnan(self.factors).any() else ""
        np.savez(path, factors=self.factors, codes=self.codes, kinds=[absent + first, *others])


class _Owner:
    """Frees the library's memory when no array looks at it any more."""

    def __init__(self, data: c_data) -> None:
        self.data, self.free = byref(data), library().data_free

    def __del__(self) -> None:
        self.free(self.data)

    def array(self, address: int, shape: Tuple[int, ...], kind: Any) -> np.ndarray:
        count = int(np.prod(shape))
        block = (kind * count).from_address(address)
        block.owner = self  # the array holds the block, the block holds us
        return np.frombuffer(block, dtype=kind, count=count).reshape(shape, order="F")


def _settings(values: Mapping[str, Value]) -> str:
    """{"alpha": 0.2, "order": "peer"} as "alpha=0.2:order=peer"; Python's _ is the ids' -."""

    def shown(value: Value) -> str:
        if isinstance(value, str):
            return value
        return repr(int(value)) if float(value).is_integer() and abs(value) < 2**53 else repr(float(value))

    return ":".join(f"{name.replace('_', '-')}={shown(value)}" for name, value in values.items())


_NAMED_IF_SET = 256  # of an option: a point is named without it where it has its standard value


def _parse(scenario: c_scenario, settings: str) -> Tuple[Any, Any]:
    """The parameters' values, standard where they are not named, and the factor profile (a null pointer: none)."""
    to, profile = (ctypes.c_double * (scenario.n_parameters + 1))(), ctypes.POINTER(c_profile)()
    library().call("scenario_parse", byref(scenario), settings.encode(), to, byref(profile))
    return to, profile


def _point(scenario: c_scenario, values: Any, profile: Any) -> str:
    """As the program names it, for the metrics' streams: "alpha=0.2;order=peer", "alpha=0.2;factors=dsprites"."""
    named, shown = [], ctypes.create_string_buffer(9216)
    for p in range(scenario.n_parameters):
        option = scenario.parameters[p]
        if (profile and option.id == b"factors") or (option.flags & _NAMED_IF_SET and values[p] == option.standard):
            continue
        library().option_print(byref(option), values[p], shown, 9216)
        named.append(f"{text(option.id)}={text(shown.value)}")
    if profile:
        named.append(f"factors={text(profile.contents.id)}")
    return ";".join(named)


def _usual(scenario: c_scenario, settings: str) -> int:
    """How many rows it has where nothing says how many: a recipe may."""
    samples = ctypes.c_size_t(scenario.samples)
    if scenario.check:
        scenario.check(_parse(scenario, settings)[0], byref(samples), None)  # what is wrong `generate` says
    return samples.value


def check_seed(seed: int) -> int:
    if not 0 <= operator.index(seed) < 2**64:
        raise UsageError(f"seed {seed}: a seed is an integer from 0 to 2^64 - 1")
    return operator.index(seed)


def generate(scenario: str, *, seed: int = 0, samples: Optional[int] = None, **parameters: Value) -> Representation:
    """The data of a scenario: `assay.generate("noise", alpha=0.2, seed=3, samples=20000)`.

    samples    rows; None is the scenario's own size
    parameters by name, numbers or words; those not named keep their standard values. factors="dsprites" is on the
               factors of that profile (`assay list profiles`)

    Bit for bit what `assay generate` writes with the same arguments, and what numpy.random.default_rng(seed) gives when
    it draws in the order that the scenario's `draws` says.
    """
    lib, data = library(), c_data()
    found = lib.scenario_find(scenario.encode())
    settings = _settings(parameters)
    rows = operator.index(samples) if samples is not None else _usual(found.contents, settings) if found else 1
    if not 0 <= rows < 2**63:
        raise UsageError(f"scenario {scenario}: {rows} samples asked for, 1 is the least")
    lib.call("generate", scenario.encode(), settings.encode(), rows, check_seed(seed), byref(data))
    owner = _Owner(data)
    n, m, d = data.n, data.n_factors, data.n_codes
    return Representation(owner.array(data.factors, (n, m), ctypes.c_double),
                          owner.array(data.codes, (n, d), ctypes.c_double),
                          owner.array(data.levels, (m,), ctypes.c_int32), dict(zip(PROPERTIES, data.truth)), scenario,
                          _point(found.contents, *_parse(found.contents, settings)), seed,
                          owner.array(data.period, (m,), ctypes.c_double))


def recipe(text: str, *, alpha: float = 0, seed: int = 0, samples: Optional[int] = None) -> Representation:
    """The data of a recipe: `assay.recipe("v: 4 uniform; z = noise(v, {alpha})", alpha=0.2)`; `assay describe recipe`
    prints the words."""
    return generate("recipe", seed=seed, samples=samples, text=_bracketed(text), alpha=alpha)


def numpy_program(scenario: str, *, seed: int = 0, samples: Optional[int] = None, **parameters: Value) -> str:
    """A program of NumPy alone that writes the bits of `generate` with the same arguments into the file that it is
    called with; its make(n, seed) gives factors and codes."""
    if isinstance(parameters.get("text"), str):
        parameters["text"] = _bracketed(str(parameters["text"]))
    to = ctypes.create_string_buffer(1 << 17)
    library().call("numpy_program", scenario.encode(), _settings(parameters).encode(), samples or 0, check_seed(seed),
                   to, len(to))
    return text(to.value)


def _bracketed(text: str) -> str:
    return text if text.startswith("[") else f"[{text}]"
