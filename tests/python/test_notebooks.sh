#!/bin/sh
# The notebooks of examples/: every cell runs, and what a cell ends in is shown.
. tests/cli/tap.sh
. tests/python/interpreter.sh
if [ -z "$python" ]; then
    skip "notebooks" "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy
    done_testing
fi
case $O in
*-san)
    pointless "notebooks" "what they call is tested with sanitizers elsewhere"
    done_testing
    ;;
esac
ASSAY_LIBRARY=$O/libassay-bench.so ASSAY_PROGRAM=$assay PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1 \
    exec "$python" tests/python/notebooks.py "$PWD"/examples/notebooks/*.ipynb 2>/dev/null
