#!/bin/sh
# assay judge, as a user runs it: on five seeds of a constant, the oracle, and metrics whose
# verdicts are known.
. tests/cli/tap.sh
root=$PWD
python=/usr/bin/python3
cd "$dir" || exit 99
"$assay" list properties --format csv | tail -n +2 | tr -d '\r' >all
properties=$(wc -l <all)
grep -v ',features$' all >asked # those of sparse codes have columns where scenario features is in the store

check "a store" exits 0 "$assay" run quick --scenarios noise,mixing,partial --seeds 0:5 --samples 1000 --db j.db \
    --metrics control-constant,control-oracle,mig,mig-sup,modularity,dci-lasso,z-min-var

check "a table" exits 0 "$assay" judge --db j.db
check "in one block, of what was asked: not 5" grep -Eq '^metric +claims +1 +2 +3 +4 +7 +8 +9 +10$' "$dir/out"
check "and says how much is not in it" grep -q '^--all shows [0-9]* properties that nobody was asked here$' "$dir/out"
check "everything" exits 0 "$assay" judge --all --db j.db
check "every property has its number and is spelt out below" prints \
    "$(wc -l <asked) $(tail -n 1 asked | cut -d, -f1)"
check "modularity fails on mixing, 1: it does not fall before alpha=.3" sh -c 'grep -q "^modularity  *M  *✗" out'
check "with 1000 samples it falls with noise, 7, which may be bias" sh -c \
    'grep -qE "^modularity +M +✗ +– +– +∅[^ ]* +· +· +\?" out'
check "no colours in a file" sh -c '! grep -q "$(printf "\033")" out'
check "what is missing is marked" prints "· not-run"
check "what marks rest on" prints "a mark without a letter rests on 1,000 rows, 5 seeds"
check "that all sizes are small" sh -c 'head -4 out | tr "\n" " " | grep -q "verdicts at one size rest on at most 1,000 rows"'

check "one verdict in full: the rule" has "rule " judge modularity modularity-coherent --db j.db
check "the comparisons" prints "decides"
check "what the thesis has" prints "published  no (Boilard 2022, table 3.2)"
check "the figure" prints "figure     assay plot"
cp j.db 'a store.db'
check "an open verdict" exits 0 "$assay" judge mig calibrated --db 'a store.db'
check "has its command in one line, for this store" sh -c 'grep -qx "then  *assay run audit .*:[0-9]* --db .a store.db." out'
check "and nothing of it elsewhere" sh -c '[ "$(grep -c "until-decided" out)" = 1 ]'
check "as pasted it runs" sh -c 'eval "\"$1\" $(sed -n "s/^then  *assay//p" out)"' - "$assay"
check "words and what they stand for have no header" sh -c 'grep -B1 "^verdict  " out | head -1 | grep -qx ""'
check "a metric alone: also what is not claimed" has "does not claim to measure" judge mig@default --db j.db

check "a metric in full is one table of comparisons" exits 0 "$assay" judge mig --db j.db --format csv
check "with one header" sh -c '[ "$(grep -c "^metric,preset,output,property,verdict,comparison," out)" = 1 ]'
check "every line has its property" sh -c '[ "$(tail -n +2 out | cut -d, -f1-4 | sort -u | wc -l)" = "$1" ]' - \
    "$properties"
check "a metric in full is one page" exits 0 "$assay" judge mig --db j.db --format markdown
check "with the verdicts" sh -c '[ "$(grep -c "^| verdict " out)" = "$1" ]' - "$properties"
pasted() { # a table in the document of whoever pastes it
    printf '%s\n' '\documentclass{article}\usepackage[T1]{fontenc}\usepackage{textcomp,graphicx,booktabs}' \
        '\usepackage[a4paper,landscape,margin=15mm]{geometry}\begin{document}\footnotesize\noindent'
    "$assay" judge --db j.db --format latex "$@"
    printf '%s\n' '\end{document}'
}

check "CSV" exits 0 "$assay" judge --db j.db --format csv
check "a row for each verdict" sh -c '[ "$(grep -c "^mig-sup,default,mig-sup," out)" = "$1" ]' - "$properties"
check "mig-sup is m/8 on partial: it fails" sh -c 'grep -q "^mig-sup,default,mig-sup,unmeasured-factors,fail" out'
check "the oracle passes" sh -c 'grep -q "^control-oracle,default,modularity,noise-robust,pass" out'
check "a constant is flat" sh -c 'grep -q "^control-constant,default,control-constant,unmeasured-factors,pass" out'
check "and not calibrated" sh -c 'grep -q "^control-constant,default,control-constant,calibrated,fail" out'

if [ -x $python ]; then
    check "JSON" exits 0 "$assay" judge --db j.db --metrics mig --format json -o j.json
    cat >contract.py <<'P'
import json, sys
verdicts = json.load(open("j.json"))["verdicts"]
assert len(verdicts) == len(set(v["property"] for v in verdicts)) == int(sys.argv[1]), len(verdicts)
for v in verdicts:
    assert set(v) == {"metric", "preset", "output", "property", "claims", "verdict", "samples", "seeds",
                      "sizes", "factors", "evidence", "published", "worst_found"}, v
    assert v["worst_found"]["claim"] == "false-alarm" and v["worst_found"]["violation"] > 0.5, v
    assert set(v["evidence"]) == {"text", "value", "low", "high", "threshold", "points"}, v
    assert v["verdict"] in ("pass", "fail", "undefined", "undecided", "not-run", "not-claimed"), v
    assert v["claims"] == "C" and (v["samples"] == 1000) == (v["seeds"] == 5), v
    assert v["evidence"]["text"], v
