#!/bin/sh
# A plan on a cluster with Slurm: an array of tasks, a job that merges their stores, one that makes the report.
# Edit these, or set them in the environment, and call `sh slurm.sh`. Where tasks were lost, call it again.
PLAN=${PLAN:-quick}   # built in, or a file
TASKS=${TASKS:-16}    # fewer than MaxArraySize (scontrol show config)
OUT=${OUT:-out/slurm} # gets shards/, log/, scores.db and report/
EXTRA=${EXTRA:-}      # more words of `assay run`: --seeds 0:20 --run
TASK=${TASK:---time=1:00:00 --mem=500M --cpus-per-task=1}
READ=${READ:---time=0:30:00 --mem=1000M} # of the merge and of the report
KEEP=${KEEP:-PATH,HOME,LD_LIBRARY_PATH,PYTHONPATH,ASSAY_PYTHON} # what jobs have of this environment; nothing else

if [ $# -eq 0 ]; then # called by a person: this file is the script of all three jobs
    set -e
    assay=$(command -v "${ASSAY:-assay}") || { echo "there is no assay: set ASSAY" >&2; exit 3; }
    mkdir -p "$OUT/shards" "$OUT/log"
    assay=$(cd "$(dirname "$assay")" && pwd)/$(basename "$assay") OUT=$(cd "$OUT" && pwd)
    log=$(printf %s "$OUT/log" | sed 's/%/%%/g') # for Slurm it is a pattern
    submit() {
        part=$1 && shift
        sbatch --parsable --export="$KEEP" --job-name="assay-$part" --requeue --open-mode=append "$@" \
            "$0" "$part" "$assay" "$PLAN" "$OUT" "$TASKS" "$EXTRA"
    }
    run=$(submit run $TASK --array="1-$TASKS" --signal=USR1@300 --output="$log/%A_%a.log")
    merge=$(submit merge $READ --dependency="afterany:${run%%;*}" --output="$log/merge.log")
    submit report $READ --dependency="afterok:${merge%%;*}" --kill-on-invalid-dep=yes --output="$log/report.log"
    exit
fi
assay=$2 PLAN=$3 OUT=$4 TASKS=$5 EXTRA=$6 I=${SLURM_ARRAY_TASK_ID:-}
case $1 in
run) # warned before its time is over it puts its store in place and ends with 138: then it is begun again
    srun --export=ALL --ntasks=1 "$assay" run --shard "$I/$TASKS" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
        --db "$OUT/shards/$I.db" $EXTRA -- "$PLAN"
    status=$?
    [ $status -ne 138 ] || exec scontrol requeue "${SLURM_ARRAY_JOB_ID}_$I"
    exit $status
    ;;
merge) "$assay" merge "$OUT/scores.db" "$OUT/shards" && "$assay" status --db "$OUT/scores.db" --check ;;
report) "$assay" report --db "$OUT/scores.db" --out "$OUT/report" ;;
esac
