#!/bin/sh
# The scripts for batch systems, run by stand-ins that read what sbatch and qsub read and do it at once: each makes the
# bytes of one run. The real systems: tests/cluster.
. tests/cli/tap.sh
cd "$dir" || exit 99
export TMPDIR=$dir
unset SLURM_ARRAY_TASK_ID SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK PBS_ARRAY_INDEX
cat >"it's p.yaml" <<'P'
name: p q
samples: 300
seeds: 0:3
scenarios: [noise, dead-code]
metrics: [mig, sap, dcimig@zaidi2020, control-noise, 'mig:bins=5']
P
check "the plan as one run" exits 0 "$assay" run "it's p.yaml" --db whole.db --scenarios noise,dead-code
whole=$(scores whole.db | cksum)

mkdir bin
cat >bin/sbatch <<P
#!/bin/sh
# --array=1-N: the script of standard input N times, in an environment of its own. Job numbers count up.
cd '$dir' || exit
P
cat >>bin/sbatch <<'P'
echo $(($(cat jobs 2>/dev/null || echo 0) + 1)) >jobs
echo "$*" >>said
script=$(cat)
case "$*" in *afterok*) [ "$(cat ended)" = well ] || exit 0 ;; esac
echo well >ended
echo "$script" | sed -n 's/^#SBATCH //p' >>said
last=$(echo "$*" | sed -n 's/.*--array=1-\([0-9]*\).*/\1/p')
for id in $(seq 1 "${last:-1}"); do
    echo "$script" | env -i SLURM_ARRAY_JOB_ID="$(cat jobs)" SLURM_ARRAY_TASK_ID=$id /bin/sh >>job.log 2>&1 ||
        echo "task $id failed" | tee ended >>failed
done
cat jobs
P
cat >bin/srun <<'P'
#!/bin/sh
while case $1 in --*) ;; *) false ;; esac do shift; done
exec "$@"
P
cat >bin/qstat <<'P'
#!/bin/sh
echo "    max_array_size = 4"
P
cat >bin/scontrol <<'P'
#!/bin/sh
echo "MaxArraySize            = 5"
P
cat >bin/qsub <<P
#!/bin/sh
cd '$dir' || exit
P
cat >>bin/qsub <<'P'
echo "$*" >>said
script=$(cat)
case "$*" in *afterok*) [ "$(cat ended)" = well ] || exit 0 ;; esac
echo well >ended
range=$(echo "$*" | sed -n 's/.*-J 1-\([0-9]*\).*/\1/p')
for id in $(seq 1 "${range:-1}"); do
    echo "$script" | env -i PBS_ARRAY_INDEX=$id /bin/sh >>job.log 2>&1 ||
        echo "task $id failed" | tee ended >>failed
done
echo "7.server"
P
chmod +x bin/*
PATH=$dir/bin:$PATH

check "printed" exits 0 "$assay" submit "it's p.yaml" --slurm --tasks 6 --time 90 --mem 2G --cores 2
for line in '#SBATCH --time=1:30:00' '#SBATCH --mem=2048M' '#SBATCH --cpus-per-task=2' '#SBATCH --requeue' 'p-q'; do
    check "says $line" prints "$line"
done
check "nothing was submitted" test ! -e said
for system in slurm pbs shell; do
    rm -f said failed
    "$assay" submit "it's p.yaml" --$system --tasks 6 --scenarios noise,dead-code --out "out of/$system" >"$system.sh"
    check "$system: submitted" exits 0 sh "$system.sh"
    check "$system: nothing failed" test ! -e failed
    check "$system: the bytes of one run" same "$(scores "out of/$system/scores.db" | cksum)" "$whole"
    check "$system: a store for each shard" same "$(cd "out of/$system/shards" && echo *)" \
        "1.db 2.db 3.db 4.db 5.db 6.db"
    check "$system: the report" test -s "out of/$system/report/index.html"
    [ $system = pbs ] && check "pbs: arrays of no more than the server takes" same \
        "$(grep -o -e '-J [0-9-]*' said | xargs)" "-J 1-4 -J 1-2"
    [ $system = slurm ] || continue
    check "arrays of no more than the cluster takes" same "$(grep -o -e '--array=[0-9-]*' said | xargs)" \
        "--array=1-4 --array=1-2"
    check "nothing of the environment is asked for" same "$(grep -c -e '--export=NIL' said)" 4
    check "no job waits for one that failed" same "$(grep -c -e '--kill-on-invalid-dep=yes' said)" 2
    check "the merge comes after all of them" grep -q -e '--dependency=afterany:1:2 ' said
    check "the report after the merge" grep -q -e '--dependency=afterok:3 ' said
done

# A shard that ends with an error leaves cells missing
for system in slurm pbs shell; do
    rm -f said failed jobs
    for partial in '' --partial; do
        exits 0 "$assay" submit "it's p.yaml" --$system --tasks 6 $partial --out "half/$system" >>half.log
        sed 's/"$assay" run/"$assay" $([ $1 = 3 ] \&\& echo no-)run/' out >half.sh
        sh half.sh >>half.log 2>&1
        if [ "$partial" ]; then
            check "$system: of an incomplete store there is a report where that was asked for" \
                test -s "half/$system/report/index.html"
        else
            check "$system: no report of an incomplete store" test ! -e "half/$system/report"
        fi
    done
done

check "for nothing" refuses 2 "one of --slurm, --pbs and --shell" "$assay" submit thesis
check "for two" refuses 2 "one of --slurm, --pbs and --shell" "$assay" submit thesis --slurm --pbs
check "a time" refuses 2 "--time soon: minutes or H:MM:SS" "$assay" submit "it's p.yaml" --slurm --time soon
check "minutes and seconds, or hours and minutes" refuses 2 "--time 1:30: minutes" \
    "$assay" submit "it's p.yaml" --slurm --time 1:30
check "hours" exits 0 "$assay" submit "it's p.yaml" --slurm --tasks 6 --time 60:00:00
check "are hours" prints '#SBATCH --time=60:00:00'
check "memory of the merge and of the report alone" exits 0 "$assay" submit "it's p.yaml" --slurm --report-mem 3G
check "is theirs" same "$(grep -c -e '--mem=3072M' out)" 2
check "else theirs grows with the plan" exits 0 "$assay" submit thesis --slurm --tasks 1 --seeds 0:1
few=$(sed -n 's/^#SBATCH --mem=\([0-9]*\)M/\1/p' out | tail -n 1)
exits 0 "$assay" submit thesis --slurm --tasks 1 --seeds 0:1000
check "by its number of cells" test "$(sed -n 's/^#SBATCH --mem=\([0-9]*\)M/\1/p' out | tail -n 1)" -gt $((few + 100))
check "a memory that is none" refuses 2 "--report-mem 0: megabytes" "$assay" submit "it's p.yaml" --slurm --report-mem 0
check "a memory" refuses 2 "--mem much: megabytes, or 4G" "$assay" submit "it's p.yaml" --slurm --mem much
done_testing
