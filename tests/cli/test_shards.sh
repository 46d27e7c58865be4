#!/bin/sh
# A plan in shards: together they are the plan; a shard's store is written on the local disk and put in place whole, at
# the end and when the batch system warns; a task that is started again goes on where it was; nobody's file is lost.
. tests/cli/tap.sh
cd "$dir" || exit 99
mkdir local
export TMPDIR=$dir/local
plan p 400 0:4 'noise, {mixing: {alpha: [0.1, 0.33, 0.9]}}' 'mig, sap, dcimig@zaidi2020, control-noise, linearity' >p.yaml
rows() { scores "$1" | sed 1d; }

check "the plan as one run" exits 0 "$assay" run p.yaml --db whole.db
for i in 1 2 3 4 5; do exits 0 "$assay" run p.yaml --shard $i/5 --db s$i.db; done
check "five shards hold the plan, each cell once" same \
    "$(for i in 1 2 3 4 5; do rows s$i.db; done | sort | cksum)" "$(rows whole.db | sort | cksum)"
check "none is empty" same "$(for i in 1 2 3 4 5; do [ "$(rows s$i.db | wc -l)" -gt 0 ] && echo $i; done | wc -l)" 5
check "nothing is left on the local disk" same "$(ls -A local)" ""

check "again: nothing to do, which is said" notes " 0 computed in" run p.yaml --shard 2/5 --db s2.db
check "the others into the same file" exits 0 "$assay" run p.yaml --db s2.db
check "which then holds the plan" same "$(scores s2.db | cksum)" "$(scores whole.db | cksum)"

check "no shard" refuses 2 "--shard 6/5: I/N" "$assay" run p.yaml --shard 6/5
check "no folder" refuses 4 "/proc/none" "$assay" run p.yaml --shard 1/5 --db /proc/none/x.db
echo "no store" >text.db
check "no store" refuses 3 "text.db: not a usable assay store" "$assay" run p.yaml --shard 1/5 --db text.db
check "which is left alone" same "$(cat text.db)" "no store"
TMPDIR=/proc/none
check "no local disk" refuses 4 "/proc/none" "$assay" run p.yaml --shard 1/5 --db y.db
TMPDIR=$dir/local

# A signal: what is finished is in place, at once, while the cells in flight go on.
# The plan takes minutes, so that no machine is through before the signal.
sed 's/^samples:.*/samples: 20000/; s/^seeds:.*/seeds: 0:4000/' p.yaml >slow.yaml
some_cells() { # of a shard that is under way
    "$assay" status --db "$(echo local/.assay-*/scores.db)" --format csv 2>>status.err |
        awk -F, 'NR > 1 && $4 > 0 { found = 1 } END { exit !found }'
}
cells() { "$assay" export --db "$1" | awk -F, 'NR > 1 && $9 == ""' | cut -d, -f1-6 | sort -u | wc -l; }
for signal in TERM:143 USR1:138; do
    name=${signal%:*} status=${signal#*:}
    "$assay" run slow.yaml --shard 1/2 --db $name.db --jobs 2 2>err &
    process=$!
    check "SIG$name: the store is on the local disk meanwhile" wait_until some_cells
    check "SIG$name: nothing is in place before" test ! -e $name.db
    kill -$name $process
    wait $process
    check "SIG$name: exit status" same $? "$status"
    said=$(sed -n 's/^stopped after \([0-9]*\) of .*/\1/p' err)
    check "SIG$name: what is said to be kept is in place" same "$(cells $name.db)" "$said"
    check "SIG$name: how to go on is said" says "assay run slow.yaml --shard 1/2 --db $name.db"
    "$assay" run slow.yaml --shard 1/2 --db $name.db --seeds 0:4 2>err
    check "SIG$name: a task that is started again has it before" \
        test "$(sed -n 's/.* \([0-9]*\) there before$/\1/p' err)" -gt 0
done
# A cell that takes hours on any machine, beside one that is done at once.
plan long 60000 0:1000 noise "control-noise, 'dci-rf:trees=10000'" >long.yaml
"$assay" run long.yaml --shard 1/1 --db long.db --jobs 2 2>err &
process=$!
begun() { ls local/.assay-*/scores.db >/dev/null 2>&1; }
wait_until begun
sleep 2 # so that cells are finished which nobody has asked for yet: more is tried, nothing fails without
kill -TERM $process
check "in place while long cells go on" wait_until test -e long.db
check "which they do" kill -0 $process
kill -9 $process
{ wait $process; } 2>/dev/null
check "a whole store" exits 0 "$assay" status --db long.db
check "the next task sweeps what a killed one left on the local disk" exits 0 "$assay" run p.yaml --shard 5/5 --db s5.db
check "swept" same "$(ls -A local)" ""

# Two tasks that were given one file: the second to end leaves the first one's alone.
"$assay" run slow.yaml --shard 1/2 --db both.db 2>err &
process=$!
wait_until some_cells
cp s1.db both.db
kill -TERM $process
wait $process
check "somebody else's file: exit status" same $? 4
check "and where the scores are" says "the scores of this shard are in both.db.saved-$process"
check "it is there" exits 0 "$assay" status --db both.db.saved-$process
check "the other file is as it was" cmp -s s1.db both.db
done_testing
