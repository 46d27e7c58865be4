#!/bin/sh
# Runs test programs, as many at a time as there are processors (JOBS=1: one after the other), prints a line for each in
# the order in which they were named, and closes with the sum: "N passed, N failed". A program is a cmocka binary or a
# shell script that prints TAP. Of a program that fails, everything it printed is shown. A test that is skipped says in a
# line "# skipped: REASON: apt-get install PACKAGE" what would have it run; with ASSAY_NO_SKIP=1 it fails. TIMES=FILE:
# the CPU seconds of each program, most first; their sum is printed.
times_to=$TIMES
unset TIMES # it is this runner's, and no test's
# Under the sanitizers a fork of a process with threads may wait for a lock of theirs for ever; what asks for a reader
# apart unsets this.
case $O in *-san) export ASSAY_READERS=inside ;; esac
logs=$(mktemp -d) || exit 99
trap 'kill "$runner" 2>/dev/null; rm -rf "$logs"' EXIT
trap 'exit 99' HUP INT TERM

# Each program writes N.log; N.status is there, whole, once it has ended.
for test in "$@"; do printf '%s\n' "$test"; done | nl -w1 -s' ' | xargs -L1 -P "${JOBS:-$(nproc)}" sh -c '
    case $3 in
    *.sh) sh "$3" ;;
    *) CMOCKA_MESSAGE_OUTPUT=TAP "$3" ;;
    esac </dev/null >"$1/$2.log" 2>&1
    echo $? >"$1/$2.ending"
    { times; echo "$3"; } >"$1/$2.times"
    mv "$1/$2.ending" "$1/$2.status"
    :' - "$logs" &
runner=$!

# The sums of one program: ok, skip, bad.
count() {
    ok=$(grep -c '^ok .*' "$1")
    skip=$(grep -c '^ok .*# SKIP' "$1")
    ok=$((ok - skip))
    skip=$((skip + $(grep -c '^not ok .*# SKIP' "$1"))) # as cmocka 1.1 prints it
    bad=$(grep '^not ok ' "$1" | grep -vc '# SKIP')
    said=$(grep -c '^# skipped: ' "$1") # also of a program that leaves tests out without a line for each
    [ "$said" -le "$skip" ] || skip=$said
    [ -z "$ASSAY_NO_SKIP" ] || { bad=$((bad + skip)) skip=0; }
    if [ "$2" -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi # a crash
    if [ $((ok + bad + skip)) -eq 0 ] && ! grep -q '^# not tested here: ' "$1"; then bad=1; fi # nothing ran
}

passed=0 failed=0 skipped=0 number=0
for test in "$@"; do
    number=$((number + 1)) log=$logs/$number.log
    while [ ! -e "$logs/$number.status" ] && kill -0 "$runner" 2>/dev/null; do sleep 0.1; done
    status=$(cat "$logs/$number.status" 2>/dev/null || echo 99) # none: the runner was killed
    [ -e "$log" ] || : >"$log"
    count "$log" "$status"
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
    printf '%-52s %4d passed' "${test#"$O"/}" "$ok"
    [ "$skip" -gt 0 ] && printf ', %d skipped' "$skip"
    if [ "$bad" -gt 0 ]; then
        printf ', %d FAILED (status %d)\n' "$bad" "$status"
        sed 's/^/    /' "$log"
    else
        printf '\n'
        grep '^# \(skipped\|not tested here\): ' "$log" | sed 's/^/    /'
    fi
done
wait "$runner"
# The second line of `times` is that of the children: 0m1.25s 0m0.10s.
[ -z "$times_to" ] || cat "$logs"/*.times | sed "s,^$O/,," | paste - - - |
    awk '{ split($0, at, "\t"); gsub(/[ms]/, " ", at[2]); split(at[2], of, " ")
           printf "%.1f %s\n", 60 * (of[1] + of[3]) + of[2] + of[4], at[3] }' |
    sort -rn >"$times_to"
[ -z "$times_to" ] || awk '{ sum += $1 } END { printf "%d CPU seconds\n", sum }' "$times_to"
[ "$skipped" -gt 0 ] && echo "$skipped skipped: what they need is not installed; each says above what to type"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
