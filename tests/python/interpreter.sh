# shellcheck shell=sh disable=SC2034
# interpreter.sh -- $python: an interpreter with NumPy, or nothing; and ends of tests. Read by ". tests/python/interpreter.sh",
# after tap.sh.
python=
for candidate in "${ASSAY_PYTHON:-}" python3 /usr/bin/python3; do
    [ -n "$candidate" ] || continue
    if "$candidate" -c 'import sys, numpy; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
        python=$(command -v "$candidate")
        break
    fi
done

needs_numpy() { # needs_numpy WHAT: it is tested where there is one
    [ -n "$python" ] || skip_all "$1" "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy
}
no_sanitizers() { # no_sanitizers WHAT: an interpreter takes no library that has them
    case $O in *-san) pointless "$1" "the library has sanitizers"; done_testing ;; esac
}
