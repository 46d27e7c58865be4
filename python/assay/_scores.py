"""Scoring: scores and what is known of them, relations, and rows that come in batches."""
from __future__ import annotations

import ctypes
import functools
import operator
import os
import warnings
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _arrays
from ._arrays import Kinds, Prepared
from ._catalog import AXES, Representation, check_seed
from ._library import InputError, UsageError, c_item, c_matrix, c_score, c_scores, library, text
from ._study import _frame

Metrics = Union[str, Iterable[str]]


class Reason(str):
    """Why a value is undefined, "constant-factor: factor v1 is constant", and its parts.

    word     "constant-factor"
    axis     told of one "factor" or "code"; None: of neither
    index    of that factor or code; None: of neither
    """

    word: str
    axis: Optional[str]
    index: Optional[int]  # type: ignore[assignment]  # not text's own index()

    def __new__(cls, written: str, word: str = "", axis: Optional[str] = None, index: Optional[int] = None) -> "Reason":
        self = super().__new__(cls, written)
        self.word, self.axis, self.index = word, axis, index
        return self


class Score(float):
    """One output of one metric: a float, NaN where it is undefined, that knows where it comes from.

    metric, preset     "mig", "zaidi2020:bins=15"
    output             the metric's id where it has one output only; "modularity", ...
    axis               "factor", "code": one item each; "overall": no items
    value              the plain float
    undefined          the Reason, "constant-factor: factor v1 is constant"; None where the score is defined
    items              (M,) or (d,) float64, NaN: undefined; (0,) for an overall output
    items_undefined    the Reason of each item, or None
    n_undefined        items left out of the overall value
    seconds            of the whole call; a relation that metrics share is billed to the first that asks for it
    failed             the metric failed altogether, `undefined` says how
    """

    __slots__ = ("metric", "preset", "output", "axis", "undefined", "items", "items_undefined", "n_undefined",
                 "seconds", "failed")
    metric: str
    preset: str
    output: str
    axis: str
    undefined: Optional[Reason]
    items: np.ndarray
    items_undefined: Tuple[Optional[Reason], ...]
    n_undefined: int
    seconds: float
    failed: bool

    def __new__(cls, value: float, **fields: Any) -> "Score":
        self = super().__new__(cls, value)
        for name in cls.__slots__:
            object.__setattr__(self, name, fields[name])
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a score does not change")

    def __reduce__(self) -> Any:
        return functools.partial(Score, float(self), **{name: getattr(self, name) for name in self.__slots__}), ()

    @property
    def value(self) -> float:
        return float(self)

    @property
    def name(self) -> str:
        """ "mig@default", "dci-lasso@thesis/compactness": unique within one call."""
        whole = f"{self.metric}@{self.preset}"
        return whole if self.output == self.metric else f"{whole}/{self.output}"

    def __repr__(self) -> str:
        shown = f"undefined, {self.undefined}" if self.undefined else float.__repr__(self)
        return f"<{self.name}: {shown}>"

    __str__ = float.__repr__

    def to_dict(self) -> Dict[str, Any]:
        """The object that `assay score --format json` prints for it: None for undefined, no NumPy types."""
        to: Dict[str, Any] = {"metric": self.metric, "preset": self.preset, "output": self.output,
                              "value": _number(float(self)), "undefined": self.undefined}
        if len(self.items):
            to["items"] = {"axis": self.axis, "values": [_number(x) for x in self.items.tolist()],
                           "n_undefined": self.n_undefined}
            if self.n_undefined:
                to["items"]["undefined"] = list(self.items_undefined)
        to["seconds"] = self.seconds
        return to


def _number(x: float) -> Optional[float]:
    return x if np.isfinite(x) else None


