"""The program assay: where it is, and the command `assay` of a package that carries it."""
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from ._library import EnvironmentError_


def program() -> str:
    """$ASSAY_PROGRAM; the one in the package, or in the checkout that the package lies in; the one on the PATH."""
    package = Path(__file__).resolve().parent
    given = os.environ.get("ASSAY_PROGRAM")
    places = [Path(given)] if given else [package / "program" / "assay", package.parents[1] / "assay"]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    found = None if given else shutil.which("assay")
    if not found:
        raise EnvironmentError_(f"ASSAY_PROGRAM is {given}, which is no program" if given else
                                "the program assay is not there; `make install` it, or set ASSAY_PROGRAM to its path")
    return found


def main() -> None:
    """Becomes the program: the same arguments, streams and exit status."""
    path = program()
    os.execv(path, [path, *sys.argv[1:]])
