#!/bin/sh
# Metrics of directions and probes, tpp scr absorption sparse-probe, against their programs in reference/ (probes.py).
. tests/cli/tap.sh
. tests/python/interpreter.sh
if [ -z "$python" ]; then
    skip "programs and library agree" "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy
    done_testing
fi
case $O in
*-san)
    pointless "programs and library agree" "the library has sanitizers"
    done_testing
    ;;
esac
ASSAY_LIBRARY=$O/libassay.so PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 exec "$python" tests/reference/probes.py "$assay" "$dir"
