# shellcheck shell=sh disable=SC2034
# interpreter.sh -- $python: an interpreter with NumPy, or nothing. Read by ". tests/python/interpreter.sh".
python=
for candidate in "${ASSAY_PYTHON:-}" python3 /usr/bin/python3; do
    [ -n "$candidate" ] || continue
    if "$candidate" -c 'import sys, numpy; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
        python=$(command -v "$candidate")
        break
    fi
done
