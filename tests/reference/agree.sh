# agree.sh -- `agree METRIC...`: the metrics against their programs on odd tables (compare.py). Read by the tests here.
. tests/cli/tap.sh
. tests/python/interpreter.sh

agree() {
    if [ -z "$python" ] || ! "$python" -c 'import scipy' 2>/dev/null; then
        skip "programs and library agree" "no Python 3 with NumPy and SciPy (or set ASSAY_PYTHON)" python3-scipy
        done_testing
    fi
    no_sanitizers "programs and library agree"
    ASSAY_LIBRARY=$O/libassay.so PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 exec "$python" tests/reference/compare.py "$@"
}
