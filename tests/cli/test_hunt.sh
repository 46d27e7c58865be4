#!/bin/sh
# assay hunt: known faults are found with a stated budget, nothing against the truth itself, and a certificate holds or
# names the field that does not.
. tests/cli/tap.sh
. tests/python/interpreter.sh

# worst 'METRIC OPTION...' CLAIM EVALUATIONS: the largest violation of that claim, 0 where there is none.
worst() {
    "$assay" hunt $1 --claims "$2" --evaluations "$3" --format json 2>/dev/null |
        awk -F': ' '/"violation":/ { x = $2 + 0; if (x > most) most = x } END { printf "%.2f\n", most }'
}
at_least() { awk -v x="$1" -v y="$2" 'BEGIN { exit !(x >= y) }'; }

# Faults that publications and this program's own judge report.
while read -r metric claim evaluations least why; do
    check "$metric, $claim: $why" at_least "$(worst "$metric" "$claim" "$evaluations")" "$least"
done <<'T'
mig            false-alarm  40  0.4 falls under a strictly monotone curve
modularity@thesis false-praise 20 0.8 codes that say nothing
omes           false-praise 20  0.5 noise
t-mex          false-praise 20  0.5 noise
snc            false-praise 20  0.2 unbalanced classes
sap            wrong-order  90  0.2 a curve scores below a mixed code
mcc            false-praise 40  0.1 many codes of noise on few rows
mcc-rdc        false-praise 40  0.22 many codes of noise on few rows
dictionary     false-praise 30  0.9 codes of noise are unique
dcimig         wrong-order  60  0.5 a curve scores below duplicated codes
snc            not-invariant 80 0.1 signs of codes, where classes are unbalanced
explicitness   wrong-order  60  0.1 a curve scores below what has lost a factor's value
dci-lasso@zaidi2020 not-invariant 60 0.5 a leading dead code
T
check "t-mex, alignment: 1 for codes that mix all factors" at_least \
    "$(worst "t-mex --held-to alignment=modularity" false-praise 40)" 1
"$assay" hunt mcc --against mig --evaluations 120 --out "$dir/apart" >"$dir/out" 2>/dev/null
check "mcc above .9 at 15 degrees where mig is below .5" sh -c 'grep -A1 "A 0\.9.*; rotate(1 2, 15)\]" "$1" |
    grep -q " 0\.4[0-9]*  of the other"' - "$dir/out"
