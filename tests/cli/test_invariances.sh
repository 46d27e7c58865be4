#!/bin/sh
# The table of docs/differences.md is what docs/invariances.awk prints of a run: here of metrics that are scored in
# seconds, in test_invariances_whole.sh of all.
. tests/cli/tap.sh
metrics=${METRICS:-mcc@*,mig-sup@*,hoyer@*,active-units@*,code-mi@*}
"$assay" run invariances --metrics "$metrics" --db "$dir/scores.db" --jobs 2 >"$dir/log" 2>&1 || cat "$dir/log"
"$assay" judge --db "$dir/scores.db" --metrics "$metrics" --format csv >"$dir/verdicts.csv" 2>>"$dir/log"
check "each failure has a reason" exits 0 awk -f docs/invariances.awk "$dir/verdicts.csv"
names=$(awk -F, 'NR > 1 { print "^[|]`" $1 "`[|]" }' "$dir/verdicts.csv" | sort -u)
grep '^|`' "$dir/out" >"$dir/ours"
sed -n '/^## Invariances/,/^## Zhang/p' docs/differences.md | grep -e "$names" >"$dir/theirs"
check "there are some" test -s "$dir/ours"
check "the rows of the document" cmp "$dir/ours" "$dir/theirs"
sed 's/,dead-code-safe,fail,/,rescaling-invariant,fail,/' "$dir/verdicts.csv" >"$dir/other.csv"
check "one without a reason is refused" exits 1 awk -f docs/invariances.awk "$dir/other.csv"
done_testing