class Scores(List[Score]):
    """The scores of one representation, a list in the order asked for; also by name: scores["mig@zaidi2020"]."""

    def __getitem__(self, which: Any) -> Any:
        if not isinstance(which, str):
            return super().__getitem__(which)
        for known in (lambda s: s.name, lambda s: f"{s.metric}@{s.preset}", lambda s: f"{s.metric}/{s.output}",
                      lambda s: s.metric, lambda s: s.output):
            found = [s for s in self if known(s) == which]
            if len(found) == 1:
                return found[0]
            if found:
                raise KeyError(f"{which} is one of " + ", ".join(s.name for s in found))
        raise KeyError(f"{which}; there are " + ", ".join(s.name for s in self))

    def keys(self) -> List[str]:
        """The names, so that dict(scores) is {name: Score}."""
        return [s.name for s in self]

    def to_dict(self) -> Dict[str, Dict[str, Any]]:
        """{name: Score.to_dict()}, fit for json.dump."""
        return {s.name: s.to_dict() for s in self}

    @property
    def frame(self) -> Any:
        """A pandas DataFrame with a row for each score."""
        return _frame(list(self.to_dict().values()))

    def __str__(self) -> str:
        width = max([len(s.name) for s in self], default=0)
        return "\n".join(f"{s.name:<{width}}  " + (f"     -  {s.undefined}" if s.undefined else f"{float(s):6.4f}")
                         for s in self)


def _reason(item: c_item) -> Optional[Reason]:
    if not item.undefined:
        return None
    of = item.reason.contents
    told = of.axis != AXES.index("overall")
    return Reason(text(item.undefined), text(of.word), AXES[of.axis] if told else None, of.index if told else None)


def _score(from_: c_score) -> Score:
    items = from_.items[:from_.n_items] if from_.n_items else []
    values = np.array([item.value for item in items], dtype=np.float64)
    values.flags.writeable = False
    return Score(from_.overall.value, metric=text(from_.metric), preset=text(from_.preset), output=text(from_.output),
                 axis=AXES[from_.axis], undefined=_reason(from_.overall), items=values,
                 items_undefined=tuple(_reason(item) for item in items),
                 n_undefined=from_.n_undefined, seconds=from_.seconds, failed=from_.status != 0)


def _take(scores: c_scores) -> Scores:
    """Copies what the library made, and frees it."""
    try:
        return Scores(_score(scores.at[k]) for k in range(scores.count))
    finally:
        library().scores_free(byref(scores))


def _is_names(metrics: Any) -> bool:
    return isinstance(metrics, str) or isinstance(metrics, (list, tuple)) and all(isinstance(m, str) for m in metrics)


def _check_order(metrics: Any, factors: Any, codes: Any, call: str) -> None:
    """Refuses arguments in another order, and a function where a name is meant, with what was meant."""
    if _is_names(metrics) and not isinstance(codes, str) and (not isinstance(factors, str) or
                                                              _arrays._is_frame(codes)):
        return
    if callable(metrics) and not hasattr(metrics, "__array__"):
        raise UsageError("metrics are named by text; a function of your own is looked at by "
                         "assay.check_metric(function), and scored as 'python:FILE.py:FUNCTION' where "
                         "libassay-bench is installed")
    if any(isinstance(one, str) for one in (metrics, factors, codes)):
        raise UsageError(f"the arguments are in another order: {call}")
    raise UsageError(f"metrics: a name or a list of names is wanted, not {type(metrics).__name__}: {call}")


def _joined(metrics: Metrics) -> bytes:
    return (metrics if isinstance(metrics, str) else ",".join(metrics)).encode()


def _jobs(jobs: Optional[int]) -> int:
    """None: every core this process may use, and no more than a batch system grants."""
    if jobs is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        granted = os.environ.get("SLURM_CPUS_PER_TASK", "")
        jobs = min(cores, int(granted)) if granted.isdigit() and int(granted) else cores
    elif jobs < 1:
        raise UsageError(f"jobs {jobs}: a number of threads, at least 1; None for every core")
    return min(operator.index(jobs), 1024)


