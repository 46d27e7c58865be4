#!/bin/sh
# Factors and codes are numbered from 0 wherever a number is printed: an export, a report's tables, a sentence
# and a reason speak of the same one.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
no_gnuplot
"$assay" run quick --scenarios cardinality --metrics infoe,mig --seeds 0:6 --samples 2000 --db c.db 2>err || cat err
"$assay" export --db c.db -o c.csv
check "a report" exits 0 "$assay" report --db c.db --out page --full
items() { # items FILE COLUMN METRIC: the numbers in a column, once each
    awk -F, -v c="$2" -v m="$3" '$0 ~ m && $c != "" { print $c }' "$1" | sort -nu | tr '\n' ' '
}
check "an export counts from 0" same "$(items c.csv 9 ',infoe,default,' | cut -c1-4)" "0 1 "
check "the items of a report count like it" same "$(items page/tables/items.csv 8 '^infoe,default,')" \
    "$(items c.csv 9 ',infoe,default,')"
check "a verdict" exits 0 "$assay" judge mig cardinality-fair --db c.db
named=$(grep -o "factor [0-9]* scores [^ ]* ([^)]*) [a-z]* than factor [0-9]*" out | head -n 1)
check "names both factors in a sentence" test -n "$named"
# How far apart the means of the two factors that it names are, by the numbers of the export.
apart() { # apart factor A scores FAR (LOW to HIGH) lower than factor B
    awk -F, -v a="$2" -v far="$4" -v b="${11}" '
        $5 == "mig" && $9 != "" { n[$9]++; s[$9] += $10 }
        END { d = s[b] / n[b] - s[a] / n[a]; exit !(d > far * .99 && d < far * 1.01) }' c.csv
}
# shellcheck disable=SC2086 # its words
check "by the numbers of the export" apart $named
cd "$root" || exit 99
done_testing
