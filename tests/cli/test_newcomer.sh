#!/bin/sh
# A newcomer: one file and one line make a metric, a relation, a scenario or a subcommand, one entry makes a plan, a property, a
# factor profile or an output column, as CONTRIBUTING says, and every tool has it then.
. tests/cli/tap.sh
root=$PWD new=$dir/checkout variant=${O##*/}
mkdir -p "$new/build/$variant" || exit 99
cp -a Makefile include core reference generators scenarios metrics scoring bench lab papers reports plots cli python "$new" || exit 99
for room in core reference generators scenarios metrics scoring bench lab papers reports plots cli scoring.a above.a; do
    cp -a "$O/$room" "$new/build/$variant" || exit 99
done
mkdir "$new/docs" && cp -a docs/*.awk "$new/docs" && cd "$new" || exit 99

sed 's/scenario_noise/scenario_arrived/; s/"noise"/"arrived"/' "$root/scenarios/noise.c" >scenarios/arrived.c
echo 'SCENARIO(arrived)' >>scenarios/list.h
sed "s/noise:/arrived:/" "$root/reference/scenarios/noise.py" >reference/scenarios/arrived.py
sed 's/metric_linearity/metric_made/; s/= "linearity"/= "made"/' "$root/metrics/linearity.c" >metrics/made.c
echo 'METRIC(made)' >>metrics/metrics_list.h
sed 's/relation_mi_labels/relation_counted/; s/"mi-labels"/"counted"/' "$root/metrics/relations/mi_labels.c" >metrics/relations/counted.c
echo 'RELATION(counted)' >>metrics/relations/relations_list.h
sed -n '/property_irrelevant_codes = {/,/^};/{s/property_irrelevant_codes/property_new_one/; s/"irrelevant-codes"/"new-one"/
    s/"spare"/"new"/; p; }' "$root/reports/judge/properties/rows.c" >>reports/judge/properties/rows.c
echo 'PROPERTY(new_one)' >>reports/judge/properties/properties_list.h
sed 's/cmd_verify/cmd_might/' "$root/cli/cmd_verify.c" >cli/cmd_might.c
sed "s/assay verify/assay might/" cli/help/verify.txt >cli/help/might.txt
echo 'COMMAND(might, 2, 2)' >>cli/commands_list.h
printf 'name: mine\ntitle: my own\nsamples: 100\nseeds: 0:5\nscenarios: [irrelevant-code]\nmetrics: [mig]\n' \
    >bench/plans/mine.yaml
sed -i 's/PLAN("quick")/PLAN("mine") &/' bench/plans_builtin.c
sed -i 's/^static const assay_profile profiles\[\] = {/&\n    GRID("mine", "my data", "myself", CLASSES(3, 5), NAMES("shape", "size")),/' \
    generators/profiles.c
sed -i 's/^ *COLUMN("seeds", grid_count(g, row->at->seeds)) *\\/&\n    COLUMN("twice", grid_count(g, 2 * row->at->seeds)) \\/' \
    reports/tables/score_table.c

unset MAKEFLAGS MAKELEVEL MFLAGS
flags="CC=${variant%%-*}"
case $variant in *-san*) flags="$flags SAN=1" ;; esac
case $variant in *-coverage*) flags="$flags COV=1" ;; esac
check "a metric, a scenario and the others build" exits 0 make -j2 $flags "build/$variant/assay"
assay=$new/build/$variant/assay
few="--scenarios arrived --seeds 0:5"

check "list metrics" sh -c '"$0" list metrics | grep -q "^made "' "$assay"
check "make docs" exits 0 make -o all O="build/$variant" docs
check "writes its row" grep -q '^|`made`|Linearity|E|' docs/metrics.md
check "a relation" exits 0 "$assay" score --scenario noise --samples 100 --relation counted
check "list relations" sh -c '"$0" list relations | grep -q "^counted "' "$assay"
check "list scenarios" sh -c '"$0" list scenarios | grep -q "^arrived "' "$assay"
check "describe: a metric, its cost, its place in lists" exits 0 "$assay" describe made
check "which is cheap" prints "cost:cheap"
check "describe: a scenario" exits 0 "$assay" describe arrived
check "generate" exits 0 "$assay" generate arrived --samples 100 -o data.npz
check "as a program" exits 0 "$assay" generate arrived --numpy
check "score" exits 0 "$assay" score --scenario arrived --samples 100 --metrics made
check "prints it" prints made
check "validate: on the scenario without being asked to" exits 0 "$assay" validate made --against linearity --format csv
check "which is among the data" sh -c 'cat "$1/out" "$1/err" | grep -q arrived' - "$dir"
check "run quick: the plan has the metric" exits 0 "$assay" run quick $few --db quick.db
check "at each point of the scenario" same "$("$assay" export --db quick.db --metrics made | cut -d, -f1-6 |
    grep -c '^arrived,.*,made,default$')" 270
check "run quick --metrics" exits 0 "$assay" run quick $few --metrics made --db quick.db
check "counts the same cells, which are there" says "30 there before"
check "judge: by the truth that the scenario states" exits 0 "$assay" judge made coherent-elsewhere --db quick.db
check "of which the verdict is a pass" prints "✓ pass"
check "with evidence from it" prints arrived
check "plot --list" exits 0 "$assay" plot --list --db quick.db
check "has a figure of it" prints arrived
check "run all: both are in" exits 0 "$assay" run all --scenarios arrived --samples 100 --seeds 0:1 --db all.db
check "at six points" same "$("$assay" export --db all.db --metrics made | cut -d, -f1-6 |
    grep -c '^arrived,.*,made,default$')" 54
count=$(sed -n 's/^\([0-9,]*\) cells in .*/\1/p' "$dir/err")
check "status counts as many cells as the run" exits 0 "$assay" status --db all.db
check "which it says" prints "$count"
if command -v gnuplot >/dev/null; then
    check "audit" exits 0 "$assay" audit made $few --compare mig,sap --out audit
    check "is scored on the scenario" sh -c '"$0" export --db audit/scores.db | grep -q "^arrived,.*,made,default"' \
        "$assay"
else
    skip "audit" "no gnuplot" gnuplot-nox
fi

check "list properties" sh -c '"$0" list properties | grep -q "^new-one "' "$assay"
check "list plans" sh -c '"$0" list plans | grep -q "^mine "' "$assay"
check "run the plan" exits 0 "$assay" run mine --db mine.db
check "judge: the property is asked" exits 0 "$assay" judge mig new-one --db mine.db
check "on its scenario" prints "irrelevant-code"
check "list profiles" sh -c '"$0" list profiles | grep -q "^mine .*3 x 5"' "$assay"
check "run on the profile" exits 0 "$assay" run quick --profile mine --scenarios noise --metrics mig --seeds 0:1 \
    --samples 100 --db profile.db
check "the subcommand has its help" exits 0 "$assay" might --help
check "is in the overview" sh -c '"$0" --help | grep -q "^  might "' "$assay"
check "and in the completion" sh -c '"$0" help --complete -- mi | grep -q "^might"' "$assay"
check "table: the column" exits 0 "$assay" table --db mine.db --format csv
twice=$(awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } $at["twice"] != 10 || $at["seeds"] != 5 { bad++ }
    END { print NR, bad + 0 }' "$dir/out")
check "has its name above its values" same "${twice#* }" 0
check "in every row" test "${twice% *}" -gt 3
cd "$root" || exit 99
done_testing
