#!/bin/sh
# `assay agree`: a study and a store of scenarios, its formats, and what it refuses.
. tests/cli/tap.sh
cd "$dir" || exit 99

# ---- a study ----

mkdir models
for k in 0 1 2 3 4 5; do
    "$assay" generate noise --set alpha=0.$k -n 300 --seed $k -o models/m$k.npz || exit 99
done
"$assay" generate duplicate -n 300 --set copies=2 -o models/m6.npz ||
    exit 99 # one code alone has none of a factor's gap
"$assay" generate mixing -n 300 --set alpha=0.5 -o models/m7.npz || exit 99
cp models/m0.npz models/.hidden.npz
echo text >models/README.txt

study() { "$assay" study "$1" --db "$1.db" --metrics mig,dcimig,irs --draws 0 2>err; }
study models
agree="$assay agree --db models.db --metrics mig,dcimig,irs"
check "a folder" exits 0 $agree
check "says what is compared" prints "Kendall's τ-b between 3 scores on 8 representations"
check "names the pairs" grep -Eq '^mig +irs +[.0-9]+ +\[' "$dir/out"
check "and its intervals" prints "200 bootstrap samples of the 8 representations"
check "as a matrix" exits 0 $agree --all
check "has a column for all but the last" grep -Eq '^ +1 +2$' "$dir/out"
check "twice" exits 0 $agree --format csv -o one.csv
check "the same bytes" exits 0 $agree --format csv -o two.csv
check "again" cmp -s one.csv two.csv
check "another seed" exits 0 $agree --seed 1 --format csv -o two.csv
check "other intervals" sh -c '! cmp -s one.csv two.csv'
check "the columns" same "$(head -n 1 one.csv | tr -d '\r')" "a,b,kind,value,low,high,n"
check "a row for each pair" same "$(sed 1d one.csv | cut -d, -f1-3 | tr '\n' ' ')" \
    "mig,dcimig,kendall mig,irs,kendall dcimig,irs,kendall "

check "of all its files" same "$(sed 1d one.csv | tr -d '\r' | cut -d, -f7 | tr '\n' ' ')" "8 8 8 "
check "without intervals" exits 0 $agree --draws 0 --kind spearman --format csv
check "has none" sh -c 'grep -Eq "^mig,dcimig,spearman,[0-9.]+,,,8" "$1"' - out

cp models/m3.npz models/m8.npz
cp models/m3.npz models/m9.npz
study models
check "JSON" exits 0 $agree --kind spearman --format json
check "has pairs" prints '"kind": "spearman"'
check "and how many rows: models of the same arrays are one" prints '"n": 8'

# ---- a store ----

if "$assay" run quick --db s.db --scenarios noise --seeds 0:3 --samples 60 --metrics mig,sap,control-noise 2>err; then
    check "a store goes by points" has "points, each with all its seeds and sizes" agree --db s.db
    check "without controls" sh -c '! grep -q control "$1"' - out
    check "by name" has "mig,control-noise,kendall" agree --db s.db --metrics mig,control-noise --format csv
    check "a filter" exits 0 "$assay" agree --db s.db --metrics mig,sap --format csv
    check "leaves a pair" same "$(sed 1d out | cut -d, -f1-3)" "mig,sap,kendall"
    check "one scenario that is not there" refuses 3 "nothing to compare" "$assay" agree --db s.db --scenarios trig
else
    check "a store is made" false
fi

# ---- refusals ----

check "one score" refuses 3 "nothing to compare: 1 scores" "$assay" agree --db models.db --metrics mig
check "a kind" refuses 2 "no choice 'tau' of agree --kind (kendall, spearman)" $agree --kind tau
check "no store" refuses 3 "none.db" "$assay" agree --db none.db
check "draws" refuses 2 "at most" $agree --draws 1000000
check "a metric that is not there" refuses 3 "no metric 'nonsense'" "$assay" agree --db models.db --metrics nonsense

done_testing
