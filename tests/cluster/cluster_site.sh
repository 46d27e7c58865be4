#!/bin/sh
# A real Slurm as sites set it up: nothing of the submitter's environment reaches a job (SBATCH_EXPORT=NONE), arrays are
# short, and a job that takes more memory than it asked for is killed. (By Slurm's own gathering, OverMemoryKill: the
# cgroups of ConstrainRAMSpace need rights that a container does not give.)
. tests/cli/tap.sh
. tests/cluster/slurm.sh
root=$PWD
command -v slurmctld >/dev/null && command -v slurmd >/dev/null || skip_all "a site's settings" "there is no Slurm" slurm-wlm
cd "$dir" || exit 99
trap 'stop_slurm; rm -rf "$dir"' EXIT
mkdir slurm 'in a %j folder'
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
submitted() { # submitted VARIABLE=VALUE...: `last` is the report's number
    exits 0 env PLAN=p.yaml ASSAY="$assay" "$@" sh "$root/examples/cluster/slurm.sh" && last=$(tail -n 1 "$dir/out")
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
    check "a log for each task and job" same "$(find "$1/log" -type f -name '*.log' -printf x | wc -c)" 5
    check "nothing lies elsewhere" same "$(find . -maxdepth 1 -mindepth 1 -printf x | wc -c)" "$2"
}
strange=$(printf 'of%%A%%%%j $HOME;it'\''s\nJOB\n`x`"-*')
check "three shards, in a folder of a strange name" submitted TASKS=3 OUT="$strange"
ends_well "$strange" 3

check "an array whose tasks all fail" submitted TASKS=3 OUT=fails EXTRA=--no-such
wait_until jobs_end
check "leaves no job waiting for it" same "$(state "$last")" "1 CANCELLED"
check "and no report" test ! -e fails/report
check "the merge's log says why" grep -q 'no file in this folder ends in .db' fails/log/merge.log
printf '#!/bin/sh\ncase $* in *" 2/3 "*) exit 3 ;; esac\nexec "%s" "$@"\n' "$assay" >'a program' && chmod +x 'a program'
check "an array of which one task is lost" submitted TASKS=3 OUT=part ASSAY='./a program'
wait_until jobs_end
check "is merged and not reported" same "$(state "$last") $(test -e part/report; echo $?)" "1 CANCELLED 1"
check "the log counts what is missing" grep -q 'of 150 cells are missing' part/log/merge.log
check "submitted again" submitted TASKS=3 OUT=part
wait_until jobs_end
check "all is there" same "$(scores part/scores.db | cksum)" "$(scores whole.db | cksum)"
done_testing
