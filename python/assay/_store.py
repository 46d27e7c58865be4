"""The commands of the program on a store, from Python: what `assay judge --db FILE` prints is Store(FILE).judge()."""
from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union

from ._served import named
from ._study import PathLike, StudyRows, _frame, _raise, _rows, _run, _said, _typed, _words

_LISTS = ("tables", "rows", "cells", "verdicts", "properties", "outputs")


def _flat(node: Dict[str, Any], above: Dict[str, Any]) -> Iterator[Dict[str, Any]]:
    """The innermost rows of an answer, each with what stands above it."""
    row, inner = dict(above), None
    for key, value in node.items():
        if key in _LISTS and isinstance(value, list) and (not value or isinstance(value[0], dict)):
            inner = value
        elif isinstance(value, dict):
            row.update({f"{key}_{part}": x for part, x in value.items()})
        else:
            row[key] = value
    if inner is None:
        yield row
    for child in inner or []:
        yield from _flat(child, row)


class Answer(List[Dict[str, Any]]):
    """What a command prints, a dict for each row; `data` is all of its JSON, `frame` a pandas DataFrame.

    It is shown as the table that the command prints.
    """

    _kept: Any = None  # the folder of a store that is in no other place

    def __init__(self, ask: Callable[[str], str]) -> None:
        self._ask = ask  # the command's text in a format
        self.data = json.loads(ask("json"))
        whole = self.data if isinstance(self.data, dict) else {"rows": self.data}
        super().__init__(_flat({key: whole[key] for key in whole if key in _LISTS}, {}) if whole else [])
        _typed(self)

    @property
    def frame(self) -> Any:
        return _frame(self)

    def text(self, format: str = "table") -> str:
        """As the command prints it: table, csv, markdown, latex, latex-booktabs, html, json."""
        return self._ask(format)

    def to_latex(self) -> str:
        return self.text("latex")

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.text("html")


def _watched(command: List[str]) -> None:
    """Runs a command whose progress goes to standard error as it comes."""
    done = _run(command, lambda line: not line.startswith("assay: "))
    if done.returncode not in (0, 1):
        _raise(done)


def _command(name: str, doc: str) -> Callable[..., Answer]:
    def ask(self: "Store", *words: str, **options: Any) -> Answer:
        fixed = [name, *map(str, words), "--db", self.db, *_words(options)]
        return Answer(lambda format: _said(*fixed, "--format", format))

    ask.__name__, ask.__doc__ = name, doc
    return ask


class Store:
    """A store of scores: table, judge, advise, agree, reproduce and status are the commands of these names.
    Their words and options are the commands', `_` for `-`: judge(metrics="mig", samples=1000)."""

    def __init__(self, db: PathLike) -> None:
        self.db = os.fspath(db)

    table = _command("table", "Scores by scenario: a row for each metric and point, with mean and sd over seeds.")
    judge = _command("judge", "Which properties each metric has: verdict, and evidence_text, evidence_value, "
                     "evidence_low, evidence_high.")
    advise = _command("advise", "Which metric orders pairs of known order rightly: concordance, low, high; the store "
                      "has the plan `bank`.")
    agree = _command("agree", "How far two metrics rank representations alike: value, low, high.")
    reproduce = _command("reproduce", "Published results, and those of this store.")
    status = _command("status", "What the plans have done, and what is missing.")

    def models(self) -> StudyRows:
        """The scores of models of one's own, as `assay.study` gives them."""
        return _rows(self.db)

    def scores(self, **options: Any) -> List[Dict[str, Any]]:
        """Every score: scenario, point, samples, seed, metric, preset, output, axis, item, value, undefined."""
        said = _said("export", "--db", self.db, "--format", "jsonl", *_words(options))
        return [json.loads(line) for line in said.splitlines()]

    def plot(self, folder: PathLike, *names: str, **options: Any) -> List[str]:
        """Draws figures into a folder and gives the names of its files."""
        _watched(["plot", *names, "--db", self.db, "--out", os.fspath(folder), *_words(options)])
        return sorted(os.path.join(os.fspath(folder), name) for name in os.listdir(folder))

    def report(self, folder: PathLike, **options: Any) -> str:
        """Writes everything about the store as a page, and gives its name."""
        _watched(["report", "--db", self.db, "--out", os.fspath(folder), *_words(options)])
        return os.path.join(os.fspath(folder), "index.html")


def run(plan: PathLike, db: PathLike, **options: Any) -> Store:
    """Scores the missing cells of a plan (a name or a YAML file) into a store; progress goes to standard error."""
    _watched(["run", os.fspath(plan), "--db", os.fspath(db), *_words(options)])
    return Store(db)


def validate(metric: Union[str, Callable[..., Any]], against: str, **options: Any) -> Answer:
    """Compares a metric with a known one, a row for each scenario; `.data["notes"]` has the first step that differs."""
    def ask(format: str) -> str:
        with named(metric) as name:
            return _said("validate", name, "--against", against, "--format", format, *_words(options))

    return Answer(ask)


def audit(metric: Union[str, Callable[..., Any]], folder: PathLike, **options: Any) -> str:
    """Which properties a metric has, beside the nearest built-in ones: a page in a folder, whose name is given."""
    with named(metric) as name:
        _watched(["audit", name, "--out", os.fspath(folder), *_words(options)])
    return os.path.join(os.fspath(folder), "index.html")


def hunt(metric: Union[str, Callable[..., Any]], folder: Optional[PathLike] = None,
         **options: Any) -> List[Dict[str, Any]]:
    """The worst that a metric can be made to say: a dict for each output and claim; certificates in a folder."""
    with named(metric) as name:
        certificates = ["--out", os.fspath(folder)] if folder else []
        said = _said("hunt", name, "--format", "json", *certificates, *_words(options))
    rows: List[Dict[str, Any]] = json.loads(said)["rows"]
    return rows
