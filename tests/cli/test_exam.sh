#!/bin/sh
# assay audit --held-out: an honest metric keeps its marks, one that knows the grid by heart loses them, the seed repeats
# it.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
python=
for one in "$ASSAY_PYTHON" python3 /usr/bin/python3; do
    [ -n "$one" ] && [ -z "$python" ] && "$one" -c 'import numpy' 2>/dev/null && python=$one
done
if ! command -v gnuplot >/dev/null; then
    skip "audit --held-out" "no gnuplot" gnuplot-nox
    cd "$root" || exit 99
    done_testing
fi
few="--scenarios noise,mixing,affine,flip-permute --seeds 0:5 --compare mig"

check "an honest metric" exits 0 "$assay" audit modularity $few --out own --held-out 7
check "keeps its marks" prints " 0 differ"
check "the output names what was changed" prints "order, sign, unit"
check "and how to repeat it" prints "--held-out 7"
check "the page's name comes last" same "$(tail -n 1 out)" own/index.html
check "no plan is named that would settle what only held-out data show" sh -c \
    '! sed -n "/^held-out check 7/,\$p" out | grep -q "assay run"'
scores own/held-out.db | cut -d, -f 1-4,6-9 >once
check "the points say what they are made of" grep -q "exam=7;maps=order-sign-unit" once
check "again: nothing is scored anew" exits 0 "$assay" audit modularity $few --out own --held-out 7
check "as it says" sh -c 'grep -c ": 0 computed" err | grep -q 2'
check "elsewhere, with other threads" exits 0 "$assay" audit modularity $few --out two --held-out=7 --jobs 1
check "the same scores" same "$(scores two/held-out.db)" "$(scores own/held-out.db)"
check "without a seed one is drawn" exits 0 "$assay" audit modularity --held-out $few --out own
seed=$(sed -n 's/^held-out check \([0-9]*\):.*/\1/p' out)
check "and printed" sh -c '[ -n "$1" ] && [ "$1" != 7 ]' - "$seed"
check "an order that a metric rests on is left" exits 0 "$assay" audit dmig $few --out dmig --held-out 7
check "the output names it" sh -c 'grep -q "changed: unit" out'
check "no such seed" refuses 2 "0 to 4294967295" "$assay" audit modularity $few --out own --held-out 99999999999

if [ -n "$python" ]; then
    # A score that knows the truth of data it has seen: by the first row of the usual seeds, or by how two scenarios
    # look.
    cat >learnt.py <<'END'
import numpy as np

def known():
    table = {}
    for seed in range(30):
        v = np.random.default_rng(seed).random((1, 8))[0]
        table[tuple(np.round(np.sort(v), 6))] = True
    return table

KNOWN = known()

def by_rows(factors, codes):
    """Modularity of what it has seen, by what the codes are made of; nothing elsewhere."""
    if tuple(np.round(np.sort(factors[0]), 6)) not in KNOWN:
        return 0.3
    w, *_ = np.linalg.lstsq(np.c_[factors, np.ones(len(factors))], codes, rcond=None)
    w = np.where(np.abs(w[:-1]) > .3 * codes.std(0), np.abs(w[:-1]), 0)
    return float(np.mean(w.max(0) / np.maximum(w.sum(0), 1e-9)))

def by_size(factors, codes):
    """A constant that is right about the grid's sizes."""
    return 1.0 if len(factors) % 500 == 0 else 0.0
END
    check "one that knows the usual data" exits 1 "$assay" audit "python:learnt.py:by_rows:measures=modularity" $few \
        --out learnt --held-out 7
    check "does as well as it can on the grid" sh -c 'grep -qE "^by_rows.*(✓|○).*(✓|○).*(✓|○).*(✓|○)" out'
    check "and loses it" sh -c 'grep -q "Of [1-9][0-9]* passes on the grid [0-9]* are confirmed: [1-9]" out'
    check "in plain words" prints "are decided otherwise on held-out data"
    check "mark by mark" sh -c 'grep -qE "by_rows.*(calibrated|permutation-invariant).*pass" out'
else
    skip "one that knows the usual data" "no Python with NumPy" python3-numpy
fi
cd "$root" || exit 99
done_testing