for one in "$dir"/apart/*; do check "a certificate of two metrics holds" "$assay" hunt --check "$one"; done
check "each certificate has a reason of its own" same "$(grep -c '^    A ' "$dir/out") $(grep '^    A ' "$dir/out" |
    sed 's/.*; //' | sort -u | wc -l)" "3 3"
check "nothing is found against the truth" same \
    "$("$assay" hunt control-oracle --evaluations 300 2>/dev/null | grep -c ' 0 found in ')" 3

hunted() { "$assay" hunt mig --claims false-alarm,wrong-order --evaluations 120 --seed 3 "$@"; }
hunted --format json --jobs 1 >"$dir/1" 2>/dev/null
hunted --format json --jobs 3 >"$dir/3" 2>/dev/null
check "threads change no bit" cmp -s "$dir/1" "$dir/3"
# hunt_into FILE STORE OPTIONS...: the same hunt, its scores in a store.
hunt_into() {
    to=$1 scores=$2
    shift 2
    hunted --format json --db "$scores" "$@" >"$to" 2>/dev/null
}
hunt_into "$dir/stored" "$dir/whole.db"
check "a store changes no bit" cmp -s "$dir/1" "$dir/stored"
hunt_into "$dir/shard-1" "$dir/s1.db" --shard 1/2
hunt_into "$dir/shard-2" "$dir/s2.db" --shard 2/2
"$assay" merge "$dir/merged.db" "$dir/s1.db" "$dir/s2.db" 2>/dev/null
before=$("$assay" status --db "$dir/merged.db" | sed -n 's/.*digest //p')
hunt_into "$dir/union" "$dir/merged.db"
check "shards, merged, change no bit" cmp -s "$dir/1" "$dir/union"
check "a merged store has every score" same "$("$assay" status --db "$dir/merged.db" | sed -n 's/.*digest //p')" "$before"
check "shards make the scores of the whole" same "$("$assay" status --db "$dir/whole.db" | sed -n 's/.*digest //p')" \
    "$before"
check "the second shard searches something else" test "$(grep evaluations "$dir/1")" != "$(grep evaluations "$dir/shard-2")"
timeout -s KILL 0.4 "$assay" hunt mig --claims false-alarm,wrong-order --evaluations 120 --seed 3 --db "$dir/killed.db" \
    >/dev/null 2>&1
hunt_into "$dir/resumed" "$dir/killed.db"
check "a kill changes no bit" cmp -s "$dir/1" "$dir/resumed"
check "the worst as a table" grep -q '^mig,default,mig,false-alarm,0\.' <<T
$("$assay" hunt mig --claims false-alarm --evaluations 60 --format csv 2>/dev/null)
T
check "a counter-example under several claims is one reason" same "$("$assay" hunt mig --evaluations 400 \
    --jobs 2 2>/dev/null | grep -o '5 found, for 3 reasons,')" "5 found, for 3 reasons,"
check "something was found" grep -q '"claim": "false-alarm"' "$dir/1"

"$assay" hunt sap --claims wrong-order --evaluations 90 --out "$dir/found" >/dev/null 2>&1
for one in "$dir"/found/*; do break; done
check "a certificate holds" "$assay" hunt --check "$one"
check "its README has three sentences, a table and what to cite" sh -c '[ "$(sed -n 3p "$1" | grep -o "\. " | wc -l)" = 2 ] &&
    grep -q "^| \*\*sap@default, sap\*\*, all seeds | 0\.[0-9]* | 0\.[0-9]* |$" "$1" &&
    grep -q "$(sha256sum <"${1%/*}/data-b.npz" | cut -c1-64)" "$1"' - "$one/README.md"
refuses_to() { want=$1 && shift && "$@" >/dev/null 2>"$dir/why"; [ $? = 1 ] && grep -q -e "$want" "$dir/why"; }
verifies() { (cd / && env -i "$python" -I "$@"); } # nothing of assay is there
if [ -n "$python" ]; then
    mkdir "$dir/again" && (cd "$dir/again" && "$python" "$one/data.py" && "$python" "$one/data-b.py")
    for file in data.npz data-b.npz; do
        check "NumPy alone makes $file" "$python" -c 'import sys, numpy as np
a, b = (np.load(name) for name in sys.argv[1:])
sys.exit(not all(a[k].tobytes("C") == b[k].tobytes("C") for k in ("factors", "codes")))' "$one/$file" "$dir/again/$file"
    done
    check "NumPy alone verifies it" exits 0 verifies "$one/verify.py"
    check "and prints violation and interval" prints ", and the certificate says 0."
    check "with as many rows, too" exits 0 verifies "$one/verify.py" --rows 20000
    check "and with other numbers of rows" exits 0 verifies "$one/verify.py" --rows 300
    check "it draws a PDF" exits 0 verifies "$one/verify.py" --pdf "$dir/figure.pdf"
    check "whose table stands where it says" sh -c 'at=$(tail -n 2 "$1" | head -n 1) &&
        [ "$(tail -c +$((at + 1)) "$1" | head -n 1)" = xref ] && grep -q "(z1 over v1)" "$1"' - "$dir/figure.pdf"
    for file in data.py metric.py README.md figure.svg data-b.npz certificate.json; do
        rm -rf "$dir/altered" && cp -r "$one" "$dir/altered"
        if [ $file = certificate.json ]; then sed -i 's/"of": "the/"of": "no/' "$dir/altered/$file"
        else printf x >>"$dir/altered/$file"; fi
        check "verify.py: $file altered" exits 1 verifies "$dir/altered/verify.py"
        check "names it" says "$file"
    done
    rm -rf "$dir/altered" && cp -r "$one" "$dir/altered" && sed -i 's/"low": [0-9.]*/"low": 0.9/' "$dir/altered/certificate.json"
    reseal "$dir/altered/certificate.json"
    check "sealed anew: what is not so" exits 1 verifies "$dir/altered/verify.py"
    check "is outside" says "does not hold: violation: it is outside the interval"
else
    skip "NumPy alone makes the data" "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy
fi

