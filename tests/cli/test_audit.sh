#!/bin/sh
# assay audit, as a user runs it: a built-in metric, one in Python, one that claims nothing.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
if ! command -v gnuplot >/dev/null; then
    skip "audit" "no gnuplot" gnuplot-nox
    cd "$root" || exit 99
    done_testing
fi
few="--scenarios noise,mixing,partial --seeds 0:5"

check "a built-in metric" exits 0 "$assay" audit mig-sup $few --out own --beside mig,sap,modularity
check "the page's name comes last" same "$(tail -n 1 out)" own/index.html
check "and is there" test -s own/index.html
check "the metric is in the table" sh -c 'grep -q "^mig-sup " out'
check "with its known failure: m/8 on partial, 8" sh -c 'grep -qE "^mig-sup( +[^ ]+){7} +✗" out'
check "the nearest are named" prints "nearest, by Kendall"
check "three of them" sh -c '[ "$(grep "^nearest" out | grep -o "@default" | wc -l)" = 3 ]'
check "its sheet is in the page" grep -q "perfect metric" own/index.html
check "and beside it" test -s own/figures/sheet-mig-sup-default.pdf
check "again: nothing is scored anew" exits 0 "$assay" audit mig-sup $few --out own --beside mig,sap,modularity
check "as it says" says ": 0 computed"

python=
for one in "$ASSAY_PYTHON" python3 /usr/bin/python3; do
    [ -n "$one" ] && [ -z "$python" ] && "$one" -c 'import numpy' 2>/dev/null && python=$one
done
if [ -n "$python" ]; then
    check "a candidate" exits 0 "$assay" audit "python:$root/examples/metric.py" $few --out gap --beside mig,sap,irs
    check "comes first in the table" sh -c "sed -n '/^──/{n;p;q}' out | grep -q '^gap '"
    check "is nearest to what it is" prints "over all representations: mig@default"
    printf 'def half(factors, codes):\n    return 0.5\n' >half.py
    check "one that claims nothing" exits 0 "$assay" audit python:half.py --scenarios noise --seeds 0:5 --out half \
        --beside mig
    check "is told how to claim" says ":measures=compactness"
else
    skip "a candidate" "no Python with NumPy" python3-numpy
fi
check "no such metric" exits 2 "$assay" audit nothing $few --out none
check "makes no folder" test ! -e none
check "no such plan" refuses 3 "nowhere.yaml" "$assay" audit mig --plan nowhere.yaml --out none2
cd "$root" || exit 99
done_testing
