"""Studies: your models, scored into a store with intervals and chance levels, by the program `assay`."""
from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import warnings
from pathlib import Path
from typing import Any, Dict, Iterable, List, Optional, Union

import numpy as np

from . import _arrays
from ._arrays import AssayWarning
from ._library import EnvironmentError_, InputError, InternalError, InterruptedError_, UsageError

PathLike = Union[str, "os.PathLike[str]"]
_ERRORS = {2: UsageError, 3: InputError, 4: EnvironmentError_, 5: InternalError, 130: InterruptedError_}


def _program() -> str:
    """$ASSAY_PROGRAM; the one in the package, or in the checkout that the package lies in; the one on the PATH."""
    package = Path(__file__).resolve().parent
    told = os.environ.get("ASSAY_PROGRAM")
    places = [Path(told)] if told else [package / "assay", package.parents[1] / "assay"]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    found = None if told else shutil.which("assay")
    if not found:
        raise EnvironmentError_(f"ASSAY_PROGRAM is {told}, which is no program" if told else
                                "the program assay is not there; `make install` it, or set ASSAY_PROGRAM to its path")
    return found


def _run(arguments: List[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([_program(), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace", check=False)


def _raise(done: "subprocess.CompletedProcess[str]") -> None:
    lines = [line for line in done.stderr.splitlines() if line.startswith("assay: ")]
    text = lines[-1][len("assay: "):] if lines else done.stderr.strip() or f"exit status {done.returncode}"
    raise _ERRORS.get(done.returncode, InternalError)(text)


def _rows(db: PathLike) -> Any:
    """Every score of the studies in a store: a pandas DataFrame where pandas is there, else a list of dicts."""
    done = _run(["table", "--db", os.fspath(db), "--by", "file", "--format", "json"])
    if done.returncode:
        _raise(done)
    answer = json.loads(done.stdout)
    rows = (answer[0] if isinstance(answer, list) else answer)["rows"]
    for row in rows:
        for key in ("score", "level", "low", "high", "chance_mean", "chance_point", "p", "corrected"):
            row[key] = float("nan") if row[key] is None else float(row[key])
        row["at_chance"] = {"yes": True, "no": False}.get(row["at_chance"])
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)


def study(files: Union[PathLike, Iterable[PathLike]], db: PathLike = "study.db", *, metrics: Optional[str] = None,
          group: Optional[str] = None, kinds: Optional[str] = None, draws: Optional[int] = None,
          interval: float = 0.95, jobs: Optional[int] = None) -> Any:
    """Scores files, folders and manifests into the store `db`, as `assay study` does, and gives all of its scores.

    One row for each model, metric and output: group, model, path, score, the interval low .. high over drawn rows,
    chance_mean, chance_point and p of shuffled codes, at_chance, corrected, and the columns of manifests. What is in
    the store already is not computed again. Files that cannot be read are an AssayWarning, and the others are scored; an InputError where none can.
    """
    words = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    arguments = ["study", "--db", os.fspath(db), "--interval", repr(float(interval))]
    for name, value in (("metrics", metrics), ("group", group), ("kinds", kinds), ("draws", draws), ("jobs", jobs)):
        if value is not None:
            arguments += [f"--{name}", str(value)]
    done = _run(arguments + ["--"] + [os.fspath(word) for word in words])
    lines = done.stderr.splitlines()
    unread = [line for line in lines if line.startswith("not scored: ")]
    scored = re.search(r"^([0-9]+) representations? in ", done.stderr, re.MULTILINE)
    if done.returncode and not (done.returncode == 3 and unread and scored and int(scored.group(1))):
        _raise(done)
    for line in unread:
        warnings.warn(line, AssayWarning, stacklevel=2)
    return _rows(db)


def _file_name(text: str) -> str:
    """A name that any file system has, of its own for each text: what is replaced is named by a sum of the text."""
    plain = re.sub(r"[^\w.+=-]", "_", text)
    return plain if plain == text and text else f"{plain}-{hashlib.sha1(text.encode()).hexdigest()[:8]}"


def _manifest_row(values: Iterable[Any]) -> str:
    return ",".join('"' + ("" if value is None else str(value)).replace('"', '""') + '"' for value in values) + "\n"


def _check_columns(columns: Dict[str, Any]) -> None:
    if "path" in columns:
        raise UsageError("column 'path': the path of a model's file is called so; call the column otherwise")
    for name, value in columns.items():
        if len(str(value).splitlines()) > 1:
            raise UsageError(f"column '{name}': {value!r} is not one line")


class Study:
    """A store that a training loop adds models to.

        models = assay.Study("study.db", metrics="mig,dci-lasso")
        for epoch in range(100):
            ...
            models.add(f"epoch-{epoch}", factors, codes, group=f"beta {beta}", epoch=epoch)
        models.scores()

    The arrays are kept as .npz in `folder` (DB.models), so that the study can be run again with other metrics.
    """

    def __init__(self, db: PathLike = "study.db", *, metrics: Optional[str] = None, kinds: Optional[str] = None,
                 draws: Optional[int] = None, folder: Optional[PathLike] = None) -> None:
        self.db, self.metrics, self.kinds, self.draws = os.fspath(db), metrics, kinds, draws
        self.folder = Path(folder if folder is not None else f"{self.db}.models")

    def add(self, name: str, factors: Any, codes: Any, group: str = "study", **columns: Any) -> Any:
        """Scores one model and gives its rows; the same name and group again replaces it."""
        _check_columns(columns)
        place = self.folder / _file_name(group)
        place.mkdir(parents=True, exist_ok=True)
        stem = _file_name(name)
        with open(place / f".{stem}.npz", "wb") as file:
            np.savez(file, factors=_arrays._plain(factors, "factors"),
                     codes=_arrays._plain(codes, "codes"))
        os.replace(place / f".{stem}.npz", place / f"{stem}.npz")
        manifest = place / f".{stem}.csv"
        table = {"path": f"{stem}.npz", "group": group, "name": name, **columns}
        with open(manifest, "w", encoding="utf-8") as file:
            file.write(_manifest_row(table.keys()) + _manifest_row(table.values()))
        try:
            rows = study(manifest, self.db, metrics=self.metrics, kinds=self.kinds, draws=self.draws, jobs=1)
        finally:
            manifest.unlink()
        path = os.fspath(place / f"{stem}.npz")
        path = path[2:] if path.startswith("./") else path
        if isinstance(rows, list):
            return [row for row in rows if row["path"] == path]
        return rows[rows["path"] == path]

    __call__ = add

    def scores(self) -> Any:
        """All scores of the store, as `study` gives them."""
        return _rows(self.db)
