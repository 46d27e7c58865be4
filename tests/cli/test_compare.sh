#!/bin/sh
# Groups compared: every number from the exported draws with NumPy, the same bytes from shards, the best set, refusals,
# checkpoints along a column, models that are renamed, equal or deleted.
. tests/cli/tap.sh
. tests/python/interpreter.sh
recompute=$PWD/tests/bench/study/recompute.py
cd "$dir" || exit 99
if [ -z "$python" ]; then
    skip "comparisons" "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy
    done_testing
fi
"$python" "$recompute" lab || exit 99
metrics=mig,mcc,sap
study() { "$assay" study lab/manifest.csv --metrics $metrics "$@"; }
check "35 models" exits 0 study --db s.db
check "  of which two are one" says "2 files hold the same arrays"
numbers() { # numbers DB: every number of it
    "$assay" export --db "$1" --draws -o draws.csv && "$assay" table --db "$1" --format csv -o models.csv &&
        "$assay" compare --db "$1" --format csv -o compare.csv
}
numbers s.db
check "drawn by subject, each row once for all models" same \
    "$(tail -n +2 models.csv | awk -F, '{ print $(NF - 14), $(NF - 13) }' | sort -u | sed 's/^[0-9a-f]* //')" 30
check "every number of table and comparison is that of the draws, by NumPy" exits 0 "$python" "$recompute" draws.csv models.csv \
    compare.csv
check "  all of them" prints " numbers are those"
cat draws.csv models.csv compare.csv >whole
for k in 1 2 3; do study --db part.$k --shard $k/3 2>err; done
"$assay" merge all.db part.3 part.1 part.2 2>err
numbers all.db
check "three shards on other machines give the same numbers" sh -c \
    'sort draws.csv >a && "$0" export --db s.db --draws | sort >b && cmp a b && "$0" compare --db s.db --format csv |
    cmp - compare.csv' "$assay"
check "a is the best, and marked so" exits 0 "$assay" table --db s.db --metrics mig,mcc
check "  alone, and noise is at chance" same "$(grep -c ᵇ out) $(sed -n 's/^a .*ᵇ.*ᵇ.*/a/p' out) $(sed -n 's/^d .*ᶜ.*/d/p' out)" \
    "2 a d"
check "csv says it of each model" same \
    "$(tr -d '\r' <models.csv | awk -F, '$8 == "mig" && $(NF - 12) == "yes" { n += $1 == "a"; bad += $1 != "a" } END { print n, bad + 0 }')" "9 0"
check "LaTeX has it bold" sh -c '"$0" table --db s.db --metrics mig --format latex | grep -c "^a .*textbf" | grep -qx 1' \
    "$assay"
check "two groups alone" exits 0 "$assay" compare a b --db s.db --metrics mcc
check "  make a sentence" grep -Eq "^mcc: a scores 0[.][0-9]+ higher than b .95 % interval of the difference" out
check "two that are alike" exits 0 "$assay" compare b c --db s.db --metrics mcc
check "  they are indistinguishable" prints "is indistinguishable from its rival"
check "what Holm's steps alone find" exits 0 "$assay" compare a0-1 a0-10 a1-1 --by file --db s.db --metrics mig
check "  is said with the interval" same "$(grep -c "leaves 0 open; Holm's steps do not" out)" 1
check "one row above none: nothing is bold" same "$("$assay" table --db s.db --metrics mig --format markdown \
    --scenarios b,c 2>/dev/null | grep -c '[*][*]0')" 0
check "a name that no group has" refuses 3 "no group is called 'z'" "$assay" compare a z --db s.db
check "along a column of the manifest" exits 0 "$assay" table --db s.db --metrics mig --along order
check "  a row for each value" same "$(grep -c '^[abcd]  *10*  *4' out)" 8
check "  compared, too" exits 0 "$assay" compare 'b 1' 'b 10' --db s.db --along order --metrics mig
check "  b's noise falls" grep -Eq "b 1 scores 0[.][0-9]+ lower than b 10" out
if command -v gnuplot >/dev/null; then
    check "a figure along it" exits 0 "$assay" plot --db s.db --along order --metrics mig --out figures
    check "  of a curve for each group" same "$(grep -c '>mig [abcd]<' figures/along-order.svg)" 4
    check "a page" exits 0 "$assay" report --db s.db --out page
    check "  says who is above whom" grep -q "mig: a is the best; below, or at chance: b, c, d, e" page/index.html
    check "  in numbers, too" cmp page/tables/differences.csv compare.csv
else
    skip "figures and the page" "no gnuplot" gnuplot-nox
fi
study --db none.db --draws 0 2>err
check "without draws of shared rows" exits 0 "$assay" compare a b --db none.db --metrics mig
check "  a comparison is refused, with the remedy" prints "are not compared: the scores have no draws"
check "  and the table says so" sh -c '"$0" table --db none.db --metrics mig | grep -q "5 means have no interval"' "$assay"
mv lab/a0-1.npz lab/a0-0.npz && sed -i 's/a0-1[.]/a0-0./; /d3-10/d' lab/manifest.csv && rm lab/d3-10.npz
check "renamed and deleted" exits 0 study --db s.db
check "  each is said" sh -c 'grep -q "1 had another name" err && grep -q "1 model of the store is marked as gone" err &&
    grep -q " 0 cells computed" err' 
check "  --prune drops what was deleted" exits 0 study --db s.db --prune
check "  for good" sh -c 'grep -q "1 model of deleted files left the store" "$1" && [ "$("$0" table --db s.db --format csv \
    --metrics mig --keep-missing | wc -l)" = 35 ]' "$assay" err
printf '1\n2\n' >short.csv
check "clusters of another length" exits 3 "$assay" study lab/a1-1.npz --metrics mig --db x.db --cluster short.csv
check "  are refused" says "short.csv have 2 values and the representation 240 rows"
done_testing
