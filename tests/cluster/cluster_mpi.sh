#!/bin/sh
# The ranks of mpirun as shards; one that is killed takes the others with it, and the next call goes on.
. tests/cli/tap.sh
command -v mpirun >/dev/null || {
    skip "shards as ranks" "no Open MPI" openmpi-bin
    done_testing
}
cd "$dir" || exit 99
mkdir local
export TMPDIR=$dir/local OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
unset SLURM_ARRAY_TASK_ID SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK PBS_ARRAY_INDEX
cat >p.yaml <<'P'
name: p
samples: 2000
seeds: 0:120
scenarios: [noise, dead-code]
metrics: [mig, sap, dcimig@zaidi2020, control-noise, 'mig:bins=5', dlig]
P
check "the plan as one run" exits 0 "$assay" run p.yaml --db whole.db
# ranks SEEDS: the killed program has so many to do that no machine is through before the kill.
ranks() { exec mpirun --oversubscribe -n 6 "$assay" run p.yaml --shard auto --db ranks/x.db --seeds "$1"; }
some_cells() {
    for store in local/.assay-*/scores.db; do
        "$assay" status --db "$store" --format csv 2>>status.err |
            awk -F, 'NR > 1 && $4 > 0 { found = 1 } END { exit !found }' && return
    done
    return 1
}
ranks 0:6000 >out 2>err &
process=$!
check "the ranks have begun" wait_until some_cells
kill -9 "$(pgrep -P $process | head -n 1)"
wait $process
check "a killed rank ends the program" test $? -ne 0
(ranks 0:120) >out 2>err
check "and is gone on from" same $? 0
check "by some that had cells already" grep -q ' [1-9][0-9]* there before' err
check "a store for each rank" same "$(ls ranks | xargs)" \
    "x-1-of-6.db x-2-of-6.db x-3-of-6.db x-4-of-6.db x-5-of-6.db x-6-of-6.db"
check "merged" exits 0 "$assay" merge all.db ranks
exits 0 "$assay" status --db all.db
check "the bytes of one run" same "$(scores all.db | awk -F, 'NR == 1 || $4 < 120' | cksum)" \
    "$(scores whole.db | cksum)"
done_testing
