#!/bin/sh
# An audit as one file: made, replayed, changed by accident, changed on purpose, made to do harm.
. tests/cli/tap.sh
. tests/python/interpreter.sh
root=$PWD
cd "$dir" || exit 99
no_gnuplot
make="$assay audit mig --seeds 0:1 --compare modularity --hunt 20"

check "a bundle is made" exits 0 $make --out one --bundle mig.json
check "without a page, where none is wanted" exits 0 $make --out two --bundle two.json --held-out-seed 5 --no-page
check "there is none" test ! -e two/index.html
check "a folder that holds scores is refused" refuses 3 "two/scores.db is there already" $make --out two --bundle b.json
check "another plan, too" refuses 2 "leave out --plan" $make --out three --plan quick --bundle b.json
check "and several metrics" refuses 2 "of one metric, not of 2" "$assay" audit mig,sap --out three --bundle b.json
check "a built-in metric is replayed" exits 0 "$assay" verify-bundle mig.json
check "with the same bits" prints "the same, bit for bit: the audit of mig, its"
check "nothing is left" same "$(ls -A "${TMPDIR:-/tmp}" | grep -c "^\.assay-.*-$$-")" 0

sed 's/"published": 0/"published": 1/' mig.json >edited.json
check "an edited one is refused" refuses 3 "was changed after it was made" "$assay" verify-bundle edited.json
head -c 900 mig.json >cut.json
check "half of one" refuses 3 "its seal is missing" "$assay" verify-bundle cut.json
check "no bundle at all" refuses 3 "its seal is missing" "$assay" verify-bundle one/tables/verdicts.json
check "nor a folder" refuses 3 "one: " "$assay" verify-bundle one

cat >seal.py <<'P'
"""Changes a field of a bundle and seals it anew, as docs/bundles.md says: FROM TO, then Python that changes b."""
import hashlib, json, sys
b = json.load(open(sys.argv[1]))
del b["seal"]
exec(sys.argv[3])
text = json.dumps(b, indent=2)[:-2]
open(sys.argv[2], "w").write(text + ',\n  "seal": "%s"\n}\n' % hashlib.sha256(text.encode()).hexdigest())
P
[ -n "$python" ] || skip_all "bundles of metrics in Python" "no NumPy" python3-numpy
hostile() { # hostile WHAT STATUS WORDS CODE: mig.json changed by CODE, and sealed
    "$python" seal.py mig.json hostile.json "$4" || exit 99
    check "$1" refuses "$2" "$3" "$assay" verify-bundle hostile.json --run
}
"$python" seal.py mig.json same.json pass
check "the page of the format is enough to seal one, and Python replays it" exits 0 env PYTHONPATH="$root/python" \
    ASSAY_PROGRAM="$assay" ASSAY_LIBRARY="$O/libassay.so" "$python" -c \
    'import assay; same, said = assay.verify_bundle("same.json"); assert same, said'
"$python" seal.py mig.json other.json 'b["found"]["held_out"]["rows"][0]["published"] = 1.0'
mkdir sent && cp mig.json "sent/a<b>.json" && cp edited.json sent
check "a site lists what was replayed" exits 0 sh -c \
    'cd "$1" && "$2" -B web/site/build.py "$3" "$4/site" --bundles "$4/sent"' - \
    "$root" "$python" "$assay" "$dir"
check "with its concordance" grep -q "compactness 0.922" site/audits.html
check "and its file" cmp -s mig.json site/audits/a_3cb_3e.json
check "and why another is not there" grep -q "edited.json: was changed after it was made" site/audits.html
check "on a page without fault" same "$("$python" "$root/tests/web/site/pages.py" site 2>&1)" ""
check "a finding that is not true" exits 1 "$assay" verify-bundle other.json
check "is named, both sides" prints \
    'not the same. found: the bundle states "published": 1.0, the replay gives "published": 0.92'
hostile "another version" 3 "is of assay 0.0.9, and this is" 'b["assay"] = "0.0.9"'
hostile "another format" 3 "a format that this version does not know" 'b["format"] = "assay bundle 2"'
hostile "a field too many" 3 "1 object item(s) left unpacked: more" 'b["more"] = 1'
hostile "a field of another kind" 3 "Expected integer, got string" 'b["evaluations"] = "20"'
hostile "a file above its folder" 3 "a file outside its folder" 'b["files"] = {"../evil.py": ""}'
hostile "an absolute one" 3 "a file outside its folder" 'b["files"] = {"/tmp/evil.py": ""}'
hostile "a hidden one" 3 "a file outside its folder" 'b["files"] = {"a/.profile": ""}'
hostile "a program to compare with" 3 "metrics that are not built in" "b['compare'] = \"mig,exec:'touch evil'\""
hostile "a program as the metric" 2 "does not hold mig;" "b['metric'] = \"exec:'touch evil'\""
hostile "a program in the seeds" 2 "seeds" "b['seeds'] = '0:1; touch evil'"
check "nothing of it was run" test ! -e evil

mkdir own && printf 'import helper\ndef gap(factors, codes):\n    return helper.gap(factors, codes)\n' >own/gap.py
cat >own/helper.py <<'P'
import numpy as np
def gap(v, z):
    r = np.nan_to_num(np.corrcoef(v.T, z.T)[:v.shape[1], v.shape[1]:])
    r = np.sort(np.abs(r), axis=1)
    return float(np.mean(r[:, -1] - (r[:, -2] if r.shape[1] > 1 else 0)))
P
check "a metric in Python" exits 0 "$assay" audit python:own/gap.py --out gap --bundle gap.json --seeds 0:1 --hunt 20 \
    --compare modularity --no-page
check "has its source in it" sh -c 'grep -q "\"gap.py\"" gap.json && grep -q "\"helper.py\"" gap.json'
check "and no folder" sh -c '! grep -q "own/" gap.json'
mv own elsewhere
check "is not run unasked" refuses 3 "nothing was run; read the source" "$assay" verify-bundle gap.json
check "but when asked" exits 0 "$assay" verify-bundle gap.json --run
check "with the same bits" prints "the same, bit for bit: the audit of gap@"
"$python" seal.py gap.json changed.json 'b["files"]["helper.py"] += "\n"'
check "another source is another metric" exits 1 "$assay" verify-bundle changed.json --run
check "as it says" prints "not the same. It states scores of gap@"
"$python" seal.py gap.json less.json 'del b["files"]["helper.py"]'
check "a module that is missing" refuses 3 "No module named 'helper'" "$assay" verify-bundle less.json --run
"$python" seal.py gap.json none.json 'b["files"] = {}; b["metric"] = ""'
check "one's own copy" refuses 2 "name your copy of it with --metric" "$assay" verify-bundle none.json --run
check "must be the same metric" exits 1 "$assay" verify-bundle none.json --metric sap
cd "$root" || exit 99
done_testing
