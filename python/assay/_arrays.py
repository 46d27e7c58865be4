"""Arrays on their way to the library: float64 columns, borrowed where they are that already, and each factor's kind.

Shapes   samples x factors (N, M) and samples x codes (N, d); one dimension is one column.
Kinds    those of `assay score --kinds`: auto takes integers and booleans (and pandas categories) as categorical, floats
         as continuous. The distinct values of a categorical factor become 0 .. K-1 in ascending order.
Borrows  a NumPy array of float64 whose columns are contiguous (Fortran order: order="F", or the .T of an M x N array),
         and whatever hands one out without a copy (a CPU tensor, a frame). Anything else is copied once. A categorical
         factor that does not hold 0 .. K-1 already is numbered in a copy.
"""
from __future__ import annotations

import ctypes
import difflib
import warnings
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._library import ABI, InputError, UsageError, c_rep

Kinds = Union[str, Sequence[str], None]

DID_YOU_MEAN = "did you mean"  # core/near_name.h
_ABSENT = ("absent:", "lacking:")  # the second is what it was called once
_WORDS = {"auto": 0.0, "continuous": 0.0, "categorical": 0.0, "ordinal": -1.0, "cyclic": 1.0}
_FOREIGN = {
    "c": ("complex numbers", "take the real part, the imaginary part or np.abs"),
    "O": ("Python objects", "numbers: a.astype(float); classes: np.unique(a.astype(str), return_inverse=True)[1]"),
    "U": ("text", "number the classes: np.unique(a, return_inverse=True)[1]"),
    "S": ("text", "number the classes: np.unique(a, return_inverse=True)[1]"),
    "M": ("dates", "convert them: a.astype('int64')"),
    "m": ("time spans", "convert them: a.astype('int64')"),
    "V": ("raw bytes or a structure", "give a plain array of numbers"),
}


class AssayWarning(UserWarning):
    """What limits the meaning of scores, in the words of the program's warnings; a factor whose kind looks wrong."""


class Table(NamedTuple):
    """One side of a representation."""

    values: np.ndarray  # (N, k) float64 in Fortran order
    held: Tuple[str, ...]  # (k,) what each column held, as NumPy's dtype.kind: 'f', 'i', 'u', 'b'
    names: Any = None  # (k,) char *, of the columns of a frame; None: they have none


def _plain(data: Any, what: str) -> np.ndarray:
    """Anything array-like as a NumPy array, without a copy where its owner allows."""
    if isinstance(data, np.ma.MaskedArray):
        if not np.ma.is_masked(data):
            return data.data
        raise InputError(f"{what}: is a masked array with masked values; fill them: a.astype(float).filled(np.nan) "
                         f"(absent factor values are NaN, with kinds='absent:auto')")
    if hasattr(data, "detach"):  # a tensor: out of the graph, to main memory
        tensor = data.detach().cpu()
        try:
            return np.asarray(tensor.numpy())
        except TypeError:  # a type that NumPy does not have: bfloat16
            return np.asarray(tensor.double().numpy())
    if hasattr(data, "to_numpy") and not isinstance(data, np.ndarray):
        return np.asarray(data.to_numpy())
    try:
        return np.asarray(data)
    except ValueError as error:
        raise InputError(f"{what}: is no array of numbers: {error}") from error


def _refuse_type(array: np.ndarray, what: str) -> InputError:
    held, remedy = _FOREIGN.get(array.dtype.kind, ("no numbers", "give a plain array of numbers"))
    return InputError(f"{what}: holds {held}, not real numbers (dtype '{array.dtype.str}'); {remedy}")


def _check_exact(array: np.ndarray, values: np.ndarray, what: str) -> None:
    """64-bit integers that float64 would round are refused: two classes could become one."""
    if array.dtype.kind not in "iu" or array.dtype.itemsize < 8:
        return
    beyond = np.argwhere((values >= 2.0**53) | (values <= -(2.0**53)))
    for row, column in beyond:
        if int(values[row, column]) != int(array[row, column]):
            raise InputError(
                f"{what}: row {row}, column {column} (counted from 0) holds an integer beyond 2^53 that float64 cannot "
                f"hold exactly (about {values[row, column]:.17g}); subtract an offset, or number the classes: "
                f"np.unique(a, return_inverse=True)[1]")