# altered FIELD SED FILE: a changed file is refused with what does not match, and certificate.json sealed anew, too.
altered() {
    rm -rf "$dir/altered" && cp -r "$one" "$dir/altered" && sed -i "$2" "$dir/altered/$3"
    [ "$3" != certificate.json ] || reseal "$dir/altered/$3"
    "$assay" hunt --check "$dir/altered" >/dev/null 2>"$dir/why"
    check "altered: $1" same "$?" 1
    check "it names $1" grep -q "does not hold: $1" "$dir/why"
}
altered violation 's/"violation": 0\.[0-9]*/"violation": 0.99/' certificate.json
altered claim 's/"wrong-order"/"wrong-ordre"/' certificate.json
altered claim 's/"wrong-order"/"false-praise"/' certificate.json
altered recipe_a 's/"recipe_a": .*/"recipe_a": 3,/' certificate.json
altered data.py 's/default_rng(seed)/default_rng(seed + 1)/' data.py
altered metric.py 's/least-variance/most-variance/' metric.py
altered verify.py 's/sys.exit/print/' verify.py
altered violation 's/"metric": "sap@default"/"metric": "mig@default"/; s/"output": "sap"/"output": "mig"/' certificate.json
altered output 's/"output": "sap"/"output": "gap"/' certificate.json
altered held_to 's/"output": "sap",/"output": "sap", "held_to": "sap=modularity",/' certificate.json
altered against 's/"output": "sap",/"output": "sap", "against": "mig",/' certificate.json
altered README.md 's/wrong-order/right-order/' README.md
altered figure.svg 's|</svg>|<script>alert(1)</script></svg>|' figure.svg
altered data.npz 's/factors/Factors/' data.npz
altered data-b.npz 's/codes/Codes/' data-b.npz
altered README.md 's/\("README.md": "\)../\100/' certificate.json
altered "a field more or less" '0,/"output": "sap",/s//"output": "sap", "more": 1,/' certificate.json

# What a reader of certificates takes is as it was made: certificate.json sealed, nothing else in the folder, files alone.
begin() { rm -rf "$dir/altered" && cp -r "$one" "$dir/altered" && cd "$dir/altered" || exit 99; }
not_taken() { # not_taken WHAT WORDS: the folder where we are
    check "$1" refuses 3 "$2" timeout 60 "$assay" hunt --check .
    cd - >/dev/null || exit 99
}
again() { # again FILE: altered, with its digest in certificate.json, which is sealed anew
    sed -i "s/\(\"$1\": \"\)[0-9a-f]*/\1$(sha256sum <"$1" | cut -c1-64)/" certificate.json && reseal certificate.json
    check "sealed anew: $1" exits 1 timeout 60 "$assay" hunt --check .
    check "it names $1" says "does not hold: $1"
    cd - >/dev/null || exit 99
}
for file in README.md data.py metric.py verify.py figure.svg data.npz; do
    begin
    printf '\n' >>$file
    if [ $file = data.npz ]; then cp data-b.npz data.npz; fi
    again $file
done
c=certificate.json
while IFS='|' read -r what words change; do
    begin
    eval "$change"
    not_taken "$what" "$words"
done <<'T'
a certificate that was edited|was changed after it was made|sed -i 's/"wrong-order"/"blind"/' $c
one without its seal|its seal is missing|sed -i '/"seal"/d; s/^  }$/  },/' $c
a member that comes twice|duplicate object key|sed -i 's/"claim": "wrong-order",/"claim": "blind",\n  &/' $c; reseal $c
a number that is none|invalid token|sed -i 's/"rows": [0-9]*/"rows": NaN/' $c; reseal $c
a file more|the certificate does not name it|echo x >notes.txt
a folder more|the certificate does not name it|mkdir more
a huge certificate.json|certificate.json: 1099511627776 bytes is more than the limit|rm $c; truncate -s 1T $c
huge data|data.npz: |truncate -s 1T data.npz
a large certificate.json|larger than it may be|truncate -s 5M $c
a file above the folder|data.npz: the certificate does not name it|sed -i 's/"data.npz": "/"..\/data.npz": "/' $c; reseal $c
a file less|README.md: No such file|rm README.md
T
for file in certificate.json README.md data.npz; do
    for kind in mkfifo "ln -s $one/$file" mkdir; do
        begin
        rm $file && $kind $file
        not_taken "what ${kind%% *} makes in the place of $file" "$file: is no regular file"
    done
done
cp -r "$one" "$dir/--run" && cd "$dir" || exit 99
check "a folder that is called like an option" exits 0 "$assay" hunt --check=--run
cd - >/dev/null || exit 99

# Defects in a corner, each with the step or word that shows it, and the same metric without one. One that is there under
# any law of factors has one certificate of a claim; where nothing else is there, each law is a reason.
while read -r defect claim evaluations shows; do
    ${CC:-cc} -O2 -shared -fPIC -Iinclude "-DDEFECT=$defect" tests/candidates/planted.c -o "$dir/$defect.so" -lm
    check "planted: $defect" sh -c '"$1" hunt "plugin:$2.so" --claims "$3" --evaluations "$4" 2>/dev/null |
        grep -q "$5"' - "$assay" "$dir/$defect" "$claim" "$evaluations" "$shows"
