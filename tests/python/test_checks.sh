#!/bin/sh
# assay.check_metric: what it finds right and wrong, its table; and the example project under pytest.
. tests/cli/tap.sh
. tests/python/interpreter.sh

needs_numpy "checks of a metric"
no_sanitizers "checks of a metric"
export ASSAY_LIBRARY="$O/libassay.so" ASSAY_PROGRAM="$O/assay" PYTHONPATH="$PWD/python" PYTHONDONTWRITEBYTECODE=1

check "what is right and wrong" exits 0 "$python" tests/python/checks.py
project=examples/pytest
check "as a program" exits 1 "$python" -m assay $project/gap.py:gap --claims compactness
check "how many checks ran" prints "10 checks of python:examples/pytest/gap.py:gap: 8 passed, 2 failed"
check "with the reason" prints "although compactness falls"
check "a claim that is none" refuses 3 "$did_you_mean 'compactness'" "$python" -m assay $project/gap.py:gap \
    --claims compactnes
check "a reference that is none" refuses 3 "no metric 'migg'" "$python" -m assay $project/gap.py:gap --against migg

"$python" -c 'import pytest' 2>/dev/null || skip_all "the example project" "no pytest" python3-pytest
run() { "$python" -m pytest -p assay.pytest_plugin -p no:cacheprovider "$@"; }
check "the example project" exits 0 run -q $project --junitxml "$dir/out.xml"
check "prints how many checks ran" prints "assay: 17 checks: 14 passed, 3 xfailed"
check "and pytest writes JUnit's XML" grep -q 'failures="0" skipped="3"' "$dir/out.xml"
cat >"$dir/test_wrong.py" <<'P'
import assay
@assay.parametrize_with_checks([lambda factors, codes: float(abs(codes).mean())], claims=["modularity"])
def test_wrong(metric, check):
    check(metric)
P
check "a wrong metric" exits 1 run -q "$dir/test_wrong.py"
check "fails where it is wrong" prints "test_wrong[<lambda>-rescaling-invariant]"
done_testing