class _Subject(NamedTuple):
    """What is scored, and how the metrics' streams are named: nothing, for one's own data."""

    prepared: Prepared
    seed: int
    scenario: bytes
    point: bytes


def _shuffled(of: _Subject, seed: Optional[int]) -> _Subject:
    if seed is None:
        return of
    p = of.prepared
    rows = np.random.default_rng(check_seed(seed)).permutation(len(p.codes))
    factors, codes = np.asfortranarray(p.factors[rows]), np.asfortranarray(p.codes[rows])
    learns = None if p.learns is None else p.learns[rows]
    return of._replace(prepared=p._replace(factors=factors, codes=codes, learns=learns))


def _parted(of: _Subject, split: Any) -> _Subject:
    if split is None:
        return of
    return of._replace(prepared=of.prepared._replace(learns=_arrays.parted(split, len(of.prepared.codes))))


def _subject(factors: Any, codes: Any, kinds: Kinds, seed: Optional[int]) -> _Subject:
    if isinstance(factors, Representation):
        if codes is not None or kinds is not None:
            raise UsageError("a representation has its codes and kinds; give it alone")
        return _Subject(factors.prepared(), factors.seed if seed is None else check_seed(seed),
                        factors.scenario.encode(), factors.point.encode())
    if factors is None and codes is not None:
        table = _arrays.read_table(codes, "codes")
        none = np.zeros((len(table.values), 0))
        return _Subject(Prepared(none, table.values, np.zeros(1, dtype=np.int32)), check_seed(seed or 0), b"", b"")
    if codes is None:
        raise UsageError("what to score is factors and codes, or a representation that assay.generate made")
    return _Subject(_arrays.prepare(factors, codes, kinds), check_seed(seed or 0), b"", b"")


def _score_subject(metrics: Metrics, subject: _Subject, jobs: Optional[int]) -> Scores:
    rep, scores = subject.prepared.view(), c_scores()
    library().score(byref(rep), _joined(metrics), subject.seed, subject.scenario, subject.point, _jobs(jobs),
                    byref(scores))
    if not subject.scenario:  # of a scenario's data they are what it is about
        said = ctypes.create_string_buffer(8192)
        library().warnings(byref(rep), byref(scores), said, len(said))
        for line in text(said.value).splitlines():
            warnings.warn(line, _arrays.AssayWarning, stacklevel=3)
    return _take(scores)


def score_all(factors: Any = None, codes: Any = None, metrics: Metrics = "all", kinds: Kinds = None,
              seed: Optional[int] = None, jobs: Optional[int] = None, shuffle: Optional[int] = None,
              split: Any = None) -> Scores:
    """Scores one representation with any metrics; relations that metrics share are computed once.

    factors   (N, M) samples x factors, or a Representation alone; or names of columns of the frame `codes`, whose other
              columns are codes then. Text is classes, in alphabetical order. None: metrics of codes alone are scored
    codes     (N, d) samples x codes; one dimension is one column. NumPy arrays, CPU or GPU tensors, pandas frames
    metrics   "all", or a list, comma-separated or not: mig, mig@zaidi2020, mig@*, mig@zaidi2020:bins=15,
              family:information
    kinds     of the factors: "auto" (integers and booleans are categorical, floats continuous), "continuous",
              "categorical", "ordinal" (classes in order), "cyclic:360" (numbers of that period), "cyclic" (classes
              around a circle), or a list with one for each; "absent:auto" where NaN in a factor is an absent value
    seed      of the metrics that draw (0; a Representation's own)
    jobs      threads; None is every core. No bit of a score depends on it
    split     (N,) 1 or "train" for rows that are learnt from, 0 or "test" for those scored, by metrics that part rows
    shuffle   a seed: the rows are first put in the order default_rng(shuffle).permutation(N)

    The scores are those of `assay score`, bit for bit. Raises InputError, UsageError; a score that its definition
    leaves undefined is no error but NaN with its reason.
    """
    _check_order(metrics, factors, codes, 'assay.score_all(factors, codes, "mig,sap")')
    return _score_subject(metrics, _shuffled(_parted(_subject(factors, codes, kinds, seed), split), shuffle), jobs)


