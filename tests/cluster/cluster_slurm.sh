#!/bin/sh
# A real Slurm on the loopback: a plan as an array of 16 tasks that are killed, warned, requeued and cancelled at random
# while nodes are drained and go down. What is missing in the end is submitted again, as a user would; the merged store
# exports the bytes of one run.
. tests/cli/tap.sh
. tests/cluster/slurm.sh
root=$PWD
command -v slurmctld >/dev/null && command -v slurmd >/dev/null || skip_all "an array of 16 tasks" "no Slurm" slurm-wlm
cd "$dir" || exit 99
trap 'stop_slurm; rm -rf "$dir"' EXIT
mkdir local slurm
export TMPDIR=$dir/local
cat >p.yaml <<'P'
name: p
samples: 3000
seeds: 0:40
scenarios: [noise, {mixing: {alpha: [0.1, 0.33]}}, dead-code]
metrics: [mig, sap, dcimig@zaidi2020, control-noise, 'mig:bins=5', dlig]
P
# As many seeds as are 25 s of work, whatever else this machine does, so that there is something to disturb.
work() { # worked: milliseconds of this shell's children so far; a shell in $(...) has none
    times >times
    worked=$(awk 'NR == 2 { split($1, part, /[ms]/); print int(1000 * (60 * part[1] + part[2])) }' times)
}
work && before=$worked
exits 0 "$assay" run p.yaml --db trial.db
work && seeds=$((40 * 25000 / (worked - before + 1)))
echo "# $seeds seeds"
sed -i "s/^seeds:.*/seeds: 0:$((seeds < 40 ? 40 : seeds))/" p.yaml
check "the plan as one run" exits 0 "$assay" run p.yaml --db whole.db
whole=$(scores whole.db | cksum)
start_slurm "$dir/slurm" 4 2>err
check "four nodes are up" same $? 0

submit() {
    exits 0 env PLAN=p.yaml TASKS=16 OUT=c TASK='--time=0:30:00 --mem=100M' KEEP=PATH,TMPDIR ASSAY="$assay" \
        sh "$root/examples/cluster/slurm.sh"
}
tasks() { squeue -h -r -n assay-run -t "$1" -o '%F_%K'; }
jobs_left() { squeue -h -r -o '%i' | wc -l; }
random() { echo $(($(od -An -N2 -tu2 /dev/urandom) % $1)); }
any_of() { # of the lines of $1
    n=$(echo "$1" | wc -l)
    echo "$1" | sed -n "$(($(random "$n") + 1))p"
}
missing() { "$assay" status c/scores.db --format csv | awk -F, 'NR > 1 { n += $5 } END { print n + 0 }'; }

disturb() {
    running=$(tasks RUNNING) waiting=$(tasks PENDING)
    one=$(any_of "$running")
    case $(random 8) in
    0 | 1) [ -n "$one" ] && act="kill $one" && scancel --signal=KILL "$one" ;;
    2) [ -n "$one" ] && act="warn $one" && scancel --signal=USR1 "$one" ;;
    3) [ -n "$one" ] && act="end $one" && scancel --signal=TERM "$one" ;;
    4 | 5) [ -n "$one" ] && act="requeue $one" && scontrol requeue "$one" ;;
    6) one=$(any_of "$waiting") && [ -n "$one" ] && act="cancel $one" && scancel "$one" ;;
    7)
        node=n$(($(random 4) + 1)) act="drain $node"
        scontrol update "NodeName=$node" State=DRAIN Reason=test
        ;;
    esac 2>>disturb.err
}

check "submitted" submit
acts='' n=0
while [ $n -lt 40 ] && [ -n "$(tasks RUNNING,PENDING)" ]; do
    n=$((n + 1)) act=''
    disturb
    [ -n "$act" ] && acts="$acts, $act"
    [ $((n % 5)) -eq 0 ] && for node in 1 2 3 4; do scontrol update NodeName=n$node State=RESUME 2>>disturb.err; done
    sleep 0.1
done
echo "# $acts" | sed 's/# , /# /' | fold -s -w 110 | sed '2,$s/^/# /'
for node in 1 2 3 4; do scontrol update NodeName=n$node State=RESUME 2>>disturb.err; done
count=$(echo "$acts" | tr ',' '\n' | grep -c ' ')
check "disturbed $count times" test "$count" -ge 5

wait_for_all() {
    for tries in $(seq 1 300); do
        [ "$(jobs_left)" -eq 0 ] && return
        sleep 0.5
    done
    squeue
    return 1
}
rounds=0
check "all jobs end" wait_for_all
while [ $rounds -lt 4 ] && [ "$(missing)" -gt 0 ]; do
    rounds=$((rounds + 1))
    echo "# $(missing) cells are missing: submitted again"
    submit && wait_for_all || break
done
check "nothing is missing" same "$(missing)" 0
check "the bytes of one run" same "$(scores c/scores.db | cksum)" "$whole"
check "merged again, the stores agree in every value" exits 0 "$assay" merge c/scores.db c/shards whole.db
check "the report is there" test -s c/report/index.html
check "tasks were begun again and went on" test "$(cat c/log/*.log | grep -c ' [1-9][0-9]* there before')" -gt 0
leftover=$(ls -A local)
check "the next task sweeps what killed ones left" exits 0 "$assay" run p.yaml --shard 1/16 --db again.db --seeds 0:1
check "of which nothing is left (was: $(echo $leftover | wc -w))" same "$(ls -A local)" ""
done_testing
