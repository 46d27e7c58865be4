#!/bin/sh
# assay validate, as somebody uses it who has just written a metric in Python: a right one passes, wrong ones fail, and
# what is wrong with them is said.

. tests/cli/tap.sh

validates() { # validates STATUS TEXT WORDS...: assay validate ends so and prints the text
    validates_status=$1 validates_text=$2
    shift 2
    exits "$validates_status" "$assay" validate "$@" && prints "$validates_text"
}

# ---- without Python ----

check "a preset that is the same agrees" validates 0 "mig@thesis against mig: agrees" mig@thesis --against mig
thesis="Your values equal mig@zaidi2020 with normaliser=factor. --against mig@zaidi2020:normaliser=factor agrees."
check "one that is not is named" validates 1 "$thesis" mig@thesis --against mig@zaidi2020 --scenarios noise,nonlinear
check "with what is the same on this data" prints "Indistinguishable on these data from: Your values equal rmig"
check "JUnit" exits 1 "$assay" validate mig:bins=20 --against mig --scenarios noise,trig,interp --format junit
check "says what differs, where" grep -q 'message="differs: largest difference .*samples, seed [0-9]' "$dir/out"
check "counts its failures" prints 'tests="3" failures="2" errors="0" skipped="0"'
check_with python3 python3 "is valid XML" python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$dir/out"
check "JSON" exits 1 "$assay" validate mig:bins=20 --against mig --scenarios noise --format json
check "has numbers" grep -q '"tolerance": 1[.0-9]*e-0*9' "$dir/out"
check "CSV" exits 1 "$assay" validate mig:bins=20 --against mig --scenarios noise --format csv
check "has the explanation as a note" says "note: Your values equal mig with bins=20"
loaded() { # CMD...: while every processor is taken by other work, for 20 seconds at most
    busy=
    for _ in $(seq "$(nproc)"); do
        timeout 20 sh -c 'while :; do :; done' &
        busy="$busy $!"
    done
    "$@"
    code=$?
    kill $busy
    wait
    return $code
}
check "an explanation" exits 1 "$assay" validate mig:bins=11 --against sap --scenarios noise,trig
cp "$dir/out" "$dir/idle"
check "on a loaded machine" loaded exits 1 "$assay" validate mig:bins=11 --against sap --scenarios noise,trig
check "has the same words" cmp "$dir/idle" "$dir/out"
check "a solver that goes on where the reference has had its passes says nothing there" validates 0 \
    "after more passes" infoe:iterations=900 --against infoe --scenarios noise,trig -n 200
check "one that stops sooner elsewhere is another" exits 1 "$assay" validate infoe:iterations=4 --against infoe \
    --scenarios noise,trig -n 200
check "--against is needed" refuses 2 "--against" "$assay" validate mig
check "one metric is wanted" refuses 2 "names 2 metrics" "$assay" validate mig,rmig --against mig
check "an output that is not there" refuses 2 "modularity, compactness, explicitness" \
    "$assay" validate mig --against dci-lasso --metric-output gap
check "an output of several" exits 1 "$assay" validate mig --against dci-lasso --metric-output compactness \
    --scenarios noise
check "help says how a candidate is written, with a function" has "python:FILE[.]py\[:FUNCTION]" help validate
check "a level that is none" refuses 2 "--level" "$assay" validate mig --against mig --level 2

# ---- a plug-in's steps ----

own='if (status != ASSAY_OK) return status; double m[999]; for (size_t k = 0; k < rep->n_factors * rep->n_codes; k++) '
own=$own'm[k] = mi->value[k] * (k ? 1.0 : 0.9); if (call->step) call->step(call, "relation", m, rep->n_factors, rep->n_codes);'
sed "s/if (status != ASSAY_OK) return status;/$own/; s/told = mi->value/told = m/" examples/plugin.c >"$dir/own.c"
sed 's/(first - second) /(first - second * first) /' examples/plugin.c >"$dir/after.c"
for made in own after; do ${CC:-cc} -std=c17 -shared -fPIC -Iinclude "$dir/$made.c" -o "$dir/$made.so"; done
check "a relation of a plug-in's own is compared as it names it" validates 1 "There at factor v1 and code z1 it is" \
    "plugin:$dir/own.so" --against mig --scenarios noise,trig,mixing,drawn,drawn-wide --format json
check "the reference's relation" validates 1 "data sets watched the relation that you ask for equals it" \
    "plugin:$dir/after.so" --against mig --scenarios noise,trig,mixing,drawn,drawn-wide --format json

# ---- with Python and NumPy ----

