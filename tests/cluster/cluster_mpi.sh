#!/bin/sh
# The ranks of mpirun as shards; one that is killed takes the others with it, and the next call goes on.
. tests/cli/tap.sh
command -v mpirun >/dev/null || {
    skip "shards as ranks" "there is no Open MPI (openmpi-bin)"
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
ranks() { mpirun --oversubscribe -n 6 "$assay" run p.yaml --shard auto --db ranks/x.db; }
ranks >out 2>err &
process=$!
for tries in $(seq 1 50); do
    ls -A local | grep -q . && break
    sleep 0.1
done
sleep 1
mpirun=$(pgrep -P $process | head -n 1) # $process is the shell of the function
kill -9 "$(pgrep -P "$mpirun" | head -n 1)"
wait $process
check "a killed rank ends the program" test $? -ne 0
check "and is gone on from" exits 0 ranks
check "a store for each rank" same "$(ls ranks | xargs)" \
    "x-1-of-6.db x-2-of-6.db x-3-of-6.db x-4-of-6.db x-5-of-6.db x-6-of-6.db"
check "merged" exits 0 "$assay" merge all.db ranks
check "the bytes of one run" same "$(scores all.db | cksum)" "$(scores whole.db | cksum)"
done_testing
