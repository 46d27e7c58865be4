#!/bin/sh
# assay reproduce, as a user runs it: every item is there, whatever the store holds.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
check "a small store" exits 0 "$assay" run thesis --scenarios noise,partial --seeds 0:5 --samples 500 --db r.db \
    --metrics mig-sup@zaidi2020,irs@zaidi2020,explicitness@zaidi2020
check "the checklist" exits 0 "$assay" reproduce --db r.db --format csv -o all.csv
for item in S0-a S0-b S1-a S1-b S1-c S1-d S1-e S2-a S2-b S2-c S2-d S2-e S2-f S2-g S2-h S3-a S4-a S4-b S4-c S4-d S4-e \
    S4-f saebench-audit; do
    grep -q "^$item," all.csv || missing="$missing $item"
done
check "no item is missing" same "$missing" ""
check "what needs trained networks says so" grep -q "^S4-f,.*out of reach" all.csv
check "what is not in the store says how to get it" sh -c 'grep "not in this store" all.csv | grep -q "assay run text"'
check "each row has a status" sh -c '! tail -n +2 all.csv |
    grep -vqE "reproduced|undecided|differs|out of reach|not in this store|checked by tests"'
check "mig-sup on partial is m/8: reproduced" sh -c 'grep "^S2-e," all.csv | grep mig-sup | grep -q reproduced'
check "for people" exits 0 "$assay" reproduce --db r.db
check "what is missing is counted" sh -c 'grep -qE "^S2-d .* [0-9]+ results .*not in this store" out'
check "one item in full: with the numbers" has "partial" reproduce S2-e --db r.db
check "JSON: has the keys" has '"statement"' reproduce S2-e --db r.db --format json
# The example of CONTRIBUTING.md is a paper; a file that is not one is refused with its line.
sed -n '/^## Add a paper/,/^An entry/s/^    //p' "$root/CONTRIBUTING.md" >own.yaml
check "a paper of one's own" exits 0 "$assay" reproduce S5-a --db r.db --paper own.yaml --format csv
check "its numbers" prints "S5-a,\"Own et al. 2030, table 1\",noise,alpha=0.6,mig,zaidi2020"
check "its statements, one for each score" same "$(grep -c "falls as noise grows" out)" 3
check "what no score decides" prints "needs the networks"
check "its verdicts" prints "calibrated: yes"
check "all of it by its word" exits 0 "$assay" reproduce own --db r.db --paper own.yaml
check "it is a document of the checklist: by its heading" has "Own, Other 2030" reproduce --db r.db --paper own.yaml
sed '18s/score: mig,/score: mgi,/' own.yaml >wrong.yaml
check "a name that is not there" refuses 3 "wrong.yaml:18: no metric 'mgi': $did_you_mean 'mig'?" \
    "$assay" reproduce --db r.db --paper wrong.yaml
check "a file that is not there" refuses 3 "none.yaml" "$assay" reproduce --db r.db --paper none.yaml
# The audit of SAEBench at a tenth of its plan: what holds by a wide margin holds there, too.
cat >features.yaml <<'END'
name: sparse
samples: 4000
seeds: 0:3
metrics: [tpp@saebench, scr@default, scr@saebench, 'sparse-probe@default:classes=firing:rows=halves']
scenarios: [{features: {encoder: oracle, dose: 0}}, {features: {encoder: [random, permuted-decoder], dose: 1}}]
END
"$assay" run features.yaml --db sparse.db >out 2>&1
"$assay" reproduce saebench-audit --db sparse.db --format csv -o audit.csv
audited() { grep ",$1.*$2" audit.csv | sed -E 's/.*,(reproduced|differs|undecided|not in this store),.*/\1/'; }
check "the oracle's TPP is above that of random codes" \
    same "$(audited tpp,saebench 'the oracle is above random')" reproduced
check "a permuted decoder destroys TPP" same "$(audited tpp,saebench 'a permuted decoder')" reproduced
check "and leaves probes unchanged" same "$(audited sparse-probe,default 'a permuted decoder')" reproduced
check "what scores of sparse codes show" exits 0 "$assay" table --sae --db sparse.db --format csv
check "a row for each, with noise and effects" same "$(tr -d '\r' <out | sed -n '1p;$=' | tr '\n' ' ' | cut -c1-79)" \
    "score,rows,oracle,chance,worlds,noise,reliable,seeds,validity_f1,validity_mcc,a"
no_gnuplot
check "a page has the same" exits 0 "$assay" report --db sparse.db --out page
check "in a section" grep -q '<h3 id="sparse">' page/index.html
check "of a store without encoders" refuses 3 "r.db holds no scores of scenario features" "$assay" table --sae --db r.db
on_screen() { COLUMNS=80 LINES=30 "$assay" "$@" --db r.db >screen && [ "$(wc -l <screen)" -le 30 ]; }
check "the first screen of a checklist" on_screen reproduce
check "  counts what is not in the store" grep -q 'not in this store' screen
check "  has no line that is wider" sh -c '! sed "s/─/-/g" screen | grep -q ".\{100\}"'
check "of a table, too" on_screen table
check "and of verdicts" on_screen judge
check "all of it with --all" sh -c '[ "$(COLUMNS=80 "$0" reproduce --all --db r.db | wc -l)" -gt 100 ]' "$assay"
check "an unknown item" refuses 2 "S9-z" "$assay" reproduce S9-z --db r.db
cd "$root" || exit 99
done_testing