one = {v["property"]: v for v in verdicts}["unmeasured-factors"]
assert one["verdict"] == "pass" and one["published"] == "yes" and len(one["evidence"]["points"]) == 7, one
assert abs(one["evidence"]["value"]) <= one["evidence"]["threshold"] == 0.05, one
P
    check "as agreed" exits 0 $python contract.py "$properties"
else
    skip "JSON as agreed" "no $python" python3
fi

check "JSON of one property" exits 0 "$assay" judge mig calibrated --db j.db --format json
check "has that alone" sh -c '[ "$(grep -c "\"property\":" out)" = 1 ] && grep -q "calibrated" out'
check "the thesis in JSON: entries of the checklist" has '"id": "S2-f"' judge --published --db j.db --format json
check "LaTeX" exits 0 "$assay" judge --db j.db --format latex
if command -v pdflatex >/dev/null; then
    pasted >j.tex && pasted mig >full.tex
    check "compiles" sh -c 'pdflatex -interaction=nonstopmode -halt-on-error j.tex >out 2>err'
    check "into lines" sh -c '! grep "^Overfull .hbox" out'
    sed 's/a4paper.*15mm/a4paper/; s/footnotesize/normalsize/' j.tex >upright.tex
    check "so does it upright, in large letters" sh -c 'pdflatex -interaction=nonstopmode upright.tex >out 2>err'
    check "into lines, too" sh -c '! grep "^Overfull" out'
    check "so does a metric in full" sh -c 'pdflatex -interaction=nonstopmode -halt-on-error full.tex >out 2>err'
else
    skip "LaTeX compiles" "no pdflatex" texlive-latex-recommended
fi
check "Markdown: is a table" has "| mig-sup " judge --db j.db --format markdown

check "marks of scores by other code are not compared" has "130 not in this store" judge --published --db j.db
"$assay" run quick --scenarios noise --seeds 0:5 --samples 1000 --db j.db --metrics mig-sup@zaidi2020 2>err
check "what the published code gives is" sh -c '"$1" judge --published --db j.db --format csv |
    grep -q "^S2-f,.*,mig-sup,zaidi2020,.*robust to noise: no,.*,reproduced,"' - "$assay"
check "--check: a failure is 1" exits 1 "$assay" judge --check --metrics mig --db j.db
check "none is 0" exits 0 "$assay" judge --check mig unmeasured-factors --db j.db
"$assay" run quick --scenarios noise --metrics xmig --seeds 0:5 --samples 200 --db u.db 2>/dev/null
check "a score that is undefined where one is needed is 1" exits 1 "$assay" judge --check xmig calibrated --db u.db
check "as it says" prints "∅ undefined"

check "an unknown property" refuses 2 "assay list properties" "$assay" judge mig roundness --db j.db
check "a metric that is not there" refuses 3 "no scores of sap" "$assay" judge sap --db j.db
check "a store that is not there" refuses 3 "none.db" "$assay" judge --db none.db
check "all properties are described" sh -c '"$1" list properties --format csv | tail -n +2 | cut -d, -f1 |
    while read -r id; do "$1" describe "$id" >"$2" || exit 1; done' - "$assay" out
check "all thresholds are listed: with values" has "0.05" list thresholds

check "scenarios that were not asked for are not called missing" exits 0 "$assay" judge mig calibrated --db j.db \
    --scenarios mixing
check "but left out" prints "what --scenarios and --samples left of the store has no scenario noise"

check "plan audit on the oracle" exits 0 "$assay" run audit --metrics control-oracle --db audit.db
check "has what every property asks for" exits 0 "$assay" judge --db audit.db control-oracle --format csv
check "none has too little data" sh -c 'cut -d, -f5 out | grep -qx pass &&
    ! cut -d, -f5 out | grep -q "und\|not-run\|fail"'
cd "$root" || exit 99
# Without --db: the one store in out/, with a word; of several none; out/assay.db before all others.
cd "$dir" && mkdir -p elsewhere/out/quick elsewhere/out/other && cp j.db elsewhere/out/quick/scores.db && cd elsewhere || exit 99
for command in "judge mig" table status export agree "plot --list"; do
    # shellcheck disable=SC2086
    check "$command without --db" notes "note: this is the store out/quick/scores.db; --db names another" $command
done
check "a store that is named and missing is not looked for elsewhere" refuses 3 "none.db: No such file" "$assay" judge \
    --db none.db
cp ../j.db out/other.db
check "of two stores" refuses 3 "name one of these with --db:" "$assay" judge
check "both are named" sh -c 'grep -qx "  out/other.db" "$1" && grep -qx "  out/quick/scores.db" "$1"' - ../err
cp ../j.db out/assay.db
check "the usual place" exits 0 "$assay" judge mig
check "is meant without a word" test ! -s ../err
rm -r out && check "no store at all" refuses 3 "out/assay.db: No such file" "$assay" judge
cd .. || exit 99
done_testing
