#!/bin/sh
# The same shards by the program as gcc and as clang compile it, with one thread and with two: merge holds every value
# of one against the other's, and names the score that was altered.
. tests/cli/tap.sh
root=$PWD
gcc=$PWD/build/gcc/assay clang=$PWD/build/clang/assay
[ -x "$gcc" ] && [ -x "$clang" ] || skip_all "two compilers" "build/gcc and build/clang are not both there" clang
cd "$dir" || exit 99
export TMPDIR=$dir
cat >p.yaml <<'P'
name: p
samples: 500
seeds: 0:2
scenarios: all
metrics: [cost:3e6]
P
for i in 1 2; do
    check "shard $i by gcc, one thread" exits 0 "$gcc" run p.yaml --shard $i/2 --jobs 1 --db gcc-$i.db
    check "shard $i by clang, two threads" exits 0 "$clang" run p.yaml --shard $i/2 --jobs 2 --db clang-$i.db
done
check "one of each" exits 0 "$gcc" merge mixed.db gcc-1.db clang-2.db
check "and the others: every value agrees" exits 0 "$clang" merge mixed.db clang-1.db gcc-2.db
check "none is new" says " 0 cells new"
"$gcc" merge all.db gcc-1.db gcc-2.db 2>err
check "the same bytes" same "$(scores mixed.db | cksum)" "$(scores all.db | cksum)"
check "sealed with a digest that fits, a score that differs" exits 0 python3 "$root/tests/digest.py" clang-2.db "UPDATE score
    SET value = value + 1e-13 WHERE item = -1 AND cell = (SELECT min(cell) FROM score WHERE item = -1 AND value BETWEEN 0.1
    AND 1) AND value BETWEEN 0.1 AND 1"
check "a score altered in its last digits" exits 1 "$gcc" merge mixed.db clang-2.db
check "is named with both values" grep -q ' samples, seed .* in mixed.db, .* in clang-2.db$' err
done_testing
