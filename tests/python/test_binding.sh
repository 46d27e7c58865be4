#!/bin/sh
# The Python binding: its unittest modules, under an interpreter that has NumPy, against the library and program in $O.
O=${O:-build/gcc}
case $O in /*) ;; *) O=$PWD/$O ;; esac
# What is delivered in Python has to be read by the oldest interpreter that it promises.
old_enough() {
    "$python" - python/*.py python/assay/*.py examples/*.py examples/pytest/*.py <<'P'
import ast, sys
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        tree = ast.parse(file.read(), name, feature_version=(3, 9))
    lazy = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
    for node in ast.walk(tree):
        notes = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        unions = [part for note in notes if note for part in ast.walk(note) if isinstance(part, ast.BitOr)]
        if unions and not lazy:
            sys.exit(f"{name}:{node.lineno}: X | Y in an annotation is read from Python 3.10 on")
P
}
leave_out() { # leave_out REASON DEBIAN-PACKAGE
    echo "ok 1 - the Python binding # SKIP $1"
    echo "# skipped: $1: apt-get install $2"
    echo "1..1"
    exit 0
}
. tests/python/interpreter.sh
[ -n "$python" ] || leave_out "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy
old_enough || exit 1
case $O in
*clang*-san) runtime=$(clang -print-file-name=libclang_rt.asan-"$(uname -m)".so) ;;
*-san) runtime=$(gcc -print-file-name=libasan.so) ;;
*) runtime= ;;
esac
case $runtime in
'') ;;
/*) export LD_PRELOAD="$runtime" ASAN_OPTIONS=detect_leaks=0 ;; # the interpreter's own leaks are not ours
*) leave_out "no sanitizer to be preloaded" gcc ;;
esac
export ASSAY_LIBRARY="$O/libassay-bench.so" ASSAY_PROGRAM="$O/assay" PYTHONPATH=python PYTHONDONTWRITEBYTECODE=1
"$python" tests/python/unittest_tap.py binding_arrays binding_scores binding_accumulator binding_catalog \
    binding_example binding_recipes \
    binding_study binding_store
