#!/bin/sh
# examples/cluster, by stand-ins that run at once what sbatch and qsub get, in an environment of its own: each makes the
# bytes of one run. The real systems: tests/cluster.
. tests/cli/tap.sh
scripts=$PWD/examples/cluster
no_gnuplot
mkdir "$dir/it's a folder" && cd "$dir/it's a folder" || exit 99
plan p 300 0:3 'noise, dead-code' 'mig, sap' >"a plan.yaml"
check "the plan as one run" exits 0 "$assay" run "a plan.yaml" --db whole.db
whole=$(scores whole.db | cksum)
cat >../bin/qsub <<'Q'
#!/bin/sh
# -J 1-N: the script of standard input N times. A job that waits for one that failed is not run.
script=$(cat)
case "$*" in *afterok*) [ "$(cat "$DIR/ended")" = 0 ] || exit 0 ;; esac
bad=0
for id in $(seq 1 "$(echo "$* -J 1-1" | sed 's/^[^J]*-J 1-\([0-9]*\).*/\1/')"); do
    echo "$script" | env -i PBS_ARRAY_INDEX="$id" /bin/sh >>"$DIR/job.log" 2>&1 || bad=1
done
echo $bad >"$DIR/ended"
echo 7.server
Q
cat >../bin/sbatch <<'Q'
#!/bin/sh
case "$*" in *afterok*) [ "$(cat "$DIR/ended")" = 0 ] || exit 0 ;; esac
last=$(echo "$* --array=1-1" | sed 's/^.*--array=1-\([0-9]*\) .*/\1/; s/.*--array=1-1$/1/') bad=0
while case $1 in -*) ;; *) false ;; esac do shift; done
for id in $(seq 1 "$last"); do
    env -i PATH="$PATH" SLURM_ARRAY_TASK_ID="$id" /bin/sh "$@" >>"$DIR/job.log" 2>&1 || bad=1
done
echo $bad >"$DIR/ended"
echo 7
Q
printf '#!/bin/sh\nshift 2\nexec "$@"\n' >../bin/srun
chmod +x ../bin/*
export DIR="$dir" PLAN="a plan.yaml" TASKS=3 ASSAY="$assay"
for system in slurm pbs; do
    check "$system: with an option that is none" exits 0 env OUT="to/$system" EXTRA=--none sh "$scripts/$system.sh"
    check "$system: nothing is reported" test ! -e "to/$system/report"
    check "$system: again" exits 0 env OUT="to/$system" sh "$scripts/$system.sh"
    check "$system: the bytes of one run" same "$(scores "to/$system/scores.db" | cksum)" "$whole"
    check "$system: a store for each shard" same "$(cd "to/$system/shards" && echo *)" "1.db 2.db 3.db"
    check "$system: the report" test -s "to/$system/report/index.html"
    check "$system: without a program" exits 3 env ASSAY=no-such sh "$scripts/$system.sh"
done
check "the last of them on standard error" says "set ASSAY"
done_testing
