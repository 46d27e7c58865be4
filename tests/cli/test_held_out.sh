#!/bin/sh
# assay audit --held-out: an honest metric keeps its concordance, the seed is printed and repeats the check, and what was
# found is kept (tests/bench/test_held_out.c has dishonest ones). What the run has remarked is the result.
. tests/cli/tap.sh
. tests/python/interpreter.sh
root=$PWD
command -v gnuplot >/dev/null || skip_all "audit --held-out" "no gnuplot" gnuplot-nox
cd "$dir" || exit 99
few="--scenarios noise --seeds 0:1 --compare control-constant"
table() { sed -n '/^Held-out check/,/^to repeat it/p' out; }

check "an honest metric" exits 0 "$assay" audit dcimig $few --out own --held-out
check "keeps its concordance" sh -c '[ "$(grep -c "no certain fall" out)" = 3 ]'
seed=$(sed -n 's/^to repeat it: the same command with --held-out-seed \([0-9]*\)$/\1/p' out)
check "the seed is printed" test -n "$seed"
table >first
check "the page shows it" grep -q "Held-out check $seed" own/index.html
check "so do Markdown and JSON" sh -c 'grep -q "| modularity" own/tables/held-out.md && grep -q "\"held_out\"" own/tables/held-out.json'
check "the pairs are kept" sh -c \
    '"$1" export --db own/held-out.db | awk -F, "/^bank,/ { n += \$4 >= 1000000 } END { exit !n }"' - "$assay"
check "again" exits 0 "$assay" audit dcimig $few --out own --held-out-seed "$seed" --jobs 1
check "the same" same "$(table)" "$(cat first)"
check "the page's name comes last" same "$(tail -n 1 out)" own/index.html
if [ -n "$python" ]; then
    asked="$assay audit python:$root/tests/candidates/untrue.py:counter --seeds 0:1 --compare control-constant --out count"
    check "one that counts its calls" exits 1 $asked --held-out --hunt 20
    check "has its remark as the result" sh -c 'grep "^counter" out | grep -q "not a function of its input"'
    check "and in full" prints "for the same data and seed in a new process"
    check "on the page, too" grep -q "counter is not a function of its input" count/index.html
else
    skip "one that counts its calls" "no Python with NumPy" python3-numpy
fi
check "no such seed" refuses 2 "1 to 4294967295" "$assay" audit dcimig $few --out own --held-out-seed 99999999999
cd "$root" || exit 99
done_testing
