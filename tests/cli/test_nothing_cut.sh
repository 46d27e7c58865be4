#!/bin/sh
# Lists are as long as what they list: sizes of a verdict, columns of manifests, plans of a page; where a figure has no
# room for all, it says how many are left out.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
no_gnuplot

cat >sizes.yaml <<'P'
name: sizes
title: twenty numbers of rows
samples: [100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200, 210, 220, 230, 240, 250, 260, 270, 280, 400]
seeds: 0:5
scenarios: [noise]
metrics: control-constant
P
"$assay" run sizes.yaml --db sizes.db 2>err || cat err
check "a verdict at twenty sizes" exits 0 "$assay" judge control-constant explicitness-coherent --db sizes.db \
    --format json
check "... has all of them" same "$(grep -c '"samples": [0-9]*,' out)" 21
many=own
k=0
while [ $k -lt 130 ]; do many=$many,own k=$((k + 1)); done
check "more profiles than there is room for" refuses 2 "more than 128 factor profiles" "$assay" run quick --profile \
    $many --scenarios noise --db none.db
check "a variant in a list of one command" exits 0 "$assay" run quick --scenarios noise --samples 60 --seeds 0:5 \
    --metrics mig,mig:bins=5 --db variants.db
check "... is one in that of another" exits 0 "$assay" table --metrics mig:bins=5 --db variants.db
check "... and no other" same "$(grep -oE '^mig[^ ]*' out | sort -u)" mig:bins=5
"$assay" run quick --scenarios noise --samples 60 --seeds 0:1 --metrics mig --db plans.db 2>err || cat err
k=0 names=
while [ $k -lt 40 ]; do
    name=plan-of-a-name-that-is-long-$k
    printf 'name: %s\ntitle: one\nsamples: 60\nseeds: 0:1\nscenarios: [noise]\nmetrics: mig\n' $name >p.yaml
    "$assay" run p.yaml --db plans.db 2>err || cat err
    k=$((k + 1))
done
check "forty plans" exits 0 "$assay" report --db plans.db --out plans --metrics mig
check "... are forty on the page" same "$(grep 'class="ran"' plans/index.html | grep -o 'plan-of-a-name-that-is-long-[0-9]*' |
    sort -u | wc -l)" 40

for part in 1 2; do
    "$assay" generate noise --samples 60 --seed $part -o $part.npz 2>err
    awk -v p=$part 'BEGIN { h = "path"; v = p ".npz"
        for (k = 0; k < 40; k++) { h = h ",c" p "x" k; v = v "," k }
        print h; print v }' >$part.csv
    "$assay" study $part.csv --db own.db --draws 0 --metrics mig >out 2>err || cat err
done
check "columns of two manifests" exits 0 "$assay" table --db own.db --format csv
check "... are eighty" same "$(head -n 1 out | tr ',' '\n' | grep -cE '^c[12]x')" 80

if python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    cat >many.py <<'P'
def many(factors, codes):
    return {"o%02d" % k: 0.05 * k for k in range(17)}
many.outputs = {"o%02d" % k: "overall" for k in range(17)}
P
    "$assay" run quick --db many.db --scenarios noise --seeds 0:2 --samples 60 --metrics python:many.py:many 2>err ||
        cat err
    check "the sheet of a metric of many outputs" exits 0 "$assay" plot --sheets --db many.db --out sheets --format svg
    check "... says how many it leaves out" grep -q "3 of 17 outputs are left out" "$(ls sheets/*.dat)"
else
    skip "a metric of many outputs" "python3-numpy is not installed" python3-numpy
fi
cd "$root" || exit 99
done_testing