/usr/bin/python3 -c 'import numpy' 2>/dev/null || skip_all "candidates in Python" "no NumPy" python3-numpy
right=tests/candidates/right_mig.py
check "a right MIG in Python" exits 0 "$assay" validate "python:$right:mig" --against mig@zaidi2020
plain=tests/candidates/plain_mig.py
check "of one that knows nothing of kinds, nor of one code, it says what was compared" validates 0 \
    "given all of them as continuous" "python:$plain:mig" --against mig@zaidi2020
check "  and what it fails on" prints "On interp the candidate fails where the reference is undefined, one-code"
cat >"$dir/twice.py" <<'P'
import numpy as np
def twice(v, z, bins=11):
    """Eleven bins; and of a constant factor, whose sums of 1/n are not quite 1, whatever they leave."""
    cut = lambda x: (np.minimum(bins * ((x - x.min()) / (np.ptp(x) or 1)), bins - 1)).astype(int)
    def mi(a, b):
        p = np.zeros((bins, bins))
        np.add.at(p, (a, b), 1 / len(a))
        return (p[p > 0] * np.log(p[p > 0] / np.outer(p.sum(1), p.sum(0))[p > 0])).sum()
    top = [sorted(mi(cut(a), cut(b)) for b in z.T)[-2:] for a in v.T]
    return np.array([(t[-1] - t[0]) / (mi(cut(a), cut(a)) or np.nan) for t, a in zip(top, v.T)])
P
check "a mistake besides one on constant factors" exits 1 "$assay" validate "python:$dir/twice.py" --against mig \
    --scenarios noise,mixing,nonlinear,constant-factor,drawn,drawn-constants
check "is named for where both are defined" sh -c 'tr "\n" " " <"$1/out" | grep -q "^Your values equal mig with bins=11:factor-bins=11[^;]*; this holds where both are defined[.]"' - "$dir"
check "noise from a generator that nothing of its own seeds is named" validates 1 "not repeatable" \
    "python:$plain:with_global_noise" --against mig@zaidi2020 --scenarios noise,mixing
check "a code cut otherwise" exits 1 "$assay" validate "python:$plain:on_a_grid" --against mig@zaidi2020 \
    --scenarios noise,trig,unbalanced --format json
check "is named, and neither a factor nor another code" grep -q "There the codes are cut otherwise: code z8 has" "$dir/out"
for kept in clipped_as_first remembers_few; do
    check "$kept: state is named" validates 1 "The candidate keeps state between calls: with other calls" \
        "python:$plain:$kept" --against mig@zaidi2020 --scenarios noise,mixing,dropped,trig --emit-test "$dir/kept.py"
    check "and no cause, nor data" sh -c '! grep -q "Your values\|smallest data" "$1" && [ ! -e "$2" ]' - "$dir/out" \
        "$dir/kept.py"
done
check "is not the definition" exits 1 "$assay" validate "python:$right:mig" --against mig --format json
check "but what it is" prints "equal mig@zaidi2020 (Zaidi et al. 2020, published code)"

ordinary=tests/candidates/ordinary.py
for written in codes_first single partial Accumulated instance seeded by_names_alone learned_first; do
    check "a right one as people write them: $written" exits 0 "$assay" validate "python:$ordinary:$written" \
        --against mig@zaidi2020 --scenarios noise,trig --seeds 0:2
done
check "how it is understood" prints "Called as learned_first(X, y, rng): X the codes, y the factors, rng a numpy.random"
check "and what it printed" prints "The candidate wrote, in"
check "float32 is named" exits 0 "$assay" validate "python:$ordinary:single" --against mig@zaidi2020 --scenarios noise
check "with what it explains" prints "single precision (float32), at the end or in between"
check "float32 within 1e-9 differs" exits 1 "$assay" validate "python:$ordinary:single" --against mig@zaidi2020 \
    --scenarios noise --tolerance 1e-9
check "a random half of the rows is seen, though it draws" validates 1 "80 of 160 rows are used, shuffled" \
    "python:$ordinary:random_half" --against mig@zaidi2020 --scenarios noise,trig --format json
check "one that writes to its arrays fails" validates 1 "The candidate writes into the factors and codes it is given" \
    "python:$ordinary:sorted_in_place" --against mig@zaidi2020 --scenarios noise,trig,on-edges --seeds 0:2
check "and nothing of values on edges, which are equal" sh -c '! grep -q "either side" "$1"' - "$dir/out"
check "whatever its values" prints "agrees"
check "one that centres its codes in place writes into these alone" validates 1 "writes into the codes it is given" \
    "python:$ordinary:centred_in_place" --against mig@zaidi2020 --scenarios noise,trig --seeds 0:2
check "a score of it has a note" notes "note: centred_in_place writes into the codes it is given" \
    score --scenario noise -n 200 -m "python:$ordinary:centred_in_place"
