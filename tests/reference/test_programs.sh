#!/bin/sh
# assay describe METRIC --numpy: every metric has a program that runs alone.
. tests/cli/tap.sh
. tests/python/interpreter.sh

"$assay" list metrics --format csv | sed '1d; s/,.*//; /^control-/d' >"$dir/metrics"
without() { while read -r id; do "$assay" describe "$id" --numpy >/dev/null 2>&1 || echo "$id"; done <"$dir/metrics"; }
check "every metric has a program" same "$(without)" ""
check "controls have none" refuses 2 "control-noise has no program" "$assay" describe control-noise --numpy
check "nor what is no metric" refuses 2 "$did_you_mean 'mig'" "$assay" describe migg --numpy
check "nor several" refuses 2 "names 7 metrics" "$assay" describe 'mig@*' --numpy
check "nor an option it has not" refuses 2 "no option 'bin'" "$assay" describe mig:bin=3 --numpy
check "the options are its constants" sh -c '"$1" describe mig@zaidi2020:bins=15 --numpy >"$2/mig.py" &&
    grep -q "\"bins\": 15" "$2/mig.py" && grep -q "\"normaliser\": \"code\"" "$2/mig.py"' - "$assay" "$dir"
check "nothing of assay is imported" same "$(grep -hE '^ *(import|from) [a-z]' \
    reference/metrics/*.py reference/parts/*.py reference/scenarios/*.py |
    grep -vE '^ *import (copy|json|math|random|sys|numpy as np)$|^ *from (scipy[.a-z]*|math) import [a-z_]*$')" ""
check "describe has the definition in words" sh -c '"$1" describe mig | grep -q "scaled: y = x s + (0 - min s), s = 1/(max - min); edges k (1/b)"' - "$assay"
if [ -n "$python" ]; then
    "$assay" generate noise --set alpha=0.3 --samples 200 -o "$dir/data.npz"
    check "it runs alone" exits 0 env -u PYTHONPATH "$python" -I "$dir/mig.py" "$dir/data.npz"
    "$assay" score --data "$dir/data.npz" --metrics mig@zaidi2020:bins=15 --format json |
        sed -n 's/.*"value": \([0-9.]\{14\}\).*/\1/p' >"$dir/value"
    check "and gives the program's score" grep -q "\"value\": $(head -n 1 "$dir/value")" "$dir/out"
else
    skip "the programs run" "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy
fi
done_testing
