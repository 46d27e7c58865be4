"""The library as ctypes sees it: the structures of include/assay.h, the functions, and what their statuses become.

libassay-bench.so scores with metrics from outside, too, in processes of their own; libassay.so, which is enough for all
else, refuses them.

The library is looked for when it is first needed, not when the package is imported, so that descriptions and types can
be read without it. ctypes lets go of the interpreter's lock during every call: other threads run on while one scores.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
import threading
from ctypes import POINTER, byref, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence

ABI = 7


class Error(Exception):
    """What went wrong, in the library's own sentence: what, where, and what to do about it."""


class UsageError(Error, ValueError):
    """Something was asked for that does not exist or is out of range: an unknown metric, bins=0."""


class InputError(Error, ValueError):
    """The data cannot be used as they are: a NaN among the codes, factors and codes of different length."""


class EnvironmentError_(Error, OSError):
    """A part of the environment is missing or refuses."""


class LibraryNotFound(EnvironmentError_):
    """libassay.so is nowhere, or what was found is another version; the message says where it was looked for."""


class InternalError(Error, RuntimeError):
    """A defect of assay itself."""


class OutOfMemoryError(Error, MemoryError):
    """Memory ran out; nothing is left half done."""


class InterruptedError_(Error, InterruptedError):
    """Stopped by a signal; everything finished so far is kept."""


_ERRORS = {2: UsageError, 3: InputError, 4: EnvironmentError_, 5: InternalError, 6: OutOfMemoryError,
           7: InterruptedError_}


# In the order of include/assay.h, member by member; a name is the header's without its "assay_".


class c_error(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * 1024)]


class c_sparse(ctypes.Structure):
    _fields_ = [("start", c_void_p), ("row", c_void_p), ("value", c_void_p)]


class c_rep(ctypes.Structure):
    _fields_ = [("abi", c_uint32), ("n", c_size_t), ("n_factors", c_size_t), ("n_codes", c_size_t),
                ("factors", c_void_p), ("codes", c_void_p), ("levels", c_void_p), ("truth", c_double * 3),
                ("absent", c_void_p), ("dims", c_size_t), ("directions", c_void_p), ("true_directions", c_void_p),
                ("activations", c_void_p), ("sparse_factors", c_sparse), ("sparse_codes", c_sparse), ("period", c_void_p),
                ("factor_names", c_void_p), ("code_names", c_void_p), ("learns", c_void_p),
                ("reconstruction", c_void_p)]


class c_data(ctypes.Structure):
    _fields_ = [("n", c_size_t), ("n_factors", c_size_t), ("n_codes", c_size_t), ("factors", c_void_p),
                ("codes", c_void_p), ("levels", c_void_p), ("truth", c_double * 3), ("dims", c_size_t),
                ("directions", c_void_p), ("true_directions", c_void_p), ("activations", c_void_p),
                ("sparse_factors", c_sparse), ("sparse_codes", c_sparse), ("keeps_sparse", c_int32), ("period", c_void_p),
                ("factor_names", c_void_p), ("code_names", c_void_p), ("learns", c_void_p),
                ("reconstruction", c_void_p)]


class c_option(ctypes.Structure):
    _fields_ = [("id", c_char_p), ("text", c_char_p), ("standard", c_double), ("low", c_double), ("high", c_double),
                ("flags", c_int32), ("words", POINTER(c_char_p))]


class c_relation(ctypes.Structure):
    _fields_ = [("n_factors", c_size_t), ("n_codes", c_size_t), ("value", POINTER(c_double)),
                ("factor_total", POINTER(c_double)), ("code_total", POINTER(c_double)), ("quality", POINTER(c_double)),
                ("code_total_for", POINTER(c_double))]


class c_output(ctypes.Structure):
    _fields_ = [("id", c_char_p), ("axis", c_int32), ("measures", c_uint32), ("low", c_double), ("high", c_double)]


class c_preset(ctypes.Structure):
    _fields_ = [("id", c_char_p), ("source", c_char_p), ("options", c_char_p), ("defects", c_char_p)]


class c_metric(ctypes.Structure):
    _fields_ = [("abi", c_uint32), ("flags", c_uint32), ("id", c_char_p), ("title", c_char_p), ("family", c_char_p),
                ("formula", c_char_p), ("source", c_char_p), ("outputs", POINTER(c_output)), ("n_outputs", c_size_t),
                ("options", POINTER(c_option)), ("n_options", c_size_t), ("presets", POINTER(c_preset)),
                ("n_presets", c_size_t), ("score", c_void_p), ("relation", c_char_p), ("cost", c_void_p),
                ("solver", c_void_p)]


class c_sweep(ctypes.Structure):
    _fields_ = [("symbol", c_char_p), ("at", POINTER(c_double)), ("n_at", c_size_t)]


