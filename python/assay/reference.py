"""What each metric and scenario is, as a program of NumPy alone, written from its source. The library is tested against
them; slow.

    from assay import reference

    reference.mig.score(factors, codes, seed=0, bins=15)     # {"mig": {"value", "items", "reason", "reasons"}}
    reference.program("mig@zaidi2020")                       # the text, which runs without assay
    factors, codes, levels = reference.noise.rows(1000, seed=0, alpha=0.2)  # levels: classes of each factor, or 0
"""
from __future__ import annotations

import ctypes
from types import ModuleType

from ._catalog import numpy_program
from ._library import UsageError, library, text


def program(metric: str) -> str:
    """As `assay describe METRIC --numpy`."""
    to = ctypes.create_string_buffer(1 << 18)
    library().call("metric_program", metric.encode(), to, len(to))
    return text(to.value)


def load(name: str) -> ModuleType:
    """The program of "mig@zaidi2020:bins=15", or of a scenario, as a module."""
    module = ModuleType(f"{__name__}.{name}")
    source = numpy_program(name) if library().scenario_find(name.encode()) else program(name)
    exec(compile(source, module.__name__, "exec"), module.__dict__)
    return module


def __getattr__(name: str) -> ModuleType:
    try:
        return load(name.replace("_", "-"))
    except UsageError as error:
        raise AttributeError(str(error)) from error
