#!/bin/sh
# `assay score --format json` and `assay export`, as other programs read them. (Files say the same as scenarios:
# tests/bench/arrays/test_written.c.)
. tests/cli/tap.sh
cd "$dir" || exit 99
python=$(for p in /usr/bin/python3 python3; do command -v $p; done | head -n 1)

cat >contract.py <<'P'
import json, math, sys
with open(sys.argv[1]) as f:
    top = json.load(f)
assert [k for k in top if k != "warnings"] == ["assay", "n", "n_factors", "n_codes", "scores"], list(top)
assert top["assay"] == sys.argv[2] and (top["n"], top["n_factors"], top["n_codes"]) == (300, 8, 8), top
undefined = 0
for s in top["scores"]:
    keys = [k for k in s if k != "items"]
    assert keys == ["metric", "preset", "output", "value", "undefined", "seconds"], keys
    assert all(isinstance(s[k], str) for k in keys[:3]) and isinstance(s["seconds"], float) and s["seconds"] >= 0
    assert (s["value"] is None) == (s["undefined"] is not None), s
    assert s["value"] is None or isinstance(s["value"], float) and math.isfinite(s["value"])
    undefined += s["value"] is None and bool(s["undefined"])
    if "items" in s:
        assert s["items"]["axis"] in ("factor", "code") and len(s["items"]["values"]) == 8
        assert all(v is None or isinstance(v, float) for v in s["items"]["values"])
        none = s["items"]["values"].count(None)
        assert none == s["items"]["n_undefined"] and (none == 0) == ("undefined" not in s["items"])
names = [(s["metric"], s["preset"], s["output"]) for s in top["scores"]]
assert len(set(names)) == len(names)
print(len(names), undefined)
P
if [ -z "$python" ]; then
    skip "the contract of the JSON" "no python3" python3
else
    check "score as JSON" \
        exits 0 "$assay" score --scenario noise -n 300 -m family:information,sap --format json -o s.json
    check "keeps the contract" exits 0 "$python" contract.py s.json "$("$assay" --version | cut -d' ' -f2)"
    "$assay" generate noise --samples 300 -o c.csv
    awk -F, 'BEGIN { OFS = "," } NR > 1 { for (k = 1; k <= 8; k++) $k = "1.5" } 1' c.csv >constant.csv
    check "constant factors" exits 0 "$assay" score --data constant.csv --metrics mig,mig-sup --format json -o s.json
    check "are undefined, with a reason" exits 0 "$python" contract.py s.json "$("$assay" --version | cut -d' ' -f2)"
    check "not silently 0 or 1" sh -c '[ "$(cut -d" " -f2 "$1")" -ge 1 ]' - out
fi
check "JSON goes to standard output too" exits 0 "$assay" score --scenario noise -n 50 -m mig --format json
check "and is alone there" sh -c 'head -c 1 "$1" | grep -q "{"' - out

# A remark counts the classes that a scenario declares, or those that a file has.
values() { grep -v '"seconds"\|"remark"' "$1" | sed '/^ "warnings"/,/^ \]/d; s/^ \],$/ ]/'; }
# NaN in a factor is refused, or an absent value where that is said.
"$assay" score --scenario pos -n 400 --seed 5 -m mig,sap@zaidi2020,irs --format json -o want.json
for file in p.npz p.csv; do
    "$assay" generate pos -n 400 --seed 5 -o $file
    check "absent values in $file are refused" exits 3 "$assay" score --data $file --kinds categorical -m mig
    exits 0 "$assay" score --data $file --kinds lacking:categorical -m mig,sap@zaidi2020,irs --format json -o got.json
    exits 0 "$assay" score --data $file --kinds absent:categorical -m mig,sap@zaidi2020,irs --format json -o as.json
    check "or said to be absent" same "$(values as.json)" "$(values got.json)"
    check "or left out, factor by factor, as in the scenario" same "$(values got.json)" "$(values want.json)"
done
check "and counted" grep -q '"absent"' got.json

check "a relation comes with the scores" exits 0 "$assay" score --scenario mixing -n 50 -m mig -r mi -r lasso \
    --format json
check "as its matrix" grep -q '"relation": "lasso"' out
check "one that does not exist is a mistake" exits 2 "$assay" score --scenario mixing -n 50 -m mig -r nope