def score(metrics: Metrics, factors: Any = None, codes: Any = None, kinds: Kinds = None, seed: Optional[int] = None,
          jobs: Optional[int] = None, shuffle: Optional[int] = None, split: Any = None) -> Union[Score, Scores]:
    """`assay.score("mig@zaidi2020", factors, codes)`: a Score, which is a float; of several metrics, or one with
    several outputs, Scores. Arguments as for score_all. `assay.score("hoyer", codes=codes)` needs no factors."""
    _check_order(metrics, factors, codes, 'assay.score("mig", factors, codes)')
    scores = _score_subject(metrics, _shuffled(_parted(_subject(factors, codes, kinds, seed), split), shuffle), jobs)
    return scores[0] if len(scores) == 1 else scores


@dataclass(frozen=True, eq=False)
class Relation:
    """How informative each code is about each factor. numpy.asarray(relation) is its value."""

    id: str  # as asked for: "mi:bins=20"
    value: np.ndarray  # (M, d), in nats, as R^2, as importance: whatever the relation measures
    factor_total: np.ndarray  # (M,) the most that could be told of the factor (its entropy, or 1); 0: constant
    code_total: np.ndarray  # (d,) the most that the code could tell; 0: constant
    quality: Optional[np.ndarray]  # (M,) how well all codes together predict the factor; None: not known
    code_total_for: Optional[np.ndarray]  # (M, d) code_total on the rows that have the factor; None: no value is absent
    undefined: Sequence[Sequence[Optional[str]]] = ()  # (M, d) of blocks, without totals: why a value is NaN

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.array(self.value, dtype=dtype) if copy or dtype is not None else self.value


def _numbers(pointer: Any, *shape: int) -> Any:
    return np.ctypeslib.as_array(pointer, shape).copy() if pointer else None


def relation(id: str, factors: Any, codes: Any = None, kinds: Kinds = None, seed: Optional[int] = None,
             jobs: Optional[int] = None, factor_blocks: Optional[str] = None,
             code_blocks: Optional[str] = None) -> Relation:
    """The factor x code matrix that metrics aggregate: `assay.relation("mi:bins=20", factors, codes)`.

    `assay list relations` names all: mi, mi-knn, r2, lasso, forest, ... With blocks of columns, "1-3,4" or "z1..z3,z4"
    (of the other side each column), what blocks of codes tell of blocks of factors: r2-heldout, r2-heldout-codes,
    mcc-weak or mi-knn. Other arguments as for score_all.
    """
    _check_order(id, factors, codes, 'assay.relation("mi", factors, codes)')
    subject, matrix = _subject(factors, codes, kinds, seed), c_matrix()
    rep = subject.prepared.view()
    blocks = [None if one is None else one.encode() for one in (factor_blocks, code_blocks)]
    if blocks != [None, None]:
        library().call("block_matrix_make", byref(rep), id.encode(), *blocks, subject.seed, _jobs(jobs), byref(matrix))
    else:
        library().call("matrix_make", byref(rep), id.encode(), subject.seed, subject.scenario, subject.point,
                       _jobs(jobs), byref(matrix))
    r = matrix.relation
    m, d, why = r.n_factors, r.n_codes, matrix.undefined
    try:
        undefined = [[one and one.decode() for one in why[i * d:i * d + d]] for i in range(m)] if why else ()
        return Relation(id, _numbers(r.value, m, d), _numbers(r.factor_total, m), _numbers(r.code_total, d),
                        _numbers(r.quality, m), _numbers(r.code_total_for, m, d), undefined)
    finally:
        library().matrix_free(byref(matrix))


