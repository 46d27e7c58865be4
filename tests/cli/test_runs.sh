#!/bin/sh
# Runs as a user starts them: the same bytes whatever the threads and the company; progress where it belongs; cores.
. tests/cli/tap.sh
cd "$dir" || exit 99

plan p '[150, 250]' 0:8 'noise, {mixing: {alpha: [0, 0.5]}}, trig' "mig, 'mig@zaidi2020', sap, control-noise" >p.yaml
check "one thread" exits 0 "$assay" run p.yaml --db one.db --jobs 1
check "says what it did" sh -c 'grep -q "^[0-9]* cells in one.db: [0-9]* computed in .*, 0 there before$" "$1"' - err
check "on standard error alone" test ! -s out
want=$(scores one.db | cksum)
check "which is not nothing" test "$(scores one.db | wc -l)" -gt 2000
check "again it computes nothing" notes ": 0 computed" run p.yaml --db one.db
check "in pieces: a scenario" exits 0 "$assay" run p.yaml --db pieces.db --scenarios trig --jobs 2
check "a metric" exits 0 "$assay" run p.yaml --db pieces.db --metrics sap --jobs 2
check "a size" exits 0 "$assay" run p.yaml --db pieces.db --samples 250
check "seeds" exits 0 "$assay" run p.yaml --db pieces.db --seeds 3:5
check "and all the rest" exits 0 "$assay" run p.yaml --db pieces.db
check "the same bytes" same "$(scores pieces.db | cksum)" "$want"

# company
"$assay" run p.yaml --db two.db --jobs 1 2>err1 &
first=$!
"$assay" run p.yaml --db two.db --jobs 2 2>err2
second=$?
wait $first
check "two at once on one store both end well" same "$? $second" "0 0"
check "with the same bytes" same "$(scores two.db | cksum)" "$want"
check "and one plain file" same "$(ls | grep -c '^two.db')" 1

# The store is taken away while a candidate is at work: the run says so, and what there was is saved. The candidate, who
# cannot reach the store, asks for it.
for done in "rm $dir/lost.db" "rm $dir/lost.db $dir/lost.db-wal" "cp $dir/one.db $dir/x && mv $dir/x $dir/lost.db"; do
    rm -f "$dir/marker" "$dir/done" "$dir/calls" "$dir"/lost.db*
    metric="exec:'sh $dir/thief.sh {factors} {codes}'"
    printf '%s\n' "echo x >>$dir/calls" \
        "if [ \$(wc -l <$dir/calls) -eq 8 ]; then touch $dir/marker; while [ ! -e $dir/done ]; do sleep .05; done; fi" \
        'echo 0.5' >"$dir/thief.sh"
    taken() { [ -s "$dir/lost.db" ] && [ -e "$dir/marker" ]; }
    (wait_until taken && sh -c "$done" && touch "$dir/done") &
    check "meanwhile: $done" exits 4 "$assay" run p.yaml --scenarios noise --metrics "mig,$metric" --samples \
        150 \
        --seeds 0:2 --db lost.db --jobs 1
    saved=$(sed -n 's/.*is saved in \(lost.db.saved-[0-9]*\)$/\1/p' err)
    check "the run says where all is saved" test -n "$saved"
    check "it is a store with scores in it" test "$(scores "$saved" | wc -l)" -gt 1
    check "and one plain file" test ! -e "$saved-wal"
    [ -e lost.db ] || check "no other file is left" same "$(echo lost.db*)" "$saved"
done
check "nothing of the run is in the other file" same "$(scores lost.db | cksum)" "$want"
rm -f lost.db*

# progress
check "no escape codes or carriage returns where standard error is a file" \
    sh -c '! LC_ALL=C grep -q "$(printf "[\033\r]")" "$1"' - err1
if command -v script >/dev/null && ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    pointless "a bar on a terminal" "no terminal can be had"
elif command -v script >/dev/null; then
    run_on_terminal() { script -qec "$*" /dev/null </dev/null >out 2>err; }
    TERM=xterm run_on_terminal "$assay run p.yaml --db terminal.db --jobs 1"
    check "a bar on a terminal" grep -q '\[#*  *\] [0-9]* of [0-9]* cells' out
    check "drawn over and over" sh -c 'LC_ALL=C grep -q "$(printf "\r")" "$1"' - out
    TERM=dumb run_on_terminal "$assay run p.yaml --db dumb.db --jobs 1"
    check "none on a dumb one" sh -c '! grep -q "\[#" "$1" && ! LC_ALL=C grep -q "$(printf "\033")" "$1"' - out
    TERM=xterm run_on_terminal "$assay run none --db x.db"
    check "a mistake is red on a terminal" sh -c 'LC_ALL=C grep -q "$(printf "\033\[1;31massay:")" "$1"' - out
    export NO_COLOR=1
    TERM=xterm run_on_terminal "$assay run none --db x.db"
    unset NO_COLOR
    check "but not with NO_COLOR" \
        sh -c 'grep -q "^assay: no plan .none." "$1" && ! LC_ALL=C grep -q "$(printf "\033")" "$1"' - out
else
    skip "a bar on a terminal" "no script" bsdutils
fi

# cores: how many threads a run really has, at most
threads() {
    "$@" run p.yaml --db threads.db --samples 2500 2>err &
    process=$! most=0
    while kill -0 $process 2>/dev/null; do
        now=$(ls /proc/$process/task 2>/dev/null | wc -l)
        [ "$now" -gt "$most" ] && most=$now
    done
    wait $process
    rm -f threads.db*
    echo $most
}
cores=$(nproc 2>/dev/null || echo 1)
case $O in *-san) own=1 ;; *) own=0 ;; esac # a sanitizer may have a thread of its own
few() { [ "$1" -ge 1 ] && [ "$1" -le $(($2 + own)) ]; }
if [ "$cores" -lt 2 ]; then
    pointless "as many threads as cores are granted" "one core"
elif ! command -v taskset >/dev/null; then
    skip "as many threads as cores are granted" "no taskset" util-linux
else
    check "all cores by default" test "$(threads "$assay")" -ge 2
    cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
    check "taskset is heeded" few "$(threads taskset -c "$cpu" "$assay")" 1
    check "SLURM_CPUS_PER_TASK is heeded" few "$(export SLURM_CPUS_PER_TASK=1; threads "$assay")" 1
fi
done_testing
