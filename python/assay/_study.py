"""Studies: your models, scored into a store with intervals and chance levels, by the program `assay`."""
from __future__ import annotations

import codecs
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
import weakref
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union

import numpy as np

from . import _arrays
from ._arrays import AssayWarning
from ._program import program
from ._library import EnvironmentError_, InputError, InternalError, InterruptedError_, UsageError

if TYPE_CHECKING:
    from ._store import Answer

PathLike = Union[str, "os.PathLike[str]"]
_ERRORS = {2: UsageError, 3: InputError, 4: EnvironmentError_, 5: InternalError, 130: InterruptedError_}


def _lively() -> bool:
    """Whether a line can be replaced by the next: on a terminal, in a notebook."""
    return sys.stderr.isatty() or "ipykernel" in sys.modules


def _listen(stream: IO[bytes], shows: Callable[[str], bool]) -> str:
    """Prints what a program says as it comes, its progress on one line that is replaced; gives the lines that stay."""
    said, rest, drawn, text_of = "", "", 0, codecs.getincrementaldecoder("utf-8")("replace")
    for piece in iter(lambda: os.read(stream.fileno(), 65536), b""):
        *done, rest = re.split("(\r\033\\[K|\n)", rest + text_of.decode(piece))
        for text, end in zip(done[::2], done[1::2]):
            if end == "\n":
                said += text + end
            if (text or end == "\n") and (end != "\n" or shows(text)):
                sys.stderr.write(("\r" + " " * drawn + "\r" if drawn else "") + text + end.replace("\r\033[K", ""))
                sys.stderr.flush()
                drawn = 0 if end == "\n" else len(text)
    sys.stderr.write("\r" + " " * drawn + "\r" if drawn else "")
    return said + rest


def _run(arguments: List[str], shows: Optional[Callable[[str], bool]] = None) -> "subprocess.CompletedProcess[str]":
    """Runs the program; shows: which of its lines are printed as they come. None: none, and no progress."""
    wanted = "none" if shows is None else "line" if _lively() else ""
    with tempfile.TemporaryFile() as out, subprocess.Popen(
            [program(), *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE,
            env={**os.environ, "ASSAY_PROGRESS": wanted}) as running:
        assert running.stderr
        try:
            said = _listen(running.stderr, shows) if shows else running.stderr.read().decode(errors="replace")
            status = running.wait()
        except BaseException:
            running.terminate()  # it keeps what is finished
            raise
        out.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read().decode(errors="replace"), said)


def _raise(done: "subprocess.CompletedProcess[str]") -> None:
    lines = [line for line in done.stderr.splitlines() if line.startswith("assay: ")]
    text = lines[-1][len("assay: "):] if lines else done.stderr.strip() or f"exit status {done.returncode}"
    raise _ERRORS.get(done.returncode, InternalError)(text)


def _warn(lines: Iterable[str]) -> None:
    """What the program warns of is a warning at the line of whoever called the package."""
    depth, frame = 1, sys._getframe()
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith("assay."):
        depth, frame = depth + 1, frame.f_back
    for line in lines:
        if re.match("(warning|not scored|passed over): |note: (?!the same of)|[0-9]+ cells failed", line) and not re.search(
                "of the notes above|taken as(?!.*(changed places|hold whole numbers only|line counts))", line):
            warnings.warn(line[len("warning: "):] if line.startswith("warning: ") else line, AssayWarning, depth)


def _said(*command: str) -> str:
    done = _run(list(command))
    if done.returncode not in (0, 1):  # 1: a check failed, which the answer says
        _raise(done)
    _warn(done.stderr.splitlines())
    return done.stdout


def _words(options: Dict[str, Any]) -> List[str]:
    """keep_missing=True, seeds="0:5", metrics=["mig", "sap"] as a shell has them; None and False are left out."""
    words: List[str] = []
    for key, value in options.items():
        name = "--" + key.rstrip("_").replace("_", "-")
        if value is True:
            words.append(name)
        elif value is not None and value is not False:
            named = key in ("factors", "codes", "drop")  # of columns, which may have commas in them
            words += [name, ",".join('"%s"' % word.replace('"', '""') if named and "," in word else word
                                     for word in map(str, value)) if isinstance(value, (list, tuple)) else str(value)]
    return words


_TEXTS = {"group", "model", "path", "hash", "metric", "preset", "output", "undefined", "drawn", "data", "data_set", "a",
          "b", "refused", "items_found"}
_NUMBERS = {"items", "items_above_chance"}
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?")


