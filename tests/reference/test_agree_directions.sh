#!/bin/sh
# Metrics of directions, mcc-directions detectors reconstruction, against their programs in reference/, which read the
# arrays of directions, too.
. tests/cli/tap.sh
. tests/python/interpreter.sh
[ -n "$python" ] && "$python" -c 'import scipy' 2>/dev/null ||
    skip_all "programs and library agree" "no Python 3 with NumPy and SciPy (or set ASSAY_PYTHON)" python3-scipy
PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 ASSAY_READERS=inside "$python" tests/reference/directions.py "$assay" "$dir"