class c_truth(ctypes.Structure):
    _fields_ = [("kind", c_int32), ("value", c_double)]


class c_probe(ctypes.Structure):
    _fields_ = [("parameters", c_char_p), ("samples", c_size_t)]


class c_scenario(ctypes.Structure):
    _fields_ = [("abi", c_uint32), ("id", c_char_p), ("title", c_char_p), ("formula", c_char_p), ("draws", c_char_p),
                ("truth_text", c_char_p), ("source", c_char_p), ("parameters", POINTER(c_option)),
                ("sweeps", POINTER(c_sweep)), ("n_parameters", c_size_t), ("samples", c_size_t), ("seeds", c_size_t),
                ("build", c_void_p), ("truth", ctypes.CFUNCTYPE(None, POINTER(c_double), POINTER(c_truth))),
                ("order_within", c_uint32), ("order_along_one", c_int32), ("probes", POINTER(c_probe)),
                ("n_probes", c_size_t), ("build_seeded", c_void_p), ("codes", c_void_p), ("truth_on", c_void_p),
                ("refuse", c_void_p), ("own_factors", c_char_p), ("order_within_on", c_uint32),
                ("uniform", c_size_t), ("is_bank", c_int32), ("truth_seeded", c_void_p),
                ("is_asked_for", c_int32), ("read_text", c_void_p),
                ("check", ctypes.CFUNCTYPE(c_int32, POINTER(c_double), POINTER(c_size_t), POINTER(c_error))),
                ("recipe", c_char_p), ("has_directions", c_int32)]


class c_profile(ctypes.Structure):
    """The beginning of it: what names a factor profile."""
    _fields_ = [("abi", c_uint32), ("id", c_char_p)]


class c_reason(ctypes.Structure):
    _fields_ = [("word", c_char_p), ("text", c_char_p), ("axis", c_int32), ("index", c_size_t)]


class c_item(ctypes.Structure):
    _fields_ = [("value", c_double), ("undefined", c_char_p), ("reason", POINTER(c_reason))]


class c_score(ctypes.Structure):
    _fields_ = [("metric", c_char_p), ("preset", c_char_p), ("output", c_char_p), ("axis", c_int32),
                ("overall", c_item), ("n_items", c_size_t), ("items", POINTER(c_item)), ("n_undefined", c_size_t),
                ("seconds", c_double), ("status", c_int32), ("low", c_double), ("high", c_double),
                ("n_outside", c_size_t)]


class c_scores(ctypes.Structure):
    _fields_ = [("at", POINTER(c_score)), ("count", c_size_t), ("owner", c_void_p)]


class c_matrix(ctypes.Structure):
    _fields_ = [("relation", c_relation), ("owner", c_void_p), ("factor_blocks", c_void_p), ("code_blocks", c_void_p),
                ("undefined", POINTER(c_char_p))]


_FUNCTIONS = {
    "metric_count": (c_size_t, []),
    "metric_at": (POINTER(c_metric), [c_size_t]),
    "metric_find": (POINTER(c_metric), [c_char_p]),
    "scenario_count": (c_size_t, []),
    "scenario_at": (POINTER(c_scenario), [c_size_t]),
    "scenario_find": (POINTER(c_scenario), [c_char_p]),
    "scenario_parse": (c_int32, [POINTER(c_scenario), c_char_p, POINTER(c_double), POINTER(POINTER(c_profile)),
                                 POINTER(c_error)]),
    "scenario_truth_on": (None, [POINTER(c_scenario), POINTER(c_double), POINTER(c_profile), POINTER(c_truth)]),
    "options_parse": (c_int32, [POINTER(c_option), c_size_t, c_char_p, POINTER(c_double), POINTER(c_error)]),
    "options_standard": (None, [POINTER(c_option), c_size_t, POINTER(c_double)]),
    "option_print": (None, [POINTER(c_option), c_double, c_char_p, c_size_t]),
    "metric_program": (c_int32, [c_char_p, c_char_p, c_size_t, POINTER(c_error)]),
    "numpy_program": (c_int32, [c_char_p, c_char_p, c_size_t, c_uint64, c_char_p, c_size_t, POINTER(c_error)]),
    "generate": (c_int32, [c_char_p, c_char_p, c_size_t, c_uint64, POINTER(c_data), POINTER(c_error)]),
    "data_free": (None, [POINTER(c_data)]),
    "score_all": (c_int32, [POINTER(c_rep), c_char_p, c_uint64, c_char_p, c_char_p, c_uint32, POINTER(c_scores),
                            POINTER(c_error)]),
    "scores_free": (None, [POINTER(c_scores)]),
    "warnings": (None, [POINTER(c_rep), POINTER(c_scores), c_char_p, c_size_t]),
    "block_matrix_make": (c_int32, [POINTER(c_rep), c_char_p, c_char_p, c_char_p, c_uint64, c_uint32, POINTER(c_matrix),
                                    POINTER(c_error)]),
    "matrix_make": (c_int32, [POINTER(c_rep), c_char_p, c_uint64, c_char_p, c_char_p, c_uint32, POINTER(c_matrix),
                              POINTER(c_error)]),
    "matrix_free": (None, [POINTER(c_matrix)]),
}
_BENCH = {"bench_score_all": _FUNCTIONS["score_all"]}  # of include/assay_bench.h