def _as_columns(array: np.ndarray, what: str) -> np.ndarray:
    """(N, k) float64 in Fortran order; the array itself where it is that."""
    if array.dtype.kind not in "fiub":
        raise _refuse_type(array, what)
    if array.ndim == 1:
        array = array.reshape(-1, 1)
    if array.ndim != 2:
        remedy = ": give a.reshape(len(a), -1)" if array.ndim else ""
        raise InputError(f"{what}: has {array.ndim} dimensions, shape {array.shape}; assay wants samples x "
                         f"columns{remedy}")
    if 0 in array.shape:
        raise InputError(f"{what}: is empty: shape {array.shape} has no {'columns' if array.shape[0] else 'rows'}")
    values = np.require(array, dtype=np.float64, requirements=["F", "ALIGNED"])
    _check_exact(array, values, what)
    return values


def _is_frame(data: Any) -> bool:
    return all(hasattr(data, name) for name in ("columns", "items", "to_numpy"))


def _series(column: Any, what: str) -> Tuple[np.ndarray, str]:
    """One column of a frame, (N, 1), and what it held."""
    dtype = getattr(column, "dtype", None)
    if getattr(dtype, "name", "") == "category":
        codes = np.asarray(column.cat.codes.to_numpy(), dtype=np.float64)  # -1 where there is no value
        return np.where(codes < 0, np.nan, codes).reshape(-1, 1), "i"
    kind = getattr(dtype, "kind", "")
    if not isinstance(dtype, np.dtype) and kind in ("i", "u", "b", "f"):  # Int64, boolean: may lack values
        return _as_columns(np.asarray(column.to_numpy(dtype="float64", na_value=np.nan)), what), kind
    array = _plain(column, what)
    if what.startswith("factors") and _is_text(array):
        return _classes(array, what), "i"
    return _as_columns(array, what), array.dtype.kind


class _Columns(dict):  # type: ignore[type-arg]
    """Some columns of a frame."""


def _split_frame(frame: Any, names: Sequence[str]) -> Tuple[_Columns, _Columns]:
    """The columns of these names, in their order, and all others."""
    columns = dict(frame.items())
    for name in names:
        if name not in columns:
            near = difflib.get_close_matches(name, map(str, columns), 1)
            raise InputError(f"no column '{name}'" + (f": {DID_YOU_MEAN} '{near[0]}'?" if near else "") +
                             f" ({', '.join(map(str, columns))})")
    return (_Columns((name, columns[name]) for name in names),
            _Columns((name, column) for name, column in columns.items() if name not in names))


def _is_text(array: np.ndarray) -> bool:
    """Text, or objects that are texts or missing."""
    if array.dtype.kind in "US":
        return True
    held = array.ravel().tolist() if array.dtype.kind == "O" else []
    missing = [one is None or type(one).__name__ == "NAType" or isinstance(one, float) and one != one for one in held]
    return not all(missing) and all(none or isinstance(one, str) for one, none in zip(held, missing))


def _classes(array: np.ndarray, what: str) -> np.ndarray:
    """One column of text as the places of its texts in alphabetical order; NaN where there is none."""
    texts = [one.decode() if isinstance(one, bytes) else one for one in array.ravel().tolist()]
    known = sorted({one for one in texts if isinstance(one, str)}, key=str.encode)
    if len(known) > 1000 or len(known) > 20 and 2 * len(known) >= len(texts):
        raise InputError(f"{what}: {len(known)} different texts in {len(texts)} rows: is it an id? Leave it out")
    place = {one: float(k) for k, one in enumerate(known)}
    return np.array([place[one] if isinstance(one, str) else np.nan for one in texts]).reshape(-1, 1)


