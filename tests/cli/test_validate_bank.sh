#!/bin/sh
# assay validate on a bank of metrics in the styles of this field: all wrong ones are caught, no right one is refused,
# no cause is named that is false, and most causes are named.

. tests/cli/tap.sh

/usr/bin/python3 -c 'import numpy, scipy' 2>/dev/null || skip_all "the bank of metrics" "no NumPy or SciPy" python3-numpy python3-scipy
revealing=noise,nonlinear,trig,duplicate,cardinality,sepliarskaia,dead-code,irrelevant-code,heavy-tail,sample-size
own=on-edges,constant-factor,unbalanced,sorted-rows,rows,drawn,drawn-wide,drawn-constants,drawn-dead

every=8 # the long tests try all
[ "${ASSAY_TEST_SCALE:-1}" = 1 ] || every=1
case $O in *-san) every=12 ;; esac # slow there
check "none is missed, refused or falsely explained, and causes are named where the bank has them" exits 0 \
    /usr/bin/python3 tests/candidates/bank_run.py "$assay" --scenarios $revealing,$own --every $every
cat >"$dir/shrunk.py" <<'P'
import bank
def dull(factors, codes, kinds, seed):
    return 0.5
def with_more_codes(factors, codes, kinds):
    items = bank.mig(factors, codes, kinds)
    return items if isinstance(items, str) or codes.shape[1] <= factors.shape[1] else items ** 2 / 3
P
cp tests/candidates/bank.py "$dir"
check "an unknown difference" exits 1 "$assay" validate "python:$dir/shrunk.py:with_more_codes" --against mig \
    --scenarios noise,dead-code,irrelevant-code,sample-size,on-edges --format json
check "the data are described" prints "differ wherever there are more codes than factors"
check "with the smallest that show it" prints "The smallest data found that show it, "
check "a seed that changes nothing" exits 1 "$assay" validate "python:$dir/shrunk.py:dull" --against control-noise \
    --scenarios noise
check "it is reported" prints "the seed is ignored"
done_testing
