"""What each metric is, as a program of NumPy alone, written from its source. The library is tested against them; slow.

    from assay import reference

    reference.mig.score(factors, codes, seed=0, bins=15)     # {"mig": {"value", "items", "reason", "reasons"}}
    reference.program("mig@zaidi2020")                       # the text, which runs without assay
"""
from __future__ import annotations

import ctypes
from types import ModuleType

from ._library import UsageError, library, text


def program(metric: str) -> str:
    """As `assay describe METRIC --numpy`."""
    to = ctypes.create_string_buffer(1 << 18)
    library().call("metric_program", metric.encode(), to, len(to))
    return text(to.value)


def load(metric: str) -> ModuleType:
    """The program of "mig@zaidi2020:bins=15" as a module."""
    module = ModuleType(f"{__name__}.{metric}")
    exec(compile(program(metric), module.__name__, "exec"), module.__dict__)
    return module


def __getattr__(name: str) -> ModuleType:
    try:
        return load(name.replace("_", "-"))
    except UsageError as error:
        raise AttributeError(str(error)) from error
