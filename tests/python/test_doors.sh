#!/bin/sh
# One engine: `assay validate` and assay.check_metric say the same of the same metrics.
. tests/cli/tap.sh
. tests/python/interpreter.sh

[ -n "$python" ] && "$python" -c 'import scipy' 2>/dev/null ||
    skip_all "the doors of validation" "no Python 3 with NumPy and SciPy" python3-numpy python3-scipy
no_sanitizers "the doors of validation"
export ASSAY_LIBRARY="$O/libassay.so" ASSAY_PROGRAM="$O/assay" PYTHONPATH="$PWD/python" PYTHONDONTWRITEBYTECODE=1 \
    ASSAY_PYTHON="$python"
${CC:-cc} -std=c17 -shared -fPIC -Iinclude examples/plugin.c -o "$dir/gap.so"
check "the same metrics through all" exits 0 "$python" tests/python/doors.py "plugin:$dir/gap.so"
done_testing