class Accumulator:
    """Rows that come in batches, scored together, as TorchMetrics has it:

        quality = assay.Accumulator("mig,sap")
        for factors, images in loader:
            quality.update(factors, encoder(images))
        print(quality.compute()["mig"])
        quality.reset()

    The scores equal, bit for bit, those of the same rows given to score_all at once. All rows are held in main memory,
    N x (M + d) doubles, until reset. One thread at a time.

    metrics, kinds, seed, jobs   as for score_all; what auto finds in the first batch holds for all
    """

    def __init__(self, metrics: Metrics, kinds: Kinds = None, seed: int = 0, jobs: Optional[int] = None) -> None:
        self.metrics = metrics if isinstance(metrics, str) else tuple(metrics)
        self.kinds, self.seed, self.jobs = kinds, check_seed(seed), jobs
        self.reset()

    def reset(self) -> None:
        """Forgets every row."""
        self._batches: List[Tuple[np.ndarray, np.ndarray]] = []  # factors as given, classes not numbered yet; codes
        self._categorical: Optional[np.ndarray] = None

    def __repr__(self) -> str:
        return f"<assay.{type(self).__name__} of {_joined(self.metrics).decode()}: {len(self)} rows>"

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        """The rows held."""
        return sum(len(codes) for _, codes in self._batches)

    def update(self, factors: Any, codes: Any) -> None:
        """Adds the rows of a batch: factors (n, M), codes (n, d), n of any size. After an exception nothing is added.

        The rows are copied, so that a loop may use its buffers again.
        """
        f, c = _arrays.read_pair(factors, codes)
        _arrays.check_pair(f.values, c.values)
        categorical, auto, absent, self._period = _arrays.parse_kinds(self.kinds, f.held)
        _arrays.check_finite(f.values, "factor", absent)
        _arrays.check_finite(c.values, "code")
        if self._categorical is not None:
            self._check_alike(f.values.shape[1], c.values.shape[1], categorical)
        else:
            _arrays.warn_kinds(f.values, categorical, auto, 3)
        self._categorical = categorical
        self._batches.append((f.values.copy(order="F"), c.values.copy(order="F")))

    def compute(self) -> Scores:
        """The scores of all rows since the beginning or the last reset; rows can be added afterwards."""
        if not self._batches or self._categorical is None:
            raise InputError("nothing to score: no batch has come in")
        factors, codes = (np.asfortranarray(np.concatenate(side)) for side in zip(*self._batches))
        classes = [_arrays.classes_of(factors[:, i]) if is_categorical else None  # only now are all of them known
                   for i, is_categorical in enumerate(self._categorical)]
        values, levels = _arrays.label(factors, classes)
        prepared = Prepared(values, codes, levels, period=self._period)
        return _score_subject(self.metrics, _Subject(prepared, self.seed, b"", b""), self.jobs)

    def __call__(self, factors: Any, codes: Any) -> Any:
        """update, and the scores of this batch alone."""
        alone = type(self)(self.metrics, self.kinds, self.seed, self.jobs)
        alone.update(factors, codes)
        self.update(factors, codes)
        return alone.compute()

    forward = __call__

    def _check_alike(self, n_factors: int, n_codes: int, categorical: np.ndarray) -> None:
        before = tuple(side.shape[1] for side in self._batches[0])
        if (n_factors, n_codes) != before:
            raise InputError(f"a batch of {n_factors} factors and {n_codes} codes after one of {before[0]} and "
                             f"{before[1]}")
        for i in np.flatnonzero(categorical != self._categorical):
            word = ("continuous", "categorical")
            raise InputError(f"factor v{i + 1} is {word[int(categorical[i])]} in this batch and "
                             f"{word[int(not categorical[i])]} before")


class Metric(Accumulator):
    """An Accumulator of one metric, `assay.Metric("mig@zaidi2020")`: compute() is its Score, or Scores where it has
    several outputs."""

    def compute(self) -> Any:
        scores = super().compute()
        return scores[0] if len(scores) == 1 else scores