"$assay" generate mixing --set alpha=0.25 -n 200 --seed 9 -o a.csv
"$assay" generate mixing --set alpha=0.25 -n 200 --seed 10 -o b.csv
check "another seed does not" sh -c '! cmp -s a.csv b.csv'
check "- is text on standard output" exits 0 "$assay" generate mixing --set alpha=0.25 -n 200 --seed 9 -o -
check "the same text" cmp out a.csv

# export
cat >p.yaml <<'P'
name: two, "quoted"
samples: 60
seeds: 0:2
scenarios: [{noise: {alpha: [0, 0.5]}}, duplicate]
metrics: [mig, control-noise]
P
"$assay" run p.yaml --db e.db 2>err
check "export" exits 0 "$assay" export --db e.db
check "has the columns it says" \
    same "$(head -n 1 out)" "scenario,point,samples,seed,metric,preset,output,axis,item,value,undefined,seconds"
check "overall values have no item" sh -c 'grep -q "^noise,alpha=0.5,60,1,mig,default,mig,factor,,0" "$1"' - out
check "items are of v1, v2, ..." sh -c 'grep -q "^noise,alpha=0.5,60,1,mig,default,mig,factor,v8,0" "$1"' - out
check "an overall output says so" \
    sh -c 'grep -q "^noise,alpha=0,60,0,control-noise,default,control-noise,[a-z]*,," "$1"' - out
check "points are NAME=VALUE;NAME=VALUE" sh -c 'grep -q "^duplicate,copies=[0-9]*;factors=[0-9]*,60" "$1"' - out
want=$("$assay" score --scenario noise --set alpha=0.5 -n 60 --seed 1 -m mig,control-noise --format csv |
    sed '1d' | cut -d, -f4)
got=$(sed -n 's/^noise,alpha=0.5,60,1,[^,]*,default,[^,]*,[a-z]*,,\([^,]*\),.*/\1/p' out)
check "a stored score is what score says of the same data" same "$got" "$want"
check "filters" exits 0 "$assay" export --db e.db --scenarios noise --metrics mig -n 60
check "keep what they name" same "$(sed 1d out | cut -d, -f1,5 | sort -u)" "noise,mig"
check "JSON Lines" exits 0 "$assay" export --db e.db --format jsonl -o e.jsonl
if [ -z "$python" ]; then
    skip "the two formats agree" "no python3" python3
else
    cat >agree.py <<'P'
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
lines = [json.loads(line) for line in open(sys.argv[2])]
assert len(rows) == len(lines) > 0
for r, l in zip(rows, lines):
    assert list(r) == list(l), (list(r), list(l))
    for k in r:
        text = "" if l[k] is None else l[k]
        if k == "seconds": continue
        assert (float(r[k]) == text if isinstance(text, float) else r[k] == str(text)), (k, r[k], text)
P
    "$assay" export --db e.db -o e.csv
    check "the two formats agree" exits 0 "$python" agree.py e.csv e.jsonl
fi
check "export takes groups" exits 0 "$assay" export --db e.db --metrics family:control
check "and leaves out what is not in them" sh -c '! grep -q ",mig," out && grep -q ",control-noise," out'
check "export takes exclusions" exits 0 "$assay" export --db e.db --metrics mig,family:control,-control-noise
check "and leaves those out" sh -c 'grep -q ",mig," out && ! grep -q ",control-noise," out'
check "status knows what is done" exits 0 "$assay" status --db e.db --format csv
check "of everything" same "$(sed -n 's/.*,noise,\([0-9]*\),\([0-9]*\),0,0,.*/\1 \2/p' out)" "8 8"

# A factor of almost as many classes as rows may be a number; that there are few rows is said, too.
printf 'v1,z1\n1,0.5\n2,.3\n3,.2\n4,.9\n5,.8\n' >"$dir/classes.csv"
check "warnings of the data" exits 0 "$assay" score --data "$dir/classes.csv" -m mig --format json
check "of classes with few rows" prints '"warning": "few-of-a-class"'
check "and what may be meant" prints "It may be a number: --kinds continuous"
check "of few rows" prints '"warning": "few-rows"'
done_testing
