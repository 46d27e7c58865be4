#!/bin/sh
# Recipes in a plan: a swept number, run, judged by the truth that follows from the words, in tables and the report.
. tests/cli/tap.sh
no_gnuplot
cat >"$dir/mine.yaml" <<'P'
name: mine
title: recipes of my own
samples: 200
seeds: 0:5
scenarios:
  - recipe: {text: "v: 4 uniform; z = mixing(v, {alpha})", alpha: [0, 0.25, 0.5]}
  - recipe: {text: "v: profile(dsprites); z = noise(v, {alpha})", alpha: [0, 1]}
metrics: [mig, dcimig, control-oracle, control-constant]
P
db=$dir/mine.db
check "a plan sweeps a number" exits 0 "$assay" run "$dir/mine.yaml" --db "$db"
check "points are those of the sweeps" same "$("$assay" export --db "$db" --metrics mig |
    grep -o 'text=.*;alpha=[0-9.]*' | sort -u | wc -l | tr -d ' ')" 5
check "table: by the recipe in its canonical writing: a column for each value" has "α=0.25" table --db "$db"
check "judge: the truth itself passes" has "✓ pass" judge control-oracle coherent-elsewhere --db "$db"
check "by recipes" prints "recipe"
"$assay" judge control-constant coherent-elsewhere --db "$db" >"$dir/out" 2>&1
check "a constant does not" prints "✗ fail"
check "report" exits 0 "$assay" report --db "$db" --out "$dir/report"
check "which has the recipe" grep -q "z1-4 = mixing(v, {alpha})" "$dir/report/index.html"
check "a hole without a sweep is a hole" refuses 2 "alpha is 0.3, and {alpha} stands nowhere" "$assay" score \
    --recipe 'v: 2 uniform; z = v' --set alpha=0.3 -m mig
sed 's/mixing(v/mixin(v/' "$dir/mine.yaml" >"$dir/wrong.yaml"
check "a word that is none: its column and the nearest" refuses 3 \
    "column 19: no word 'mixin': $did_you_mean 'mixing'?" "$assay" run "$dir/wrong.yaml" --db "$dir/wrong.db"
done_testing
