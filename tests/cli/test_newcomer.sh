#!/bin/sh
# A newcomer: one file and one line make a metric, a relation, a scenario, a subcommand or a format of tables, one entry
# makes a plan, a property, a factor profile, a preset, a figure of a paper, an option or a column of export and tables,
# as CONTRIBUTING says, and every tool has it then.
. tests/cli/tap.sh
root=$PWD new=$dir/checkout variant=${O##*/}
mkdir -p "$new/build/$variant" || exit 99
rooms="core reference generators scenarios metrics scoring bench lab papers reports plots cli"
cp -a Makefile include python $rooms "$new" || exit 99
for room in $rooms scoring.a above.a; do cp -a "$O/$room" "$new/build/$variant" || exit 99; done
mkdir "$new/docs" && cp -a docs/*.awk "$new/docs" && cd "$new" || exit 99

sed 's/scenario_noise/scenario_arrived/; s/"noise"/"arrived"/' "$root/scenarios/noise.c" >scenarios/arrived.c
echo 'SCENARIO(arrived)' >>scenarios/list.h
sed "s/noise:/arrived:/" "$root/reference/scenarios/noise.py" >reference/scenarios/arrived.py
sed 's/metric_linearity/metric_made/; s/= "linearity"/= "made"/' "$root/metrics/linearity.c" >metrics/made.c
echo 'METRIC(made)' >>metrics/metrics_list.h
sed 's/relation_mi_labels/relation_counted/; s/"mi-labels"/"counted"/' metrics/relations/mi_labels.c \
    >metrics/relations/counted.c
echo 'RELATION(counted)' >>metrics/relations/relations_list.h
sed -n '/property_irrelevant_codes = {/,/^};/{s/y_irrelevant_codes/y_new_one/; s/"irrelevant-codes"/"new-one"/
    s/"spare"/"new"/; p; }' "$root/reports/judge/properties/rows.c" >>reports/judge/properties/rows.c
echo 'PROPERTY(new_one)' >>reports/judge/properties/properties_list.h
sed 's/cmd_verify/cmd_might/' "$root/cli/cmd_verify.c" >cli/cmd_might.c
sed 's/assay verify/assay might/; s/names$/&\n\n  -q, --quiet  print nothing/' cli/help/verify.txt >cli/help/might.txt
echo 'COMMAND(might, 2, 2)' >>cli/commands_list.h
printf 'name: mine\ntitle: my own\nsamples: 100\nseeds: 0:5\nscenarios: [irrelevant-code]\nmetrics: [mig]\n' \
    >bench/plans/mine.yaml
sed -i 's/PLAN("quick")/PLAN("mine") &/' bench/plans_builtin.c
profile='GRID("mine", "my data", "I", CLASSES(3, 5), NAMES("a", "b")),'
sed -i "s/^static const assay_profile profiles\[\] = {/&\n    $profile/" generators/profiles.c
sed -i 's/^ *COLUMN("seeds", \(grid_count(g, \)row->at->seeds)) *\\/&\n    COLUMN("twice", \12 * row->at->seeds)) \\/' \
    reports/tables/score_table.c
sed -i 's/^ *COLUMN("seconds", .*/& \\\n    COLUMN("more", GRID_COUNT(2 * row->seed))/' cli/cmd_export.c
sed -i 's/^ *{ "zhang2021", .*/    { "own2030", "Own 2030", "constants=keep", "None." },\n&/' metrics/hoyer.c
sed -i 's/^ *{ "text-1"\(.*\)/    { "text-9"\1 "assay run text", draw_families },\n&/' plots/figure_documents.c
sed -i 's/^ *FORMAT(GRID_MARKDOWN.*/    FORMAT(GRID_TSV, "tsv", 1, grid_write_tsv) \\\n&/' reports/tables/grid.h
echo 'void grid_write_tsv(const grid *g, FILE *to);' >>reports/tables/grid_inside.h
printf '#include "grid_inside.h"\nvoid grid_write_tsv(const grid *g, FILE *to) { fputs(g->column[0].key, to); }\n' \
    >reports/tables/grid_tsv.c

unset MAKEFLAGS MAKELEVEL MFLAGS
flags="CC=${variant%%-*}"
case $variant in *-san*) flags="$flags SAN=1" ;; esac
case $variant in *-coverage*) flags="$flags COV=1" ;; esac
check "a metric, a scenario and the others build" exits 0 make -j2 $flags "build/$variant/assay"
assay=$new/build/$variant/assay
few="--scenarios arrived --seeds 0:5"

