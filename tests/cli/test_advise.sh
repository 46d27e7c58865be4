#!/bin/sh
# `assay advise`: which metric for which question, from pairs of known order.
. tests/cli/tap.sh
cd "$dir" || exit 99

small_bank "mig-sup, modularity, 'family:control'" >small.yaml
"$assay" run small.yaml --db bank.db >/dev/null 2>err || exit 99
field() { # field METRIC OUTPUT KEY: of the JSON
    python3 -c 'import json, sys
for o in json.load(open("advice.json"))["properties"][0]["outputs"]:
    if o["metric"] == sys.argv[1] and o["output"] == sys.argv[2]: print(o[sys.argv[3]])' "$@"
}
check "a table of strips" has "how often the better of two representations scores higher" advise --db bank.db
check "and counts the pairs" prints "50 pairs of known order of 5 banks, 300 rows"
check "and names what claims the property and is not scored" prints "Not scored on these pairs: jemmig, dcimig, "
check "with the command" prints "assay run bank --metrics jemmig --db STORE"
check "LaTeX has a caption that names the property" same "$("$assay" advise --db bank.db --format latex |
    grep -c 'caption{Which metric to report for modularity: concordance')" 1
check "it has JSON" exits 0 "$assay" advise modularity --db bank.db --format json
cp out advice.json
check "in which a constant has one half" same "$(field control-constant control-constant concordance)" 0.5
check "and the truth has 1" same "$(field control-oracle modularity concordance)" 1.0
check "and a detector of any signal has one half" same "$(field control-signal any concordance)" 0.5
leading=$(for c in constant noise blind; do field control-$c control-$c leading; done | sort -u)
check "no control leads" same "$leading" False
check "mig-sup leads" same "$(field mig-sup mig-sup leading)" True
check "a property without pairs has no table" sh -c '! "$1" advise compactness --db bank.db | grep -q Concordance' - "$assay"
check "an unknown property is a usage error" exits 2 "$assay" advise disentanglement --db bank.db
check "which names the three" says "(modularity, compactness, explicitness)"

check "pairs like one's own data are fewer, and said so" exits 0 "$assay" advise --db bank.db --kinds continuous --dependence low
check "with the number that remains" prints "30 pairs of known order like the data asked for, of 50"
check "of too few no metric is ranked" exits 0 "$assay" advise --db bank.db --kinds categorical --expect rotation
check "which is a sentence" prints "0 pairs are like these data, and fewer than 20 rank no metric (--expect alone leaves 10"
"$assay" generate noise --set alpha=0.2 -n 400 --seed 1 -o own.npz || exit 99
check "a file says what its factors are like" exits 0 "$assay" advise --db bank.db --like own.npz
check "in a line" says "8 continuous factors, 400 rows; no two factors are certainly dependent"
check "with the number of rows that was asked for" prints "300 rows, its nearest to 400)"
awk 'BEGIN { srand(1); print "shape,turn,x,lat0"; for (k = 0; k < 300; k++) { t = 360 * rand(); x = rand()
    print int(3 * rand()) "," t "," x "," x + 0.1 * rand() } }' >own.csv
check "columns of a table are factors by --factors" exits 0 "$assay" advise --db bank.db --like own.csv --factors shape..x --kinds categorical,cyclic:360,continuous
check "  the others codes" says "own.csv:shape..x: 3 mixed factors, 300 rows"
check "  of an angle metrics that take none are left out" says "no pairs have an angle; left out, since they do not take one: dmig, xmig, dlig, irs, dci-lasso"
check "  in the kinds of a list without a file, too" exits 0 "$assay" advise modularity --db bank.db --kinds ordinal,cyclic:2pi --format json
check "  and are not named as not scored" sh -c '"$1" advise modularity --db bank.db --kinds continuous,cyclic:2pi 2>/dev/null | grep "^Not scored" | grep -qv dci-lasso' - "$assay"
check "a kind that is none is refused" refuses 2 "no choice 'circle' of advise --kinds" "$assay" advise --db bank.db --kinds ordinal,circle
check "a whole table is said to be taken whole" exits 0 "$assay" advise --db bank.db --like own.csv
check "  in a note" says "note: all 4 columns are taken as factors (--factors COLUMNS chooses others); factors taken as categorical, being integers: shape; as continuous, being floats: turn, x, lat0; if turn is an angle, its kind is cyclic:360 (--kinds)"
check "a word that the bank has not is a usage error" exits 2 "$assay" advise --db bank.db --expect dust
check "with the words that it has" says "no choice 'dust' of --expect (mixing, rotation, copies, noise, missing, folding"