done <<'T'
SOUND        false-alarm,false-praise,not-invariant,undefined 240 : 0 found
LAST_CODE    false-alarm   20  of the definition
FIRST_ROWS   not-invariant 250 B .*; sort\]
FACTOR_ORDER not-invariant 150 B .*; reverse\]
OFFSET       not-invariant 100 B .*; shift(
MANY_CODES   false-praise  20  A 0.5.*random(
DEAD_CODE    false-alarm   66 : 1 found in
DEAD_CODE    wrong-order   66 : 1 found in
DEAD_CODE    not-invariant 66 : 1 found in
DEAD_CODE    false-alarm,not-invariant 132 : 2 found, for 1 reason,
COPIED_CODE  false-alarm   66 : 1 found in
COPIED_CODE  wrong-order   66 : 1 found in
LAW          false-alarm   66 : 3 found in
T

"$assay" hunt tad --claims false-alarm --evaluations 40 >"$dir/out" 2>/dev/null
check "where factors depend it is no fault of the definition" same "$(grep 'of dependent factors$' "$dir/out" | wc -l) $(
    grep -A1 ': of the definition$' "$dir/out" | grep -c 'correlated(\|confounder(')" "1 0"
cat >"$dir/unsteady.py" <<'P'
import os
import time

import numpy as np


def score(factors, codes):
    return os.urandom(1)[0] / 255


def levels(factors, codes):
    return 0.2 if len(set(factors[:, 0])) < 9 else 1.0


def hangs(factors, codes):
    time.sleep(60)


def fails(factors, codes):
    raise ValueError("no such thing")


hangs.outputs = {"hangs": "overall"}  # so that nothing is tried before
fails.outputs = {"fails": "overall"}


def ranks(x):
    values, place, count = np.unique(x, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - count / 2)[place] * 1.0


def by_ranks(factors, codes):
    v, z = np.apply_along_axis(ranks, 0, factors), np.apply_along_axis(ranks, 0, codes[:, np.ptp(codes, axis=0) > 0])
    r = np.corrcoef(v.T, z.T)[:v.shape[1], v.shape[1]:]
    return float(np.mean(np.max(r * r, axis=1)))
P
if [ -n "$python" ]; then
    "$assay" hunt "python:$dir/unsteady.py:score:measures=modularity" --evaluations 20 --out "$dir/none" \
        >"$dir/out" 2>/dev/null
    check "a metric that gives other values certifies nothing" grep -q "other values for the same input" "$dir/out"
    check "and writes nothing" test ! -e "$dir/none"
    "$assay" hunt "python:$dir/unsteady.py:hangs:measures=modularity:timeout=1" --evaluations 20 --out "$dir/none" --jobs 3 \
        >"$dir/out" 2>/dev/null
    check "a metric that hangs certifies nothing" grep -q "nothing is certified: it hangs: .*candidate-timeout" "$dir/out"
    "$assay" hunt "python:$dir/unsteady.py:fails:measures=modularity" --evaluations 20 --out "$dir/none" >"$dir/out" \
        2>/dev/null
    check "nor one that fails" grep -q "6 of 6 calls failed.*nothing is certified: it fails: .*no such thing" "$dir/out"
    check "nor does either write" test ! -e "$dir/none"
    check "nothing is found against the ranks of one-to-one codes" same \
        "$(worst "python:$dir/unsteady.py:by_ranks:measures=explicitness" false-alarm,not-invariant 40)" 0.00
    "$assay" hunt "python:$dir/unsteady.py:levels:measures=modularity" --claims false-alarm --evaluations 24 \
        --out "$dir/own" >"$dir/out" 2>/dev/null
    for own in "$dir"/own/*; do break; done
    check "a planted defect is found" grep -q "levels\|binary\|unbalanced" "$dir/out"
    check "a candidate's certificate runs nothing unasked" refuses 3 "nothing was run: read it, then add --run" \
        "$assay" hunt --check "$own"
    check "and holds" "$assay" hunt --check "$own" --run
    check "verify.py runs it where it is asked to" exits 0 "$python" -I "$own/verify.py" --run "$dir/unsteady.py:levels"
    check "and nothing else" refuses_to "--run FILE.py:NAME" "$python" -I "$own/verify.py"
else
    skip "an unsteady candidate" "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy
fi

# What the page calls the worst found is what a hunt finds now.
kept() { grep "^$1,default," reports/judge/atlas.csv; }
now() { "$assay" hunt "$1" --evaluations 300 --format csv 2>/dev/null | grep "^$1,"; }
for metric in dictionary snc jemmig; do
    check "the kept hunt of $metric is that of this program" same "$(now $metric | cut -d, -f1-5,7-9)" "$(kept $metric | cut -d, -f1-5,7-9)"
done

check "docs/atlas.md is its table" cmp -s docs/atlas.md - <<T
$(awk -f docs/atlas.awk reports/judge/atlas.csv)
T

# What hunts found is a stratum of the bank of its own, and no part of concordance in general.
cat >"$dir/few.yaml" <<'Y'
name: few
title: few
samples: 1000
seeds: 0:4
metrics: [mig, sap, control-oracle]
scenarios:
  - {bank: {property: compactness, spoil: mixing, pair: 0:12}}
  - {bank: {property: compactness, spoil: mixing, contamination: adversarial, pair: 0:8}}
Y
"$assay" run "$dir/few.yaml" --db "$dir/few.db" 2>/dev/null
"$assay" advise compactness --db "$dir/few.db" >"$dir/out" 2>/dev/null
check "adversarial pairs have a strip" grep -q "^sap .*contamination=adversarial" "$dir/out"
check "and are ordered as they say" grep -q "^control-oracle compactness *1.00  *1.00" "$dir/out"
check "concordance in general is of the others" grep -q "(48 pairs of known order of 4 banks" "$dir/out"
if [ -n "$python" ]; then
    made() { "$assay" generate bank --set contamination=adversarial --set property=compactness --set pair=3 --set side=b "$@"; }
    made --seed 5 -n 200 --numpy >"$dir/pair.py"
    made --seed 5 -n 200 -o "$dir/pair.npz"
    check "a side has the program of its recipe, with the same bits" "$python" -c 'import sys
import numpy as np
sys.path.insert(0, sys.argv[1])
import pair
with np.load(sys.argv[1] + "/pair.npz") as ours:
    v, z = pair.make()
    assert v.tobytes() == ours["factors"].tobytes() and z.tobytes() == ours["codes"].tobytes()' "$dir"
else
    skip "a side has the program of its recipe" "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy
fi
check "advise says which property has no pairs" sh -c '"$1" advise modularity --db "$2/few.db" >"$2/why" 2>&1; [ $? = 3 ] &&
    grep -q "no pairs of modularity are compared" "$2/why"' - "$assay" "$dir"
"$assay" generate bank --set contamination=adversarial --set pair=9999 -o "$dir/none.npz" 2>"$dir/why"
check "there are not so many" grep -q "not so many adversarial pairs" "$dir/why"

refuses() { # refuses STATUS TEXT ARGUMENTS...
    want=$1 says=$2
    shift 2
    "$assay" hunt "$@" >/dev/null 2>"$dir/why"
    check "hunt $*: status $want" same "$?" "$want"
    check "hunt $*: says why" grep -q -- "$says" "$dir/why"
}
"$assay" hunt mig --claims false-alarm --evaluations 40 --fail-above 0.2 >/dev/null 2>&1
check "a violation above --fail-above: status 1" same "$?" 1
check "without it none fails, of more than twice the range" exits 0 "$assay" hunt dlig@latte2021 --claims blind --evaluations 20
check "which there is" grep -qE '^ *blind *[2-9][.][0-9]+ ' "$dir/out"
refuses 2 "wrong-order" mig --claims wrong-ordr
refuses 2 "claims none of the three\|no output of it claims" hoyer --evaluations 20
refuses 2 "a metric is wanted"
refuses 2 "give --against" mcc --claims lenient
refuses 2 "one built-in metric that claims" mcc --against hoyer
refuses 2 "no output of it claims" t-mex --held-to alignment=modularty
refuses 2 "a store of its own" mig --shard 1/2
refuses 3 "certificate.json" --check "$dir"

# What docs/hunt.md says of five faults, its pictures and numbers.
for kept in docs/certificates/*; do
    check "$kept holds" has "\"text\": \"$kept holds\"" hunt --check "$kept" --format json
    [ -z "$python" ] || check "NumPy alone verifies it" exits 0 verifies "$PWD/$kept/verify.py"
    check "docs/hunt.md shows it" grep -q "certificates/${kept##*/}/figure.svg" docs/hunt.md
    check "and has its sizes" sh -c 'a=$(sed -n "s/.*\"violation\": \([0-9.]*\).*/\1/p" "$1/certificate.json")
        b=$(sed -n "s/.*\"violation_20000\": \([0-9.]*\).*/\1/p" "$1/certificate.json")
        tr -s "\n " " " <docs/hunt.md | grep -q "$(printf "%.2f; on 20,000 rows %.2f" "$a" "$b")"' - "$kept"
done
done_testing