def _typed(rows: List[Dict[str, Any]]) -> None:
    """Columns that hold numbers alone get int, float, and NaN for what is undefined or not given."""
    for key in dict.fromkeys(key for row in rows for key in row):
        given = [row[key] for row in rows if row.get(key, "") not in (None, "")]
        if key in _TEXTS or not all(isinstance(x, (int, float)) and not isinstance(x, bool) or
                                    isinstance(x, str) and _NUMBER.fullmatch(x) for x in given):
            continue
        for row in rows:
            x = row.get(key, "")
            if x is None or x == "" and (given or key in _NUMBERS):
                row[key] = float("nan")
            elif isinstance(x, str) and x:
                row[key] = int(x) if x.lstrip("-").isdigit() else float(x)


def _table(arguments: List[str]) -> List[Dict[str, Any]]:
    if {"--format", "--output"} & set(arguments):
        raise UsageError("format= and output= are of a text: compare(...).table('latex'), to_latex()")
    answer = json.loads(_said(arguments[0], "--format", "json", *arguments[1:]))
    rows = list((answer[0] if isinstance(answer, list) else answer).get("rows", []))  # none: it holds no models
    _typed(rows)
    return rows


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

    It is shown as the table of groups. `frame` is a pandas DataFrame; its columns are plain numbers and
    texts, as `wandb.Table(dataframe=...)`, `mlflow.log_table` and `SummaryWriter.add_scalar` take them.
    """

    db: str
    _kept: Any = None  # the folder of arrays that were in memory lives as long as their scores

    @property
    def frame(self) -> Any:
        return _frame(self)

    def compare(self, *names: str, metrics: Optional[str] = None, by: str = "group", along: Optional[str] = None,
                **options: Any) -> "Comparison":
        """Who is above whom, by how much, how certain: shown as `assay compare` prints it, at each value of a column
        where `along` names one. Options are the command's: at="order=1", all=True.

        The rows are means, and differences of every pair: estimate, low, high, p_holm, effect, best, refused (a
        reason), each (the value of `along`). Names of groups (by="file": of models); without names, of all. b is ""
        in the row of a mean.
        """
        command = ["compare", "--db", self.db, *_words({"by": by, "metrics": metrics, "each": along, **options})]
        made = Comparison(_table([*command, "--", *names]))
        made.db, made._kept, made._command = self.db, self._kept, command + ["--", *names]
        return made

    def judge(self, *words: str, db: Optional[PathLike] = None, **options: Any) -> "Answer":
        """Which properties the metrics of the study have, as `assay judge` says. db: a store of scenarios."""
        return self._asked("judge", words, db, {"metrics": self._metrics(), **options})

    def advise(self, *words: str, db: Optional[PathLike] = None, **options: Any) -> "Answer":
        """Which metric to report, as `assay advise` says. db: a store of the plan `bank`, of which pairs count that are
        like the first model of the study, unless options say otherwise: like=None."""
        path = next((row["path"] for row in self if os.path.exists(row["path"])), None)
        return self._asked("advise", words, db, {"like": path, **options})

    def _metrics(self) -> str:
        return ",".join(dict.fromkeys(row["metric"] for row in self if row["metric"] != "dose"))

    def _asked(self, command: str, words: Tuple[str, ...], db: Optional[PathLike], options: Dict[str, Any]) -> "Answer":
        from ._store import Store
        made: "Answer" = getattr(Store(db or self.db), command)(*words, **options)
        made._kept = self._kept
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

    def __repr__(self) -> str:
        return self.table(metrics=self._metrics() or None) if hasattr(self, "db") else super().__repr__()

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


class Comparison(StudyRows):
    """What `StudyRows.compare` gives: the rows behind what `assay compare` prints, which is how it is shown."""

    _command: List[str]

    def table(self, format: str = "table", **options: Any) -> str:
        return _said(self._command[0], "--format", format, *_words(options), *self._command[1:])


def _rows(db: PathLike, kept: Any = None) -> StudyRows:
    """Every score of the studies in a store."""
    made = StudyRows(_table(["table", "--db", os.fspath(db)]))
    made.db, made._kept = os.fspath(db), kept
    for row in made:
        row["at_chance"] = {"yes": True, "no": False}.get(row["at_chance"])
        row["best"] = {"yes": True, "no": False}.get(row["best"])
    return made


def _entry(name: str, group: str, run: Any, factors: Any) -> Tuple[str, Any, Any, Dict[str, Any]]:
    """Group, factors, codes and columns of a model."""
    if isinstance(run, Mapping) and "codes" in run and run.get("factors", factors) is not None:
        columns = {key: value for key, value in run.items() if key not in ("factors", "codes", "group")}
        return run.get("group", group), run.get("factors", factors), run["codes"], columns
    if isinstance(run, tuple) and len(run) == 2:
        return group, run[0], run[1], {}
    if factors is not None and not isinstance(run, (Mapping, tuple)):
        return group, factors, run, {}
    raise UsageError(f"model '{name}': give (factors, codes), a list of such pairs, one for each training run, or a dict "
                     "with factors, codes and columns of your own; with factors= the codes alone")


def _save(path: Path, factors: Any, codes: Any) -> None:
    """Plain arrays as they are; what has rows or columns of its own, categories or texts, with the kinds they say."""
    plain = [_arrays._plain(one, what) for one, what in ((factors, "factors"), (codes, "codes"))
             if not _arrays._is_frame(one) and _arrays._index(one) is None]
    if len(plain) == 2 and all(one.dtype.kind in "fiubc" and one.ndim for one in plain):
        _arrays.check_pair(*plain)
        np.savez(path, factors=plain[0], codes=plain[1])
        return
    f, c = _arrays.read_pair(factors, codes)
    _arrays.check_pair(f.values, c.values)
    kinds = np.array(["continuous" if held == "f" else "categorical" for held in f.held])
    np.savez(path, factors=f.values, codes=c.values, kinds=kinds)


def _write_models(models: Mapping[str, Any], factors: Any, folder: Path) -> Tuple[Path, Dict[str, str], List[str]]:
    """One .npz a model, and the manifest that names them; the models by their files; what is wrong with others."""
    rows: List[Dict[str, Any]] = []
    names: Dict[str, str] = {}
    broken: List[str] = []
    for group, given in models.items():
        for place, run in enumerate(given if isinstance(given, list) else [given]):
            name, seed = (f"{group}-{place}", {"seed": place}) if isinstance(given, list) else (group, {})
            path = folder / f"{len(names)}.npz"
            try:
                of, own, codes, columns = _entry(name, group, run, factors)
                _check_columns(of, columns)
                _save(path, own, codes)
            except (InputError, UsageError) as error:
                said = str(error)
                broken.append("not scored: " + (said if said.startswith("model ") else f"model {name!r}: {said}"))
                problem = error
                continue
            names[os.fspath(path)] = name
            rows.append({"path": path.name, "group": of, "name": name, **seed, **columns})
    if not rows:
        raise type(problem)("\n".join(broken)) if broken else UsageError("study: no model is given")
    keys = list(dict.fromkeys(key for row in rows for key in row))
    manifest = folder / "manifest.csv"
    lines = [_manifest_row(keys), *(_manifest_row(row.get(key) for key in keys) for row in rows)]
    manifest.write_text("".join(lines), encoding="utf-8")
    return manifest, names, broken


def study(files: Union[PathLike, Iterable[PathLike], Mapping[str, Any], Any], db: Optional[PathLike] = None, *,
          metrics: Optional[str] = None, group: Optional[str] = None, kinds: Optional[str] = None,
          draws: Optional[int] = None, interval: float = 0.95, cluster: Any = None, jobs: Optional[int] = None,
          factors: Any = None, codes: Any = None, drop: Any = None, shuffle: Optional[int] = None, split: Any = None,
          progress: Optional[bool] = None) -> StudyRows:
    """Scores models into the store `db` (study.db), as `assay study` does, and gives all of its scores.

        assay.study("models/")                                  # files, folders, manifests
        assay.study({"vae": (factors, codes), "tcvae": (factors, other)})
        assay.study({"vae": [run0, run1], "tcvae": [...]}, factors=factors).compare("vae", "tcvae")
        assay.study(frame)                                      # a DataFrame with the columns of a manifest: path, ...

    Arrays in memory go to a store of their own, which lives as long as the answer, unless db= names one: then they are
    kept beside it in DB.models. A group is a method; the pairs of a list are its training runs.

    One row for each model, metric and output: group, model, path, score, the interval low .. high over drawn rows,
    chance_mean, chance_point and p of shuffled codes, at_chance, corrected, best, and the columns of manifests. What is
    in the store already is not computed again. cluster= is the cluster of each row (a subject, a video), split= 1 or
    "train" for rows that are learnt from, 0 or "test" for those scored: an array, a file or the name of a column.
    shuffle= is a seed by which rows are put in another order first. factors=, codes= and drop= name columns of tables
    of text: ["shape", "scale"], "z1..z8"; of models in memory factors= is those of all that have none. What cannot be
    read is an AssayWarning, as is what the program warns of, and the others are scored; an InputError where none can.
    progress: a line that is replaced, then who is ahead, on standard error; without it, on terminals and in notebooks.
    """
    kept: Any = None
    names: Dict[str, str] = {}
    broken: List[str] = []
    if isinstance(files, Mapping):
        if db is None:
            kept = _Folder()
            db = os.path.join(kept.name, "study.db")
        folder = Path(f"{os.fspath(db)}.models")
        folder.mkdir(parents=True, exist_ok=True)
        manifest, names, broken = _write_models(files, factors, folder)
        words, factors = [os.fspath(manifest)], None
    elif hasattr(files, "to_csv"):
        with tempfile.NamedTemporaryFile("w", suffix=".csv", dir=".", prefix=".assay-", delete=False,
                                         encoding="utf-8") as file:
            files.to_csv(file, index=False)
        try:
            return study(file.name, db, metrics=metrics, group=group, kinds=kinds, draws=draws, interval=interval,
                         cluster=cluster, jobs=jobs, factors=factors, codes=codes, drop=drop, shuffle=shuffle,
                         split=split, progress=progress)
        finally:
            os.unlink(file.name)
    else:
        words = [os.fspath(word) for word in ([files] if isinstance(files, (str, os.PathLike)) else files)]
    db = "study.db" if db is None else db
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
        shown = _lively() if progress is None else progress
        done = _run(arguments + ["--"] + words, _is_digest if shown else None)
    lines = done.stderr.splitlines()
    for path, name in names.items():
        lines = [line.replace(path, f"model '{name}'").replace(f"clusters: {cluster} have", "clusters have")
                 for line in lines]
    done.stderr = "\n".join(lines)
    unread = [line for line in lines if line.startswith("not scored: ")]
    scored = re.search(r"^([0-9]+) representations? in ", done.stderr, re.MULTILINE)
    if done.returncode and not (done.returncode == 3 and unread and scored and int(scored.group(1))):
        if unread and not re.search("^assay: ", done.stderr, re.MULTILINE):
            raise InputError("\n".join(broken + unread))
        _raise(done)
    _warn(broken + lines)
    return _rows(db, kept)


def _is_digest(line: str) -> bool:
    return re.match("scored: |ahead for|not compared: |indistinguishable at the top: |at chance: |next: ", line) is not None


def _file_name(text: str) -> str:
    """A name that any file system has, of its own for each text: what is replaced is named by a sum of the text."""
    plain = re.sub(r"[^\w.+=-]", "_", text)
    return plain if plain == text and text else f"{plain}-{hashlib.sha1(text.encode()).hexdigest()[:8]}"


def _manifest_row(values: Iterable[Any]) -> str:
    return ",".join('"' + ("" if value is None else str(value)).replace('"', '""') + '"' for value in values) + "\n"


_UNPRINTED = re.compile(r"[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def _check_columns(group: Any, columns: Dict[str, Any]) -> None:
    """What a manifest takes: lines of text, and a group that has a name."""
    if "path" in columns:
        raise UsageError("column 'path': the path of a model's file is called so; call the column otherwise")
    if group is None or group == "":
        raise UsageError(f"group {group!r}: a group has a name, which is not empty")
    for what, value in (("group", group), *((f"column '{name}':", value) for name, value in columns.items())):
        if _UNPRINTED.search(what + str(value)) or len(str(value).encode()) > 4096:
            raise UsageError(f"{what} {value!r} is not one line of UTF-8 of at most 4096 bytes")


class Study:
    """A store that a training loop adds models to.

        models = assay.Study("study.db", metrics="mig,dci-lasso")
        for epoch in range(100):
            ...
            models.add(f"epoch-{epoch}", factors, codes, group=f"beta {beta}", order=epoch)
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
        _check_columns(group, {"name": name, **columns})
        place = self.folder / _file_name(group)
        place.mkdir(parents=True, exist_ok=True)
        stem = _file_name(name)
        _save(place / f".{stem}.npz", factors, codes)
        os.replace(place / f".{stem}.npz", place / f"{stem}.npz")
        manifest = place / f".{stem}.csv"
        table = {"path": f"{stem}.npz", "group": group, "name": name, **columns}
        manifest.write_text(_manifest_row(table.keys()) + _manifest_row(table.values()), encoding="utf-8")
        try:
            rows = study(manifest, self.db, metrics=self.metrics, kinds=self.kinds, draws=self.draws, jobs=1,
                         progress=False)
        finally:
            manifest.unlink()
        path = os.fspath(place / f"{stem}.npz")
        path = path[2:] if path.startswith("./") else path
        return [row for row in rows if row["path"] == path]

    __call__ = add

    def scores(self) -> StudyRows:
        """All scores of the store, as `study` gives them."""
        return _rows(self.db)
