#!/bin/sh
# Metrics of directions and probes, tpp scr absorption sparse-probe, against their programs in reference/ (probes.py).
. tests/cli/tap.sh
. tests/python/interpreter.sh
needs_numpy "programs and library agree"
no_sanitizers "programs and library agree"
ASSAY_LIBRARY=$O/libassay.so PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 exec "$python" \
    tests/reference/probes.py "$assay" "$dir"
