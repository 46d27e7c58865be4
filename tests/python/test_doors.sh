#!/bin/sh
# One engine: `assay validate` and assay.check_metric say the same of the same metrics.
O=${O:-build/gcc}
case $O in /*) ;; *) O=$PWD/$O ;; esac
. tests/cli/tap.sh
. tests/python/interpreter.sh

if [ -z "$python" ] || ! "$python" -c 'import scipy' 2>/dev/null; then
    skip "the doors of validation" "no Python 3 with NumPy and SciPy" python3-numpy python3-scipy
    done_testing
fi
no_sanitizers "the doors of validation"
export ASSAY_LIBRARY="$O/libassay.so" ASSAY_PROGRAM="$O/assay" PYTHONPATH="$PWD/python" PYTHONDONTWRITEBYTECODE=1 \
    ASSAY_PYTHON="$python"
${CC:-cc} -std=c17 -shared -fPIC -Iinclude examples/plugin.c -o "$dir/gap.so"
check "the same metrics through all" exits 0 "$python" tests/python/doors.py "plugin:$dir/gap.so"
done_testing
