#!/bin/sh
# Factors are v1, v2, ... and codes z1, z2, ... wherever one is named: every output of a table with a constant third factor
# names v3, and none counts from 0.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
no_gnuplot
awk 'BEGIN { srand(3); print "v1,v2,v3,z1,z2"
    for (k = 0; k < 300; k++) { a = rand(); b = rand(); print a "," b ",7," a + b / 9 "," b - a / 9 } }' >odd.csv
# by_names FILE: neither v0 nor a bare number
by_names() {
    ! grep -niE "\b(factors?|codes?|items?) #?[0-9]+\b( (is|and|has|first)|,|:|$)|\b[vz]0\b" "$1" >found
}
named() { grep -q "v3" "$1" && by_names "$1"; }
for format in table csv markdown latex html json; do
    "$assay" score --data odd.csv --metrics mig,sap,dci-lasso,modularity --items --relation mi --format $format >o.txt 2>&1
    check "score as $format" named o.txt
done
"$assay" study odd.csv --metrics mig,dci-lasso --draws 0 --db s.db >o.txt 2>&1
check "a study" named o.txt
"$assay" export --db s.db >o.txt
check "its export" named o.txt
"$assay" export --db s.db --format jsonl >o.txt
check "in JSON Lines" named o.txt
"$assay" table --db s.db --format json >o.txt 2>&1
check "its table" by_names o.txt
"$assay" report --db s.db --out spage --full >/dev/null 2>&1
sed "/<script>/,/<\\/script>/d" spage/index.html >o.txt
check "its page" by_names o.txt
"$assay" run quick --scenarios cardinality --metrics infoe,mig --seeds 0:6 --samples 2000 --db c.db 2>err || cat err
"$assay" export --db c.db -o c.csv
check "a report" exits 0 "$assay" report --db c.db --out page --full
items() { # items FILE COLUMN METRIC: the names in a column, once each
    awk -F, -v c="$2" -v m="$3" '$0 ~ m && $c != "" { print $c }' "$1" | sort -u | tr '\n' ' '
}
check "an export begins with v1" same "$(items c.csv 9 ',infoe,default,' | cut -c1-6)" "v1 v2 "
check "the items of a report are named like it" same "$(items page/tables/items.csv 8 '^infoe,default,')" \
    "$(items c.csv 9 ',infoe,default,')"
check "a verdict" exits 0 "$assay" judge mig cardinality-fair --db c.db
named=$(grep -o "factor v[0-9]* scores [^ ]* ([^)]*) [a-z]* than factor v[0-9]*" out | head -n 1)
check "names both factors in a sentence" test -n "$named"
# How far apart the means of the two factors that it names are, by the numbers of the export.
apart() { # apart factor A scores FAR (LOW to HIGH) lower than factor B
    awk -F, -v a="$2" -v far="$4" -v b="${11}" '
        $5 == "mig" && $9 != "" { n[$9]++; s[$9] += $10 }
        END { d = s[b] / n[b] - s[a] / n[a]; exit !(d > far * .99 && d < far * 1.01) }' c.csv
}
# shellcheck disable=SC2086 # its words
check "by the names of the export" apart $named
cd "$root" || exit 99
done_testing
