#!/bin/sh
# python/assay/observer.py: it says of other data how they differ, and a metric that is watched gives what it gives.
. tests/cli/tap.sh
. tests/python/interpreter.sh

needs_numpy "what a watched metric does"
check "what is seen of a metric is said, and changes nothing" exits 0 "$python" tests/python/observed.py .
done_testing
