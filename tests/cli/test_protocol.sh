#!/bin/sh
# The commands of docs/protocol.md do what it says. Audits are cut to two scenarios here, 20,000 rows to one and to
# two seeds; the held-out check has a seed, and asks mig, as its pairs would take the example a minute.
. tests/cli/tap.sh
. tests/python/interpreter.sh
sed -n 's/^       \(\.\/assay.*\)/\1/p' docs/protocol.md >"$dir/steps"
check "twelve steps" same "$(wc -l <"$dir/steps")" 12
[ -n "$python" ] && command -v gnuplot >/dev/null || skip_all "the steps" "no Python with NumPy, or no gnuplot" python3-numpy gnuplot-nox
mkdir "$dir/tree" && cp -r examples "$dir/tree" && cd "$dir/tree" || exit 99
ln -s "$assay" assay
sed 's/python:[^ ]*\(.*\)--held-out$/mig\1--held-out-seed 1/; /samples 20000/{s/noise,mixing/mixing/; s/0:20/0:2/;}; /assay audit/s/$/ --scenarios noise,mixing --seeds 0:5 --compare mig/' "$dir/steps" >lines
while read -r line; do check "$line" exits 0 sh -c "$line"; done <lines
check "the page of the audit" test -s out/mine/index.html
check "the scores of the held-out check" test -s out/mine/held-out.db
check "the table" grep -q "begin{tabular}" out/scores.tex
check "names the metric as its author does" grep -q '^gap &' out/scores.tex
for rows in 1000 20000; do
    check "step 4 scores $rows rows" same "$("$assay" export --db out/mine-$rows.db | cut -d, -f3 | sort -u | tr '\n' ' ')" \
        "$rows samples "
done
check "the page of the report" test -s out/compared/index.html
cd / || exit 99
done_testing