points() { "$assay" export --db "$1" --metrics made | cut -d, -f1-6 | grep -c '^arrived,.*,made,default$'; }
for one in "metrics made" "relations counted" "scenarios arrived" "properties new-one" "plans mine" \
    "presets hoyer@own2030" "profiles mine .*3 x 5"; do
    check "list $one" has "^${one#* } " list "${one%% *}"
done
check "make docs" exits 0 make -o all O="build/$variant" docs
check "writes its row" grep -q '^|`made`|Linearity|E|' docs/metrics.md
check "a relation" exits 0 "$assay" score --scenario noise --samples 100 --relation counted
check "describe: a metric, its cost, its place in lists, which is cheap" has cost:cheap describe made
check "describe: a scenario" exits 0 "$assay" describe arrived
check "generate" exits 0 "$assay" generate arrived --samples 100 -o data.npz
check "as a program" exits 0 "$assay" generate arrived --numpy
check "score prints it" has made score --scenario arrived --samples 100 --metrics made
check "validate: on the scenario without being asked to" has arrived validate made --against linearity --format csv
check "run quick: the plan has the metric" exits 0 "$assay" run quick $few --db quick.db
check "at each point of the scenario" same "$(points quick.db)" 270
check "counts the same cells, which are there" notes "30 there before" run quick $few --metrics made --db quick.db
check "judge: a pass by the truth that the scenario states" has "✓ pass" judge made coherent-elsewhere --db quick.db
check "with evidence from it" prints arrived
check "plot --list has a figure of it" has arrived plot --list --db quick.db
check "run all: both are in" exits 0 "$assay" run all --scenarios arrived --samples 100 --seeds 0:1 --db all.db
check "at six points" same "$(points all.db)" 54
count=$(sed -n 's/^\([0-9,]*\) cells in .*/\1/p' "$dir/err")
check "status counts as many cells as the run" has "$count" status --db all.db
if command -v gnuplot >/dev/null; then
    check "audit" exits 0 "$assay" audit made $few --compare mig,sap --out audit
    check "is scored on the scenario" test "$(points audit/scores.db)" -gt 0
else
    skip "audit" "no gnuplot" gnuplot-nox
fi

check "run the plan" exits 0 "$assay" run mine --db mine.db
check "judge: the property is asked on its scenario" has irrelevant-code judge mig new-one --db mine.db
check "run on the profile" exits 0 "$assay" run quick --profile mine --scenarios noise --metrics mig --seeds 0:1 \
    --samples 100 --db profile.db
check "the subcommand has its help, with its option" has --quiet might --help
check "is in the overview" has "^  might " --help
check "and in the completion" has "^might" help --complete -- mi
check "the format" has "^id$" list plans --format tsv
check "help offers it" has "csv|tsv|markdown" table --help
check "a figure of a paper" refuses 3 "text-9: no score of letters" "$assay" plot text-9 --db mine.db
check "export: the column" has ",seconds,more" export --db mine.db
check "table: the column" exits 0 "$assay" table --db mine.db --format csv
check "has its name above its values, in every row" awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next } $at["twice"] != 10 || $at["seeds"] != 5 { bad = 1 }
    END { exit bad || NR < 4 }' "$dir/out"
cd "$root" || exit 99
done_testing