check "one that wants arrays it could write to gets them" exits 0 "$assay" validate "python:$ordinary:standardised" \
    --against mig@zaidi2020 --scenarios noise,trig --seeds 0:2
check "a parameter that nobody knows" refuses 3 "wants 'bins', which assay does not know" \
    "$assay" validate "python:$ordinary:with_bins" --against mig@zaidi2020
check "in a score, too" exits 0 "$assay" score --scenario noise -n 200 -m "python:$ordinary:learned_first"
check "with a note" says "learned_first wrote, in 2 of 2 calls: drew Generator"
check "one of the codes alone, without bounds, is called with these" notes "called as of_codes(z): z the codes" \
    score --scenario noise -n 200 -m "python:$ordinary:of_codes"
check "needs of another word" refuses 3 "it is \"codes\" where it takes the codes alone" \
    "$assay" score --scenario noise -n 200 -m "python:$ordinary:needy"
check "an overall value that is not the items' mean" exits 0 "$assay" score --scenario noise -n 200 --items \
    --format json -m "python:$ordinary:both"
check "is kept" prints '"value": 0.25'
check "an item has its reason" prints "constant-factor: by itself"
check "a reason of several outputs" exits 0 "$assay" score --scenario noise -n 200 -m "python:$ordinary:two_or_none" \
    --format json
check "stands for each" same "$(grep -o 'neither has a value' "$dir/out" | wc -l)" 2
check "a class that wants more" refuses 3 "the class WithBins wants bins: python:$ordinary:WithBins:bins=VALUE, or make an instance" \
    "$assay" validate "python:$ordinary:WithBins" --against mig
check "and gets it" exits 0 "$assay" validate "python:$ordinary:WithBins:bins=10" --against mig@zaidi2020 --scenarios noise
check "a function that is not there" refuses 3 "has no function 'single_'; it has codes_first, single, " \
    "$assay" validate "python:$ordinary:single_" --against mig
check "of several the file has" refuses 3 "It has codes_first, single, seeded, with_bins, random_half, by_names_alone" \
    "$assay" validate "python:$ordinary" --against mig@zaidi2020

bank=tests/candidates/bank.py # whose causes test_validate_bank.sh looks at
check "undefined with a dead code is said" validates 1 "wherever a code is constant" \
    "python:$bank:mig_nan_on_dead" --against mig --scenarios noise,dead-code,cardinality --format json
check "one that raises is said to" validates 1 "fails wherever there are not as many codes as factors" \
    "python:$bank:mig_over_factors" --against mig --scenarios noise,trig,dead-code,cardinality,sepliarskaia --format json
check "with its own words" prints "could not be broadcast"

others=tests/candidates/plain_others.py
# without classes, on which the reference draws: seeds would be spent there
few=noise,dead-code,constant-factor,drawn-constants,drawn-dead
check "one option is named by its value, not a preset that has it and more" validates 1 \
    "Your values equal sap with constants=zero" "python:$others:sap" --against sap --scenarios $few --format json
check "an explanation of a part comes after it" sh -c 'grep "Your values" "$1" | head -n 1 | grep -q "equal sap with"' \
    - "$dir/out"
two="factor-bins=20:rows=all. --against mig@locatello2019:factor-bins=20:rows=all agrees"
check "two options of a preset are named" validates 1 "equal mig@locatello2019 with $two" \
    "python:$others:mig_of_all_rows" --against mig@locatello2019 --scenarios noise,mixing,nonlinear --format json
few=noise,mixing,dead-factor,constant-factor,drawn,drawn-constants
check "classes of single values" validates 0 "takes every value of a factor as a class of its own" \
    "python:$others:mig_of_classes" --against mig:bins=20:constants=keep --scenarios $few
with="constants=keep. --against mig:bins=20:constants=keep agrees"
check "options are named that leave undefined what it does, where no number differs" validates 1 "with $with" \
    "python:$others:mig_of_classes" --against mig:bins=20 --scenarios $few --format json
check "and besides another, in one line" validates 1 "with bins=20:$with" \
    "python:$others:mig_of_classes" --against mig --scenarios $few --format json
check "undefined wherever it is asked" exits 1 "$assay" validate "python:$others:undefined" --against sap \
    --scenarios noise
check "is equal to nothing" sh -c '! grep -q "Your values equal" "$1"' - "$dir/out"
check "outputs by the names of the paper" exits 1 "$assay" validate "python:$others:dci_names" --against dci-lasso \
    --scenarios noise -n 100 --format json
check "outputs by other names" refuses 2 "none of the candidate's outputs (one, two) is named like one of dci-lasso" \
    "$assay" validate "python:$others:own_names" --against dci-lasso
check "one output of several" refuses 2 "--metric-output NAME says so" "$assay" validate "python:$others:sap" \
    --against dci-lasso
