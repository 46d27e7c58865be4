#!/bin/sh
# The notebooks of examples/: every cell runs, and what a cell ends in is shown.
. tests/cli/tap.sh
. tests/python/interpreter.sh
needs_numpy "notebooks"
case $O in
*-san)
    pointless "notebooks" "what they call is tested with sanitizers elsewhere"
    done_testing
    ;;
esac
ASSAY_LIBRARY=$O/libassay-bench.so ASSAY_PROGRAM=$assay PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1 \
    exec "$python" tests/python/notebooks.py "$PWD"/examples/notebooks/*.ipynb 2>/dev/null
