#!/bin/sh
# A plan on a cluster with PBS: an array of tasks, a job that merges their stores, one that makes the report.
# Edit these, or set them in the environment, and call `sh pbs.sh`. Where tasks were lost, call it again.
PLAN=${PLAN:-quick} # built in, or a file
TASKS=${TASKS:-16}  # two or more, at most max_array_size (qstat -Bf)
OUT=${OUT:-out/pbs} # gets shards/, log/, scores.db and report/
EXTRA=${EXTRA:-}    # more words of `assay run`: --seeds 0:20 --run
CORES=${CORES:-1}
TASK=${TASK:--l select=1:ncpus=$CORES:mem=500mb -l walltime=1:00:00}
READ=${READ:--l select=1:ncpus=1:mem=1000mb -l walltime=0:30:00} # of the merge and of the report

set -e
assay=$(command -v "${ASSAY:-assay}") || { echo "there is no assay: set ASSAY" >&2; exit 3; }
mkdir -p "$OUT/shards" "$OUT/log"
assay=$(cd "$(dirname "$assay")" && pwd)/$(basename "$assay") OUT=$(cd "$OUT" && pwd)
quoted() { printf %s "$1" | sed "s/'/'\\\\''/g; 1s/^/'/; \$s/\$/'/"; }
# What a job has of this environment, since PBS hands on nothing.
place() {
    for name in PATH LD_LIBRARY_PATH PYTHONPATH ASSAY_PYTHON; do
        eval "value=\${$name-}"
        [ -z "$value" ] || echo "export $name=$(quoted "$value")"
    done
    echo "cd $(quoted "$PWD") || exit; assay=$(quoted "$assay") OUT=$(quoted "$OUT") I=\$PBS_ARRAY_INDEX"
}
submit() { # submit PART COMMAND OPTIONS...
    part=$1 command=$2 && shift 2
    { place && echo "$command"; } | (cd "$OUT/log" && qsub -N "assay-$part" -r y -j oe "$@")
}
# TASKS, CORES and the plan's words are put in here; what is of the job stays as it stands.
run=$(submit run '"$assay" run --shard "$I/'"$TASKS\" --jobs $CORES --db \"\$OUT/shards/\$I.db\" $EXTRA -- $(quoted "$PLAN")" \
    $TASK -J "1-$TASKS")
merge=$(submit merge '"$assay" merge "$OUT/scores.db" "$OUT/shards" && "$assay" status --db "$OUT/scores.db" --check' \
    $READ -W depend="afterany:$run")
submit report '"$assay" report --db "$OUT/scores.db" --out "$OUT/report"' $READ -W depend="afterok:$merge"