class Library:
    """The loaded library: `library.score_all(...)` is assay_score_all."""

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, path: str) -> None:
        self.path = path
        self.handle = ctypes.CDLL(path)
        self.is_bench = hasattr(self.handle, "assay_bench_score_all")
        for name, (result, arguments) in {**_FUNCTIONS, **(_BENCH if self.is_bench else {})}.items():
            function = getattr(self.handle, "assay_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        first = self.metric_at(0)
        if not first or first.contents.abi != ABI:
            raise OSError(f"its interface is {first.contents.abi if first else 'unknown'}, this package wants {ABI}")

    def score(self, *arguments: object) -> None:
        """assay_score_all, or where the library has it assay_bench_score_all."""
        self.call("bench_score_all" if self.is_bench else "score_all", *arguments)

    def call(self, name: str, *arguments: object) -> None:
        """Calls a function that returns a status and takes an assay_error last; raises what the status means."""
        error = c_error()
        status = getattr(self, name)(*arguments, byref(error))
        if status:
            text = error.text.decode("utf-8", "replace") or f"assay_{name}: status {status}"
            raise _ERRORS.get(status, InternalError)(text)


_NAMES = ("libassay-bench.so.0", "libassay-bench.so", "libassay.so.0", "libassay.so")


def _candidates() -> Iterator[str]:
    """Where the library may be, likeliest first: files that exist, and the loader's own search at the end. No folder is
    looked into that has nothing to do with us, since whoever writes to it would run code in this process."""
    package = Path(__file__).resolve().parent
    places = [package]
    if len(package.parents) > 3 and package.parents[2].name.startswith("lib"):  # PREFIX/lib/python3/dist-packages/assay
        places += [package.parents[2], package.parents[3] / "lib"]
    if (package.parents[1] / "include" / "assay.h").is_file() and package.parent.name == "python":  # a checkout
        places += [package.parents[1] / "build" / variant for variant in ("gcc", "clang")]
    places += [Path(sys.prefix) / "lib", Path("/usr/local/lib"), Path("/usr/lib")]
    for place in places:
        for name in _NAMES:
            if (place / name).is_file():
                yield str(place / name)
                break
    for name in ("assay-bench", "assay"):
        found = ctypes.util.find_library(name)
        if found:
            yield found


def _find() -> Library:
    told = os.environ.get("ASSAY_LIBRARY")
    refused = []
    for path in [told] if told else _candidates():
        try:
            return Library(path)
        except (OSError, AttributeError) as error:
            refused.append(f"{path}: {error}")
    if told:
        raise LibraryNotFound(f"ASSAY_LIBRARY is {refused[0]}; set it to a libassay.so, or unset it")
    raise LibraryNotFound(
        "libassay.so is not there; looked in the package, in the lib folder above it, in build/gcc and build/clang of "
        f"a checkout, in {sys.prefix}/lib, /usr/local/lib, /usr/lib and where the system's loader looks"
        + "".join(f"; {line}" for line in refused)
        + ". Install the package again so that it carries the library: `pip install ./python` in a checkout, where "
        "there is a C compiler, or a wheel that `make wheel` made there. Or build it with `make` in the checkout, "
        "install it with `make install`, or set ASSAY_LIBRARY to its path")


_loaded: Optional[Library] = None
_loading = threading.Lock()


def library() -> Library:
    """The library, found and loaded on the first call.

    Looked for in $ASSAY_LIBRARY and nowhere else if that is set; otherwise in the package, in the lib folder that the
    package was installed below (make install), in build/ of the checkout it lies in, in sys.prefix/lib, /usr/local/lib,
    /usr/lib, and where the system's loader looks.
    """
    global _loaded
    with _loading:
        if _loaded is None:
            _loaded = _find()
        return _loaded


def check_word(of: str, word: str, known: Sequence[str]) -> None:
    """A word that is none of these is refused as the library refuses one."""
    option = c_option(of.encode(), words=(c_char_p * (len(known) + 1))(*(one.encode() for one in known)))
    library().call("options_parse", byref(option), 1, f"{of}={word}".encode(), byref(c_double()))


def text(value: Optional[bytes]) -> str:
    return value.decode("utf-8", "replace") if value else ""
