#!/bin/sh
# The Python binding: its unittest modules, under an interpreter that has NumPy, against the library and program in $O.
O=${O:-build/gcc}
case $O in /*) ;; *) O=$PWD/$O ;; esac
skip_all() {
    echo "ok 1 - the Python binding # SKIP $1"
    echo "# skipped: $1"
    echo "1..1"
    exit 0
}
. tests/python/interpreter.sh
[ -n "$python" ] || skip_all "no Python 3 with NumPy (set ASSAY_PYTHON)"
case $O in
*clang*-san) runtime=$(clang -print-file-name=libclang_rt.asan-"$(uname -m)".so) ;;
*-san) runtime=$(gcc -print-file-name=libasan.so) ;;
*) runtime= ;;
esac
case $runtime in
'') ;;
/*) export LD_PRELOAD="$runtime" ASAN_OPTIONS=detect_leaks=0 ;; # the interpreter's own leaks are not ours
*) skip_all "the sanitizer's library is not there to be preloaded" ;;
esac
export ASSAY_LIBRARY="$O/libassay-bench.so" ASSAY_PROGRAM="$O/assay" PYTHONPATH=python PYTHONDONTWRITEBYTECODE=1
"$python" tests/python/unittest_tap.py binding_arrays binding_scores binding_accumulator binding_catalog binding_example \
    binding_study