def read_table(data: Any, what: str) -> Table:
    """Factors or codes as float64 columns. `what` names them in messages."""
    if isinstance(data, Table):
        return data
    labels = None
    if isinstance(data, _Columns) or _is_frame(data):
        known = [str(name) for name, _ in data.items()]
        if not all(name.isdigit() for name in known):
            labels = (ctypes.c_char_p * len(known))(*(name.encode(errors="replace") for name in known))
        columns = [(f"{what} '{name}'", column) for name, column in data.items()]
        if isinstance(data, _Columns) or columns and not all(getattr(c, "dtype", None) == np.float64 for _, c in columns):
            if not columns:
                raise InputError(f"{what}: no column is left")
            read = [_series(column, name) for name, column in columns]
            if len({len(values) for values, _ in read}) > 1:
                raise InputError(f"{what}: the columns differ in length")
            return Table(np.asfortranarray(np.hstack([values for values, _ in read])), tuple(h for _, h in read), labels)
    elif not isinstance(data, np.ndarray) and getattr(getattr(data, "dtype", None), "name", "") == "category":
        values, held = _series(data, what)
        return Table(values, (held,))
    array = _plain(data, what)
    if what == "factors" and array.ndim in (1, 2) and array.size and _is_text(array):
        sides = array.reshape(len(array), -1).T
        return Table(np.asfortranarray(np.hstack([_classes(one, f"factors, column {k}") for k, one in enumerate(sides)])),
                     ("i",) * len(sides))
    values = _as_columns(array, what)
    return Table(values, (array.dtype.kind,) * values.shape[1], labels)


def check_finite(values: np.ndarray, what: str, absent: bool = False) -> None:
    """The library's own check, in its words, for what it would take: absent factor values that nobody announced."""
    fine = np.isfinite(values)
    if absent:
        fine |= np.isnan(values)
    if fine.all():
        return
    column, row = np.argwhere(~fine.T)[0]
    value = values[row, column]
    remedy = "; if the value is absent say so: kinds='absent:auto'" if what == "factor" and np.isnan(value) else ""
    raise InputError(f"{what} {'v' if what == 'factor' else 'z'}{column + 1}, row {row}: "
                     f"{'not a number (NaN)' if np.isnan(value) else 'infinite'} (rows count from 0){remedy}")


def check_pair(factors: np.ndarray, codes: np.ndarray) -> None:
    if len(factors) != len(codes):
        raise InputError(f"{len(factors)} samples of factors and {len(codes)} of codes; both need one row for each "
                         f"sample, in the same order")


def check_upright(factors: np.ndarray, codes: np.ndarray) -> None:
    """More factors than samples, or as many codes as the factors have samples: transposed, as the program says too."""
    (n, n_factors), (rows, columns) = factors.shape, codes.shape
    if n == rows == 1 < n_factors:
        raise InputError("1 row of factors and of codes: a score is of many samples, one row each")
    if n < n_factors:
        what, values = "factors", factors
    elif n != rows and n == columns:
        what, values = "codes", codes
    else:
        return
    raise InputError(f"{values.shape[0]} rows and {values.shape[1]} columns of {what}: is the array transposed? assay "
                     f"wants samples x {what}; give its transpose, a.T")


def _period(word: str) -> Optional[float]:
    """What assay_rep.period has for a kind: that of cyclic:P, -1 of ordinal, 1 of cyclic; None: it is no kind."""
    if not word.startswith("cyclic:"):
        return _WORDS.get(word)
    number, pi = (word[7:-2], np.pi) if word.endswith("pi") else (word[7:], 1.0)
    try:
        period = (float(number) if number or pi == 1.0 else 1.0) * pi
    except ValueError:
        return None
    return period if 0 < period < np.inf else None