# Scores that are undefined, and scores that are no better than a control.
cp bank.db weak.db
small_bank "smoothness, irs, dlig" >weak.yaml
"$assay" run weak.yaml --db weak.db >/dev/null 2>err || exit 99
check "conditions under which a score is undefined are counted" sh -c '"$1" advise modularity --db weak.db >out && grep -Eq "^smoothness .*undefined with [a-z=]*, [a-z=]* and [0-9]+ more" out' - "$assay"
check "  and no line is wide" test "$(LC_ALL=C.UTF-8 wc -L <out)" -le 120
check "what takes no angle has no row where there is one" same "$("$assay" advise modularity --db weak.db | grep -o '^irs ' | sort -u | wc -l) $(
    "$assay" advise modularity --db weak.db --kinds continuous,cyclic:2pi 2>err | grep -o '^irs ' | sort -u | wc -l)" "1 0"
check "where nothing leads" exits 0 "$assay" advise modularity --metrics irs,dlig --db weak.db --format json
check "  the control is named that is as good" grep -Eq '"Modularity: none is recommended: of metrics of modularity alone the highest, (irs|dlig) .0[.][0-9]*., is not certainly above control-[a-z]* .0[.][0-9]*., which does not measure it[.]' out

check "a paper has the source" has "author = {Ridgeway, Karl and Mozer, Michael}," advise --paper --db bank.db
check "of one property alone" refuses 3 "nothing leads for compactness" "$assay" advise compactness --paper --db bank.db
check "also as JSON" same "$("$assay" advise compactness --format json --db bank.db 2>err | grep -c mig-sup)" 0
check "  the paragraph, too" has '"text": "Metrics were chosen by' advise --paper --format json --db bank.db
"$assay" run small.yaml --metrics mig-sup --db one.db >/dev/null 2>err || exit 99
check "one alone does not lead" has "Modularity: none is recommended: one metric alone is scored" advise --db one.db

"$assay" run quick --scenarios noise --metrics mig --seeds 0:2 --samples 100 --db none.db >/dev/null 2>err || exit 99
check "a store without pairs gets no ranking" exits 3 "$assay" advise --db none.db
check "but the command that makes them" says "assay run bank --db none.db"
check "nor a figure of strips" refuses 3 "assay run bank --db none.db" "$assay" plot strips --db none.db

check "a range in a plan that is none is refused" exits 3 "$assay" run bad.yaml --db x.db
printf 'name: bad\ntitle: t\nsamples: 9\nseeds: 0:1\nmetrics: mig\nscenarios: [{bank: {pair: "3:1"}}]\n' >bad.yaml
check "a range that runs backwards is refused" exits 3 "$assay" run bad.yaml --db x.db
check "with its text" says "'3:1' is no range A:B"
printf 'name: bad\ntitle: t\nsamples: 9\nseeds: 0:1\nmetrics: mig\nscenarios: [{bank: {property: modularity, spoil: copies}}]\n' >bad.yaml
"$assay" run bad.yaml --db x.db >out 2>err
check "a pair that is not ordered for certain is refused" says "does not order the property for certain"

# On a screen there is an answer for each property, and no table.
cp bank.db both.db
plan other 300 1:6 "{bank: {property: compactness, pair: 0:4}}" "mig, 'family:control'" >other.yaml
"$assay" run other.yaml --db both.db >/dev/null 2>err
check "a screen has answers" exits 0 sh -c 'COLUMNS=80 LINES=30 "$1" advise --db both.db >screen' - "$assay"
check "for each property" same \
    "$(grep -oE '^[a-z]*ness  |^modularity  ' screen | tr -d '\n')" "modularity  compactness  "
check "and no more than fit" test "$(wc -l <screen)" -le 30
check "elsewhere there are tables" same "$("$assay" advise --db both.db | grep -c '^Which metric to report for ')" 2
check "all of them with --all" same \
    "$(COLUMNS=80 "$assay" advise --all --db both.db | grep -c '^Which metric to report for ')" 2

if command -v gnuplot >/dev/null; then
    check "the strips are drawn" exits 0 "$assay" plot strips --db bank.db --out figures --format svg
    check "with a line for each output that claims the property, and the controls that do not look at it" \
        same "$(grep -c '^1 ' figures/strips.dat)" "$(python3 -c 'import json
print(sum("M" in o["claims"] and o["metric"] != "control-oracle" for o in json.load(open("advice.json"))["properties"][0]["outputs"]))')"
    check "numbers are those of advise" grep -q "$(field mig-sup mig-sup concordance | cut -c1-8)" figures/strips.dat
else
    skip "the strips are drawn" "no gnuplot" gnuplot-nox
fi
done_testing
