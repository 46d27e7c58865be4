#!/bin/sh
# A real Slurm as sites set it up: nothing of the submitter's environment reaches a job (SBATCH_EXPORT=NONE), arrays are
# short, and a job that takes more memory than it asked for is killed. (By Slurm's own gathering, OverMemoryKill: the
# cgroups of ConstrainRAMSpace need rights that a container does not give.)
. tests/cli/tap.sh
. tests/cluster/slurm.sh
command -v slurmctld >/dev/null && command -v slurmd >/dev/null || {
    skip "a site's settings" "there is no Slurm" slurm-wlm
    done_testing
}
cd "$dir" || exit 99
trap 'stop_slurm; rm -rf "$dir"' EXIT
mkdir slurm 'in a %j folder'
unset SLURM_ARRAY_TASK_ID SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK PBS_ARRAY_INDEX
cat >p.yaml <<'P'
name: p
samples: 300
seeds: 0:5
scenarios: [noise, dead-code]
metrics: [mig, sap]
P
start_slurm "$dir/slurm" 2 MaxArraySize=4 SelectTypeParameters=CR_Core_Memory JobAcctGatherFrequency=1 \
    JobAcctGatherType=jobacct_gather/linux JobAcctGatherParams=OverMemoryKill 2>err
check "two nodes are up" same $? 0
export SBATCH_EXPORT=NONE
cd 'in a %j folder' && mv ../p.yaml . || exit 99
jobs_end() { [ -z "$(squeue -h -o '%i')" ]; }
state() { scontrol show job "$1" | sed -n 's/^ *JobState=\([A-Z_]*\).*/\1/p' | sort | uniq -c | xargs; }
submitted() { # submitted ARGUMENTS...: `last` is the report's number
    "$assay" submit "$@" >"$dir/script" && exits 0 sh "$dir/script" && last=$(tail -n 1 "$dir/out")
}

sbatch --parsable --export=NIL --mem=20 -o "$dir/hog.log" >"$dir/hog" 2>"$dir/err" <<'JOB'
#!/bin/sh
exec python3 -c 'import time; x = bytearray(200 << 20); time.sleep(60)'
JOB
wait_until jobs_end
check "this site kills a job that takes more memory than it asked for" grep -q -i 'memory' "$dir/hog.log"

"$assay" run p.yaml --db whole.db 2>../err
ends_well() { # ends_well FOLDER: what was just submitted
    wait_until jobs_end
    check "the report's job ends well" same "$(state "$last")" "1 COMPLETED"
    check "the bytes of one run" same "$(scores "$1/scores.db" | cksum)" "$(scores whole.db | cksum)"
    check "the report is there" test -s "$1/report/index.html"
    check "a log for each task and job" same "$(find "$1/log" -type f -name '*.log' -printf x | wc -c)" 9
    check "nothing lies elsewhere" same "$(find . -maxdepth 1 -mindepth 1 -printf x | wc -c)" "$2"
}
strange=$(printf 'of%%A%%%%j $HOME;it'\''s\nJOB\n`x`"-*')
check "seven shards, in a folder of a strange name" submitted p.yaml --slurm --tasks 7 --out "$strange"
ends_well "$strange" 3
check "again, in one whose name has a backslash" submitted p.yaml --slurm --tasks 7 --out '%\a'
ends_well '%\a' 4

# sbatch, but that the tasks' scripts are edited
mkdir ../bin
cat >../bin/sbatch <<S
#!/bin/sh
sed "\$EDIT" | exec $(command -v sbatch) "\$@"
S
chmod +x ../bin/sbatch
PATH=$dir/bin:$PATH
export EDIT='s/^srun.*/exit 3/'
check "an array whose tasks all fail" submitted p.yaml --slurm --tasks 3 --out fails
wait_until jobs_end
check "leaves no job waiting for it" same "$(state "$last")" "1 CANCELLED"
check "and no report" test ! -e fails/report
check "the merge's log says why" grep -q 'no file in this folder ends in .db' fails/log/merge.log
EDIT='s/^srun/[ "$1" = 2 ] || srun/'
check "an array of which one task is lost" submitted p.yaml --slurm --tasks 5 --out part
wait_until jobs_end
check "is merged and not reported" same "$(state "$last") $(test -e part/report; echo $?)" "1 CANCELLED 1"
check "the log counts what is missing" grep -q 'of 150 cells are missing' part/log/merge.log
check "asked for, it is reported" submitted p.yaml --slurm --tasks 5 --out part --partial
wait_until jobs_end
check "as far as it goes" test -s part/report/index.html
EDIT=''
check "submitted again" submitted p.yaml --slurm --tasks 5 --out part
wait_until jobs_end
check "all is there" same "$(scores part/scores.db | cksum)" "$(scores whole.db | cksum)"
done_testing
