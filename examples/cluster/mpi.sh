#!/bin/sh
# A plan as ranks of mpirun, a shard each; then the merge and the report. Where a rank was lost, call it again.
# Edit these, or set them in the environment, and call `sh mpi.sh`, on a machine or within a job of several.
PLAN=${PLAN:-quick} # built in, or a file
TASKS=${TASKS:-2}   # ranks; each takes about 200 MB
OUT=${OUT:-out/mpi} # gets shards/, scores.db and report/
EXTRA=${EXTRA:-}    # more words of `assay run`: --seeds 0:20 --run
MPI=${MPI:-}        # more words of mpirun: --hostfile FILE -x PATH

set -e
assay=$(command -v "${ASSAY:-assay}") || { echo "there is no assay: set ASSAY" >&2; exit 3; }
mkdir -p "$OUT/shards"
# Ranks count from 0; shard 0 is the last.
mpirun -n "$TASKS" $MPI sh -c 'I=${OMPI_COMM_WORLD_RANK:-$PMI_RANK} assay=$0 N=$1 OUT=$2 PLAN=$3 && shift 3
    exec "$assay" run --shard "$I/$N" --jobs 1 --db "$OUT/shards/$I.db" "$@" -- "$PLAN"' \
    "$assay" "$TASKS" "$OUT" "$PLAN" $EXTRA
"$assay" merge "$OUT/scores.db" "$OUT/shards"
"$assay" status --db "$OUT/scores.db" --check
"$assay" report --db "$OUT/scores.db" --out "$OUT/report"
