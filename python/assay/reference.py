<<<<<<< HEAD
"""What each metric and scenario is, as a short program of NumPy alone, written from its source and not from the
library's code.
||||||| 8799418
"""What each metric is, as a short program of NumPy alone, written from its source and not from the library's code.
=======
"""What each metric is, as a program of NumPy alone, written from its source. The library is tested against them; slow.
>>>>>>> e442bfb2d237be265a39ed431dc92c307b6cc6eb

    from assay import reference

    reference.mig.score(factors, codes, seed=0, bins=15)     # {"mig": {"value", "items", "reason", "reasons"}}
<<<<<<< HEAD
    reference.program("mig@zaidi2020")                       # its text, which runs without assay
    factors, codes, levels = reference.noise.rows(1000, seed=0, alpha=0.2)    # levels: classes of each factor, or 0
    assay.numpy_program("noise", alpha=0.2)                  # the text of that

The library is tested against these programs. They are slow: take `assay.score` for anything but a second opinion.
||||||| 8799418
    reference.program("mig@zaidi2020")                       # its text, which runs without assay

The library is tested against these programs. They are slow: take `assay.score` for anything but a second opinion.
=======
    reference.program("mig@zaidi2020")                       # the text, which runs without assay
>>>>>>> e442bfb2d237be265a39ed431dc92c307b6cc6eb
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


<<<<<<< HEAD
def load(name: str) -> ModuleType:
    """That program as a module: of a metric score(factors, codes, kinds="auto", seed=0, **options), of a scenario
    rows(n, seed, **parameters)."""
    module = ModuleType(f"{__name__}.{name}")
    text_of = numpy_program if library().scenario_find(name.encode()) else program
    exec(compile(text_of(name), module.__name__, "exec"), module.__dict__)
||||||| 8799418
def load(metric: str) -> ModuleType:
    """That program as a module, with score(factors, codes, kinds="auto", seed=0, **options)."""
    module = ModuleType(f"{__name__}.{metric}")
    exec(compile(program(metric), module.__name__, "exec"), module.__dict__)
=======
def load(metric: str) -> ModuleType:
    """The program of "mig@zaidi2020:bins=15" as a module."""
    module = ModuleType(f"{__name__}.{metric}")
    exec(compile(program(metric), module.__name__, "exec"), module.__dict__)
>>>>>>> e442bfb2d237be265a39ed431dc92c307b6cc6eb
    return module


def __getattr__(name: str) -> ModuleType:
    try:
        return load(name.replace("_", "-"))
    except UsageError as error:
        raise AttributeError(str(error)) from error
