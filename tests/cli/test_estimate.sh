#!/bin/sh
# score --estimate, study --estimate: what would take how long, told before anything is scored.
. tests/cli/tap.sh

seconds() { sed -n "s/^$2@[^,]*,\([^,]*\),.*/\1/p" "$1"; }
exceeds() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a + 0 > b + 0) }'; } # exceeds A B: A > B

check "an estimate" exits 0 "$assay" score --scenario noise -n 1000 --estimate
check "which names the size" prints "1000 samples, 8 factors, 8 codes: estimated, nothing is scored"
check "says how far it is right" prints "right to a factor of about three"
check "and prints memory" prints "memory: 0.128 MB of data"
check "no score" sh -c '! grep -q "0\.4[0-9]* *$" "$1"' sh "$dir/out"
check "twice the same" sh -c '"$1" score --scenario noise -n 1000 --estimate | cmp -s - "$2"' sh "$assay" "$dir/out"
check "as rows" exits 0 "$assay" score --scenario noise -n 1000 --estimate --format csv
cp "$dir/out" "$dir/thousand"
check "expensive metrics come first" awk -F, 'NR == 2 { before = $2 } NR > 2 { if ($2 > before) exit 1; before = $2 }' \
    "$dir/thousand"
check "more rows" exits 0 "$assay" score --scenario noise -n 50000 --estimate --format csv
check "take longer" exceeds "$(seconds "$dir/out" explicitness)" "$(seconds "$dir/thousand" explicitness)"
check "a relation is counted once" exits 0 "$assay" score --scenario noise --estimate -m mig,rmig,sap --format csv
check "with the first" exceeds "$(seconds "$dir/out" mig)" "$(seconds "$dir/out" rmig)"
check "alone it is the same" exits 0 "$assay" score --scenario noise --estimate -m rmig --format csv
check "as the first" exceeds "$(seconds "$dir/out" rmig)" 0
check "a metric from outside is not known" exits 0 "$assay" score --scenario noise -n 50 --estimate -m \
    "mig,exec:'echo 1 # {factors}'"
check "and says so" prints "not known"
check "what is short says nothing" exits 0 "$assay" score --scenario noise -n 100 -m mig
check "of time" sh -c '! grep -q "this takes" "$1"' sh "$dir/err"
"$assay" score --scenario noise -m dci-rf:trees=10000 >"$dir/long.out" 2>"$dir/long" & # hours
long=$!
check "what takes long says so before it starts" wait_until grep -q "this takes about .* on one core" "$dir/long"
kill -9 $long
wait $long 2>/dev/null

awk 'BEGIN { printf "v1"; for (j = 1; j <= 2000; j++) printf ",z%d", j; print "";
             for (s = 0; s < 20; s++) { printf "%d.5", s * 7 % 20;
                                        for (j = 1; j <= 2000; j++) printf ",%d.5", s * j % 20; print "" } }' \
                                            >"$dir/wide.csv"
check "wide codes" exits 0 "$assay" score --data "$dir/wide.csv" --estimate --format csv
check "many codes are expensive for a metric that solves" exceeds "$(seconds "$dir/out" udr)" "$(seconds "$dir/out" sap)"
left_out() { "$assay" score --data "$dir/$1.csv" --estimate $2 2>&1 | grep -c 'metrics are left out'; }
awk 'BEGIN { printf "v1"; for (j = 1; j <= 6000; j++) printf ",z%d", j; print ""
             for (s = 0; s < 20; s++) { printf "%d.5", s; for (j = 1; j <= 6000; j++) printf ",%d.5", s * j % 20; print "" } }' \
    >"$dir/wider.csv"
check "of wide codes what takes more than a minute is left out" same "$(left_out wider)" 1
check "  not where all are asked for" same "$(left_out wider --all)" 0
check "  nor where metrics are" same "$(left_out wider "-m udr")" 0
check "a study" exits 0 "$assay" study "$dir/wide.csv" --estimate -m mig,sap --db "$dir/none.db" --format csv
check "with its draws" exceeds "$(seconds "$dir/out" mig)" 0
cp "$dir/out" "$dir/drawn"
check "or without" exits 0 "$assay" study "$dir/wide.csv" --estimate -m mig,sap --draws 0 --db "$dir/none.db" --format \
    csv
check "which takes less" exceeds "$(seconds "$dir/drawn" mig)" "$(seconds "$dir/out" mig)"
check "nothing is written" test ! -e "$dir/none.db"
done_testing
