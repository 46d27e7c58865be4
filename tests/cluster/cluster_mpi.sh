#!/bin/sh
# The ranks of mpirun as shards, by examples/cluster/mpi.sh; one that is killed takes the others with it, and the next call goes on.
. tests/cli/tap.sh
root=$PWD
command -v mpirun >/dev/null || skip_all "shards as ranks" "no Open MPI" openmpi-bin
no_gnuplot
cd "$dir" || exit 99
mkdir local
export TMPDIR=$dir/local OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
unset OMPI_COMM_WORLD_RANK PMI_RANK
cat >p.yaml <<'P'
name: p
samples: 20000
seeds: 0:60
scenarios: [noise, dead-code]
metrics: [mig, sap, dcimig@zaidi2020, control-noise, 'mig:bins=5', dlig]
P
check "the plan as one run" exits 0 "$assay" run p.yaml --db whole.db
# So many rows that no machine is through before the kill.
ranks() {
    PLAN=p.yaml TASKS=6 OUT='a folder' MPI=--oversubscribe ASSAY=$assay exec sh "$root/examples/cluster/mpi.sh"
}
some_cells() {
    for store in local/.assay-*/scores.db; do
        "$assay" status --db "$store" --format csv 2>>status.err |
            awk -F, 'NR > 1 && $4 > 0 { found = 1 } END { exit !found }' && return
    done
    return 1
}
ranks >out 2>err &
process=$!
check "the ranks have begun" wait_until some_cells
kill -9 "$(pgrep -P "$(pgrep -P $process mpirun)" | head -n 1)"
wait $process
check "a killed rank ends the program" test $? -ne 0
(ranks) >out 2>err
check "and is gone on from" same $? 0
check "by some that had cells already" grep -q ' [1-9][0-9]* there before' err
check "a store for each rank" same "$(ls "a folder/shards" | xargs)" "0.db 1.db 2.db 3.db 4.db 5.db"
check "the report is there" test -s "a folder/report/index.html"
check "the bytes of one run" same "$(scores "a folder/scores.db" | cksum)" "$(scores whole.db | cksum)"
done_testing