def parse_kinds(kinds: Kinds, held: Sequence[str]) -> Tuple[np.ndarray, np.ndarray, bool, np.ndarray]:
    """Which factors are categorical, which of them auto decided on, whether NaN is an absent value, and periods."""
    shown = "auto" if kinds is None else kinds if isinstance(kinds, str) else ",".join(map(str, kinds))
    absent = shown.startswith(_ABSENT)
    words = (shown.split(":", 1)[1] if absent else shown).split(",")
    for word in words:
        if _period(word) is None:
            raise UsageError(f"kinds '{shown}': '{word}' is no kind; auto, continuous, categorical, ordinal, cyclic:P "
                             f"(numbers of period P > 0, as 360 or 2pi) or cyclic (classes), for all factors or one for "
                             f"each")
    if len(words) not in (1, len(held)):
        raise UsageError(f"kinds '{shown}': {len(words)} kinds for {len(held)} factors; give one for all, or one for "
                         f"each")
    if len(words) == 1:
        words = words * len(held)
    auto = np.array([word == "auto" for word in words])
    whole = np.array([kind != "f" for kind in held])
    classes = np.array([word in ("categorical", "ordinal", "cyclic") for word in words])
    return np.where(auto, whole, classes), auto, absent, np.array([_period(word) for word in words], dtype=np.float64)


def classes_of(column: np.ndarray) -> np.ndarray:
    """The distinct values of a factor, ascending, without the absent ones."""
    found = np.unique(column)
    return found[~np.isnan(found)]


def _label(column: np.ndarray, classes: np.ndarray) -> Optional[np.ndarray]:
    """Each value's place among the classes; None where that is the value itself."""
    if len(classes) and np.array_equal(classes, np.arange(len(classes))):
        return None
    labels = np.searchsorted(classes, column).astype(np.float64)
    return np.where(np.isnan(column), np.nan, labels)


def label(values: np.ndarray, classes: Sequence[Optional[np.ndarray]]) -> Tuple[np.ndarray, np.ndarray]:
    """Factors with their classes numbered, and the levels. classes: None for a continuous factor. Copies if it must."""
    levels = np.zeros(values.shape[1], dtype=np.int32)
    to = values
    for i, known in enumerate(classes):
        if known is None:
            continue
        levels[i] = max(len(known), 1)
        labels = _label(values[:, i], known)
        if labels is not None:
            to = values.copy(order="F") if to is values else to
            to[:, i] = labels
    return to, levels


def _whole(values: np.ndarray) -> np.ndarray:
    """Which columns hold whole numbers only, or NaN."""
    head = values[:64]
    whole = ((head == np.floor(head)) | np.isnan(head)).all(0)  # settles it for most
    for i in np.flatnonzero(whole):
        whole[i] = np.array_equal(values[:, i], np.floor(values[:, i]), equal_nan=True)
    return whole


def warn_swapped(factors: Table, codes: np.ndarray, depth: int) -> None:
    """Classes in every column of the codes and in none of the factors, as the program says too."""
    if any(held != "f" for held in factors.held) or _whole(factors.values).any():
        return
    if _whole(codes).all() and (codes != codes[0]).any():
        warnings.warn("the codes are whole numbers and the factors are not: have the two changed places?", AssayWarning,
                      stacklevel=depth)


def _listed(which: np.ndarray) -> str:
    named = [f"v{i + 1}" for i in np.flatnonzero(which)]
    return ", ".join(named[:10]) + (f" and {len(named) - 10} more" if len(named) > 10 else "")


def warn_kinds(values: np.ndarray, categorical: np.ndarray, auto: np.ndarray, depth: int) -> None:
    """What the program's note would say of kinds that look wrong. depth: how many calls up the user's line is."""
    whole = auto & ~categorical
    if whole.any():
        whole &= _whole(values)
    if whole.any():
        warnings.warn(f"floats that hold whole numbers only: {_listed(whole)} (kind categorical would take them as "
                      f"classes)", AssayWarning, stacklevel=depth)


