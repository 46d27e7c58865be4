"""python3 -m assay FILE.py:FUNCTION [--against mig] [--claims compactness]: the checks of
assay.check_metric. Exit status 0: all passed, or failed as expected; 1: some failed."""
from __future__ import annotations

import argparse
import sys

from ._library import Error
from .checks import MetricCheckError, check_metric


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m assay", description="Checks a metric of one's own.")
    parser.add_argument("metric", metavar="FILE.py[:FUNCTION]")
    parser.add_argument("--against", metavar="METRIC", help="the known metric whose values it is to give")
    parser.add_argument("--claims", metavar="LIST", default="", help="modularity,compactness,explicitness")
    given = parser.parse_args()
    claims = [claim for claim in given.claims.split(",") if claim]
    try:
        table = check_metric(f"python:{given.metric}", given.against, claims)
    except MetricCheckError as error:
        table = error.table
    except Error as error:
        print(f"assay: {error}", file=sys.stderr)
        return 3
    print(table)
    return 0 if table.ok else 1


if __name__ == "__main__":
    sys.exit(main())
