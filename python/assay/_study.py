"""Studies: your models, scored into a store with intervals and chance levels, by the program `assay`."""
from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import warnings
import weakref
from pathlib import Path
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union, cast

import numpy as np

from . import _arrays
from ._arrays import AssayWarning
from ._program import program
from ._library import EnvironmentError_, InputError, InternalError, InterruptedError_, UsageError

PathLike = Union[str, "os.PathLike[str]"]
_ERRORS = {2: UsageError, 3: InputError, 4: EnvironmentError_, 5: InternalError, 130: InterruptedError_}


def _run(arguments: List[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([program(), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace", check=False)


def _raise(done: "subprocess.CompletedProcess[str]") -> None:
    lines = [line for line in done.stderr.splitlines() if line.startswith("assay: ")]
    text = lines[-1][len("assay: "):] if lines else done.stderr.strip() or f"exit status {done.returncode}"
    raise _ERRORS.get(done.returncode, InternalError)(text)


def _said(*command: str) -> str:
    done = _run(list(command))
    if done.returncode not in (0, 1):  # 1: a check failed, which the answer says
        _raise(done)
    return done.stdout


def _words(options: Dict[str, Any]) -> List[str]:
    """keep_missing=True, seeds="0:5", metrics=["mig", "sap"] as a shell has them; None and False are left out."""
    words: List[str] = []
    for key, value in options.items():
        name = "--" + key.rstrip("_").replace("_", "-")
        if value is True:
            words.append(name)
        elif value is not None and value is not False:
            words += [name, ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)]
    return words


def _numbers(row: Dict[str, Any], keys: Iterable[str]) -> Dict[str, Any]:
    return {**row, **{key: float("nan") if row[key] in (None, "") else float(row[key]) for key in keys}}


def _table(arguments: List[str]) -> List[Dict[str, Any]]:
    answer = json.loads(_said(arguments[0], "--format", "json", *arguments[1:]))
    return list((answer[0] if isinstance(answer, list) else answer).get("rows", []))  # none: it holds no models


def _frame(rows: List[Dict[str, Any]]) -> Any:
    try:
        import pandas
    except ImportError as error:
        raise EnvironmentError_("data frames need pandas: pip install pandas") from error
    return pandas.DataFrame(list(rows))


class _Folder:
    """A temporary folder that goes with the last answer that needs it."""

    def __init__(self) -> None:
        self.name = tempfile.mkdtemp(prefix="assay-study-")
        weakref.finalize(self, shutil.rmtree, self.name, True)


class StudyRows(List[Dict[str, Any]]):
    """The scores of a store, a dict for each model, metric and output, and what compares them.

    In a notebook it is shown as the table of groups. `frame` is a pandas DataFrame; its columns are plain numbers and
    texts, as `wandb.Table(dataframe=...)`, `mlflow.log_table` and `SummaryWriter.add_scalar` take them.
    """

    db: str
    _kept: Any = None  # the folder of arrays that were in memory lives as long as their scores

    @property
    def frame(self) -> Any:
        return _frame(self)

    def compare(self, *names: str, metrics: Optional[str] = None, by: str = "group") -> "StudyRows":
        """Means, and differences of every pair: estimate, low, high, p_holm, effect, best, refused (a reason).

        Names of groups (by="file": of models); without names, of all. b is "" in the row of a mean.
        """
        rows = _table(["compare", "--db", self.db, *_words({"by": by, "metrics": metrics}), "--", *names])
        numbers = ("estimate", "low", "high", "p", "p_holm", "effect", "error", "freedom", "spread_a", "spread_b",
                   "next_low", "next_high", "chance_p")
        made = StudyRows(_numbers(row, numbers) for row in rows)
        made.db, made._kept = self.db, self._kept
        return made

    def best(self, metrics: Optional[str] = None) -> Dict[str, List[str]]:
        """For each output the groups indistinguishable from the best; none where all are alike, or at chance."""
        found: Dict[str, List[str]] = {}
        for row in self.compare(metrics=metrics):
            name = f"{row['metric']}@{row['preset']}" + (f" {row['output']}" if row["output"] != row["metric"] else "")
            members = found.setdefault(name.replace("@default", ""), [])
            if row["b"] == "" and row["best"] == "yes":
                members.append(row["a"])
        return found

    @property
    def doses(self) -> Dict[str, Dict[str, float]]:
        """What is wrong with each model: the amounts of known defects (noise, mixing, missing, duplicates, idle,
        curvature, dependence, and the share that these describe). `assay describe dose` says what they are."""
        found: Dict[str, Dict[str, float]] = {}
        for row in _table(["table", "--db", self.db, "--metrics", "dose"]):
            found.setdefault(row["model"], {})[row["output"]] = row["score"]
        return found

    def table(self, format: str = "table", **options: Any) -> str:
        """The table of groups as text, markdown, latex, html, ...; options are those of `assay table`: by="file"."""
        return _said("table", "--db", self.db, "--format", format, *_words(options))

    def to_latex(self, **options: Any) -> str:
        return self.table("latex", **options)

    def _repr_html_(self) -> str:
        return self.table("html")

    def agree(self, **options: Any) -> List[Dict[str, Any]]:
        """How far the metrics rank the models alike; options are those of `assay agree`: kind="spearman"."""
        return _table(["agree", "--db", self.db, *_words(options)])

    def plot(self, folder: PathLike, along: Optional[str] = None) -> List[str]:
        """Draws the figures of the models into a folder and gives their names."""
        _said("plot", "--db", self.db, "--out", os.fspath(folder), *_words({"along": along}))
        return sorted(os.path.join(os.fspath(folder), name) for name in os.listdir(folder) if name.endswith(".svg"))

    def report(self, folder: PathLike) -> str:
        """Writes the page with tables and figures, and gives its name."""
        _said("report", "--db", self.db, "--out", os.fspath(folder))
        return os.path.join(os.fspath(folder), "index.html")


def _rows(db: PathLike, kept: Any = None) -> StudyRows:
    """Every score of the studies in a store."""
    made = StudyRows()
    made.db, made._kept = os.fspath(db), kept
    for row in _table(["table", "--db", os.fspath(db)]):
        row = _numbers(row, ("score", "level", "low", "high", "chance_mean", "chance_point", "p", "corrected",
                             *(key for key in row if key.startswith("dose_"))))
        row["at_chance"] = {"yes": True, "no": False}.get(row["at_chance"])
        row["best"] = {"yes": True, "no": False}.get(row["best"])
        made.append(row)
    return made


def _entries(models: Mapping[str, Any]) -> Iterable[Tuple[str, str, Any, Any, Dict[str, Any]]]:
    """Group, name, factors, codes and columns of every model of a mapping."""
    for group, given in models.items():
        runs = given if isinstance(given, list) else [given]
        for place, run in enumerate(runs):
            name = f"{group}-{place}" if isinstance(given, list) else group
            if isinstance(run, Mapping):
                columns = {key: value for key, value in run.items() if key not in ("factors", "codes", "group")}
                yield run.get("group", group), name, run["factors"], run["codes"], columns
            elif isinstance(run, tuple) and len(run) == 2:
                yield group, name, run[0], run[1], {"seed": place} if isinstance(given, list) else {}
            else:
                raise UsageError(f"model '{name}': give (factors, codes), a list of such pairs, one for each training "
                                 "run, or a dict with factors, codes and columns of your own")


def _save(path: Path, factors: Any, codes: Any) -> None:
    """Plain arrays as they are; what has columns of its own, categories or texts, with the kinds that they say."""
    if all(isinstance(_arrays._plain(one, ""), np.ndarray) and not _arrays._is_frame(one) and
           _arrays._plain(one, "").dtype.kind in "fiubc" for one in (factors, codes)):
        np.savez(path, factors=_arrays._plain(factors, "factors"), codes=_arrays._plain(codes, "codes"))
        return
    f, c = _arrays.read_pair(factors, codes)
    kinds = np.array(["continuous" if held == "f" else "categorical" for held in f.held])
    np.savez(path, factors=f.values, codes=c.values, kinds=kinds)


def _write_models(models: Mapping[str, Any], folder: Path) -> Path:
    """One .npz a model, and the manifest that names them."""
    rows: List[Dict[str, Any]] = []
    for place, (group, name, factors, codes, columns) in enumerate(_entries(models)):
        _check_columns(columns)
        _save(folder / f"{place}.npz", factors, codes)
        rows.append({"path": f"{place}.npz", "group": group, "name": name, **columns})
    if not rows:
        raise UsageError("study: no model is given")
    keys = list(dict.fromkeys(key for row in rows for key in row))
    manifest = folder / "manifest.csv"
    lines = [_manifest_row(keys), *(_manifest_row(row.get(key) for key in keys) for row in rows)]
    manifest.write_text("".join(lines), encoding="utf-8")
    return manifest


def study(files: Union[PathLike, Iterable[PathLike], Mapping[str, Any], Any], db: Optional[PathLike] = None, *,
          metrics: Optional[str] = None, group: Optional[str] = None, kinds: Optional[str] = None,
          draws: Optional[int] = None, interval: float = 0.95, cluster: Any = None, jobs: Optional[int] = None,
          factors: Any = None, codes: Any = None, drop: Any = None, shuffle: Optional[int] = None, split: Any = None) -> StudyRows:
    """Scores models into the store `db` (study.db), as `assay study` does, and gives all of its scores.

        assay.study("models/")                                  # files, folders, manifests
        assay.study({"vae": (factors, codes), "tcvae": (factors, other)})
        assay.study({"vae": [(factors, run0), (factors, run1)], "tcvae": [...]}).compare("vae", "tcvae")
        assay.study(frame)                                      # a DataFrame with the columns of a manifest: path, ...

    Arrays in memory go to a store of their own, which lives as long as the answer, unless db= names one: then they are
    kept beside it in DB.models. A group is a method; the pairs of a list are its training runs.

    One row for each model, metric and output: group, model, path, score, the interval low .. high over drawn rows,
    chance_mean, chance_point and p of shuffled codes, at_chance, corrected, best, and the columns of manifests. What is
    in the store already is not computed again. cluster= is the cluster of each row (a subject, a video), split= 1 or
    "train" for rows that are learnt from, 0 or "test" for those scored: an array, a file or the name of a column.
    shuffle= is a seed by which rows are put in another order first. factors=, codes= and drop= name columns of tables of text:
    ["shape", "scale"], "z1..z8". Files that
    cannot be read are an AssayWarning, and the others are scored; an InputError where none can.
    """
    kept: Any = None
    in_memory = isinstance(files, Mapping)
    if in_memory and db is None:
        kept = _Folder()
        db = os.path.join(kept.name, "study.db")
    db = "study.db" if db is None else db
    if in_memory:
        folder = Path(f"{os.fspath(db)}.models")
        folder.mkdir(parents=True, exist_ok=True)
        words = [os.fspath(_write_models(cast(Mapping[str, Any], files), folder))]
    elif hasattr(files, "to_csv"):
        with tempfile.NamedTemporaryFile("w", suffix=".csv", dir=".", prefix=".assay-", delete=False,
                                         encoding="utf-8") as file:
            files.to_csv(file, index=False)
        try:
            return study(file.name, db, metrics=metrics, group=group, kinds=kinds, draws=draws, interval=interval,
                         cluster=cluster, jobs=jobs, shuffle=shuffle, split=split)
        finally:
            os.unlink(file.name)
    else:
        words = [os.fspath(word) for word in ([files] if isinstance(files, (str, os.PathLike)) else files)]
    options = {"metrics": metrics, "group": group, "kinds": kinds, "draws": draws, "jobs": jobs,
               "shuffle": shuffle, "factors": factors, "codes": codes, "drop": drop}
    arguments = ["study", "--db", os.fspath(db), "--interval", repr(float(interval)), *_words(options)]
    with tempfile.TemporaryDirectory(prefix="assay-") as folder_of_clusters:
        if cluster is not None and not isinstance(cluster, (str, os.PathLike)):
            numbers = np.unique(np.asarray(cluster), return_inverse=True)[1]
            cluster = os.path.join(folder_of_clusters, "cluster.npy")
            np.save(cluster, numbers)
        if split is not None and not isinstance(split, (str, os.PathLike)):
            numbers = _arrays.parted(split)
            split = os.path.join(folder_of_clusters, "split.npy")
            np.save(split, numbers)
        for name, value in ("cluster", cluster), ("split", split):
            if value is not None:
                arguments += [f"--{name}", os.fspath(value)]
        done = _run(arguments + ["--"] + words)
    lines = done.stderr.splitlines()
    unread = [line for line in lines if line.startswith("not scored: ")]
    scored = re.search(r"^([0-9]+) representations? in ", done.stderr, re.MULTILINE)
    if done.returncode == 3 and unread:
        if not (scored and int(scored.group(1))):
            raise InputError("\n".join(unread))
    elif done.returncode:
        _raise(done)
    said = [line for line in lines if line.startswith("warning: ") or line.startswith("note: ") and
            ("changed places" in line or "hold whole numbers only" in line)]
    for line in unread + said:
        warnings.warn(line[len("warning: "):] if line.startswith("warning: ") else line, AssayWarning, stacklevel=2)
    return _rows(db, kept)


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

    def add(self, name: str, factors: Any, codes: Any, group: str = "study",
            **columns: Any) -> List[Dict[str, Any]]:
        """Scores one model and gives its rows; the same name and group again replaces it."""
        _check_columns(columns)
        place = self.folder / _file_name(group)
        place.mkdir(parents=True, exist_ok=True)
        stem = _file_name(name)
        _save(place / f".{stem}.npz", factors, codes)
        os.replace(place / f".{stem}.npz", place / f"{stem}.npz")
        manifest = place / f".{stem}.csv"
        table = {"path": f"{stem}.npz", "group": group, "name": name, **columns}
        manifest.write_text(_manifest_row(table.keys()) + _manifest_row(table.values()), encoding="utf-8")
        try:
            rows = study(manifest, self.db, metrics=self.metrics, kinds=self.kinds, draws=self.draws, jobs=1)
        finally:
            manifest.unlink()
        path = os.fspath(place / f"{stem}.npz")
        path = path[2:] if path.startswith("./") else path
        return [row for row in rows if row["path"] == path]

    __call__ = add

    def scores(self) -> StudyRows:
        """All scores of the store, as `study` gives them."""
        return _rows(self.db)