def _index(data: Any) -> Optional[List[Any]]:
    """The names of a frame's or a column's rows; None: it is no frame."""
    index = getattr(data, "index", None)
    return None if index is None or callable(index) or isinstance(data, Table) else list(index)


def read_pair(factors: Any, codes: Any) -> Tuple[Table, Table]:
    """Both sides. Rows of two frames belong together by their names, not their places."""
    if _is_frame(codes) and (isinstance(factors, str) or
                             isinstance(factors, (list, tuple)) and all(isinstance(one, str) for one in factors)):
        factors, codes = _split_frame(codes, [factors] if isinstance(factors, str) else list(factors))
    f, c = read_table(factors, "factors"), read_table(codes, "codes")
    names, others = _index(factors), _index(codes)
    if names is None or others is None or names == others:
        return f, c
    place = {name: row for row, name in enumerate(others)}
    if len(place) < len(others) or len(set(names)) < len(names) or set(names) != set(place):
        raise InputError("factors and codes are data frames whose indexes name other rows; give both the same index, "
                         "or arrays, whose rows go by their places: factors.to_numpy(), codes.to_numpy()")
    return f, Table(np.asfortranarray(c.values[[place[name] for name in names]]), c.held, c.names)


# ------------------------------------------------------------------------------------- for the library's eyes --


class Prepared(NamedTuple):
    """A representation as the library takes it. All arrays Fortran-ordered float64; they must outlive the call."""

    factors: np.ndarray  # (N, M)
    codes: np.ndarray  # (N, d)
    levels: np.ndarray  # (M,) int32; 0: continuous
    truth: Tuple[float, float, float] = (np.nan, np.nan, np.nan)
    period: Optional[np.ndarray] = None  # (M,) float64, as in assay_rep; None: all 0
    names: Tuple[Any, Any] = (None, None)  # of the factors and of the codes, as Table.names
    learns: Optional[np.ndarray] = None  # (N,) uint8, as in assay_rep

    def view(self) -> c_rep:
        return c_rep(abi=ABI, n=self.factors.shape[0], n_factors=self.factors.shape[1], n_codes=self.codes.shape[1],
                     factors=self.factors.ctypes.data, codes=self.codes.ctypes.data, levels=self.levels.ctypes.data,
                     truth=(ctypes.c_double * 3)(*self.truth), absent=None,
                     period=None if self.period is None else self.period.ctypes.data,
                     factor_names=self.names[0] and ctypes.addressof(self.names[0]),
                     code_names=self.names[1] and ctypes.addressof(self.names[1]),
                     learns=None if self.learns is None else self.learns.ctypes.data)


def prepare(factors: Any, codes: Any, kinds: Kinds) -> Prepared:
    """The user's own arrays, checked and with their kinds, ready for the library."""
    f, c = read_pair(factors, codes)
    check_upright(f.values, c.values)
    check_pair(f.values, c.values)
    categorical, auto, absent, period = parse_kinds(kinds, f.held)
    if categorical.any() or not absent and np.isnan(f.values.min()):  # what else is not finite the library refuses
        check_finite(f.values, "factor", absent)
    classes: List[Optional[np.ndarray]] = [classes_of(f.values[:, i]) if is_categorical else None
                                           for i, is_categorical in enumerate(categorical)]
    values, levels = label(f.values, classes)
    warn_kinds(f.values, categorical, auto, 5)
    if auto.all():
        warn_swapped(f, c.values, 5)
    return Prepared(values, c.values, levels, period=period, names=(f.names, c.names))


def parted(split: Any, rows: Optional[int] = None) -> np.ndarray:
    """1 for rows that are learnt from, 0 for those scored."""
    words = [{"train": 1, "test": 0}.get(one, one) for one in np.asarray(split).ravel().tolist()]
    if len(words) != (len(words) if rows is None else rows) or not all(one in (0, 1) for one in words):
        raise InputError(f"split: one of 1 (or 'train') and 0 (or 'test') for each of the {rows or len(words)} rows")
    return np.array(words, dtype=np.uint8)