check "a test of the smallest data is written" exits 1 "$assay" validate "python:$bank:mig_by_best_code" --against mig \
    --scenarios noise --emit-test "$dir/test_it.py"
if /usr/bin/python3 -c 'import pytest' 2>/dev/null; then
    check "which runs, and fails" sh -c '! PYTHONPATH=python ASSAY_LIBRARY="$1" /usr/bin/python3 -c "
import sys; sys.path.insert(0, sys.argv[1]); import test_it; test_it.test_smallest_difference()" "$2" 2>"$2/err" &&
    grep -q AssertionError "$2/err"' - "$(dirname "$assay")/libassay.so" "$dir"
else
    skip "the test that was written" "no pytest" python3-pytest
fi
check "of Python alone" refuses 2 "--emit-test writes a test of python:FILE.py" "$assay" validate mig:bins=20 --against mig \
    --scenarios noise --emit-test "$dir/test_it.py"

if /usr/bin/python3 -c 'import scipy' 2>/dev/null; then
    steps=tests/candidates/stages.py
    check "draws of one's own are handed over" exits 1 "$assay" validate "python:$steps:crossfit_unsigned" \
        --against mcc-crossfit --scenarios noise,trig --format json
    check "and what is made of them differs" grep -q 'part from the reference.s after your step ."part of each row."' \
        "$dir/out"
    check "a right one of its own draws agrees" exits 0 "$assay" validate "python:$steps:crossfit" --against mcc-crossfit \
        --scenarios noise,trig --resolution 0.2
    check "parts that are seen are handed over, too" exits 1 "$assay" validate "python:$steps:crossfit_seen" \
        --against mcc-crossfit --scenarios noise,trig --format json
    check "by the name that they have there" grep -q 'after the parts `held` in crossfit_seen() as the part of each row' \
        "$dir/out"
    check "a step that is returned is compared where no known mistake fits" validates 1 "1/(N-1) in the covariance" \
        "python:$steps:sap" --against sap --scenarios noise,trig,rows --format json
    "$assay" validate "python:$steps:sleeps" --against mig --scenarios noise >/dev/null 2>&1 &
    sleeping=$!
    sleep 2
    kill -TERM $sleeping
    check "a signal ends the command while a call runs" timeout 5 sh -c 'while kill -0 $1 2>/dev/null; do sleep .1; done' \
        - $sleeping
    wait
    check "one that raises where a factor is constant" exits 1 "$assay" validate "python:$others:mcc" --against mcc \
        --scenarios noise,dependent,cardinality,dead-code,constant-factor,interp --format json
    check "without numbers where there are none" sh -c '! grep -q nan "$1"' - "$dir/out"
    check "the output says where" prints "The candidate fails wherever a factor is constant"
    check "and that all were continuous, since nothing differs then" prints "given all of them as continuous"
    check "and not that its arrays are exchanged" sh -c '! grep -q exchanged "$1"' - "$dir/out"
    check "of one that knows the kinds and does not care the cause is named" validates 1 "mcc with nominal=number" \
        "python:$others:mcc_of_kinds" --against mcc --scenarios noise,dependent,ynoc --format json
    check "and neither that its arrays are exchanged" sh -c '! grep -q exchanged "$1"' - "$dir/out"
else
    skip "the correlation coefficient" "no SciPy" python3-scipy
fi

if /usr/bin/python3 -c 'import sklearn' 2>/dev/null; then
    check "forests that all learn the last factor" exits 1 "$assay" validate "python:tests/candidates/stages.py:forest" \
        --against dci-rfc:trees=2 --scenarios noise,trig -n 170 --format json
    check "part before the importances, of one output" grep -q \
        "Your modularity values are those of the reference where it goes on from .*\. What comes after agrees: they part in it" "$dir/out"
    check "and after nothing" sh -c '! grep -q "part from" "$1"' - "$dir/out"
    check "Latte's MIG by scikit-learn's neighbours" exits 0 "$assay" validate \
        python:tests/candidates/latte_mig.py:mig --against mig@latte2021 --samples 300 \
        --scenarios noise,nonlinear,dead-code,sepliarskaia
    check "where labels tie, over seeds" grep -q 'sepliarskaia .* statistical  *agrees' "$dir/out"
else
    skip "Latte's MIG" "no scikit-learn" python3-sklearn
fi
check "a scenario of angles is looked at where it is asked for" exits 0 "$assay" validate mcc --against mcc --scenarios turned
check "  and agrees" grep -q "^turned .*agrees" "$dir/out"
check "pairs have no data" refuses 2 "bank has pairs that plans name" "$assay" validate mcc --against mcc --scenarios bank
done_testing
