#!/bin/sh
# Fails the k-th allocation, open, write, sync and rename of a command, for FAULTS_N values of k spread over all there
# are (25; 0: every one), once alone and once with all that follow, and prints TAP. What is wanted each time: no signal,
# a known exit status, a sentence where it is not 0; and after a run that failed, a store that is whole and that a run
# without faults completes to the same scores.
#
#   sh tests/faults/faults.sh LIBRARY [assay]       FAULTS_ONLY=run: only commands whose name begins so
library=$1
assay=${2:-./assay}
most=${FAULTS_N:-25}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
number=0 failed=0 tried=0

report() { # report NAME: what is in $folder/wrong is what went wrong
    number=$((number + 1))
    if [ -s "$folder/wrong" ]; then
        echo "not ok $number - $1"
        head -20 "$folder/wrong" | sed 's/^/# /'
        failed=1
    else
        echo "ok $number - $1"
    fi
    : >"$folder/wrong"
}

scores() { # scores STORE: its export without the time that each took
    "$assay" export --db "$1" | cut -d, -f1-11
}

intact() { # intact STORE
    python3 -c 'import sqlite3, sys
sys.exit(sqlite3.connect(sys.argv[1]).execute("PRAGMA integrity_check").fetchone() != ("ok",))' "$1"
}

before() { rm -rf "$folder/out" && mkdir "$folder/out"; } # what a command writes
after() { :; }                                            # after FAULT: what must hold after a failure

# One command under one fault.
once() { # once FAULT COMMAND...
    fault=$1
    shift
    before
    tried=$((tried + 1))
    ASSAY_FAULT=$fault LD_PRELOAD=$library "$assay" "$@" >"$folder/stdout" 2>"$folder/stderr"
    status=$?
    if [ $status -gt 6 ]; then
        echo "$fault: exit status $status: $(tail -1 "$folder/stderr")" >>"$folder/wrong"
    elif [ $status -ne 0 ] && ! grep -q '^assay: ..*' "$folder/stderr"; then
        echo "$fault: exit status $status without a sentence" >>"$folder/wrong"
    elif [ $status -ne 0 ] && [ "${fault%%:*}" = alloc ] && ! grep -q 'memory' "$folder/stderr"; then
        echo "$fault: memory is not reported: $(tail -1 "$folder/stderr")" >>"$folder/wrong"
    fi
    after "$fault"
}

# Every fault of a command.
faults() { # faults NAME COMMAND...
    name=$1
    shift
    case $name in "$FAULTS_ONLY"*) ;; *) return ;; esac
    for kind in alloc open write sync rename; do
        before
        ASSAY_FAULT=$kind:0 ASSAY_FAULT_COUNT=$folder/count LD_PRELOAD=$library "$assay" "$@" >/dev/null 2>&1
        count=$(cat "$folder/count")
        [ "$count" -gt 0 ] || continue
        step=1
        if [ "$most" -gt 0 ] && [ "$count" -gt "$most" ]; then step=$((count / most)); fi
        k=1
        while [ "$k" -le "$count" ]; do
            once "$kind:$k" "$@"
            once "$kind:$k+" "$@"
            [ "$kind" = write ] && once "$kind:$k:EIO" "$@"
            [ "$kind" = open ] && once "$kind:$k:EMFILE" "$@"
            k=$((k + step))
        done
        report "$name: $kind fails, $count times there are"
    done
}

# ---- reading and writing arrays ----

"$assay" generate noise --samples 40 --seed 1 -o "$folder/data.npz" || exit 1
"$assay" generate noise --samples 40 --seed 1 -o "$folder/data.csv" || exit 1
"$assay" generate noise --samples 40 --seed 1 -o "$folder/data.npy" || exit 1
faults "score --data of .npz" score --data "$folder/data.npz" --metrics mig,sap,dci-lasso
faults "score --data of .csv" score --data "$folder/data.csv" --metrics mig
faults "score of two .npy" score --factors "$folder/data-factors.npy" --codes "$folder/data-codes.npy" --metrics mig

# A file that could not be written is not there, and nothing is left beside it.
after() {
    left=$(find "$folder/out" -type f)
    [ "$status" -eq 0 ] || [ -z "$left" ] || echo "$1: left behind: $left" >>"$folder/wrong"
}
faults "generate .npz" generate noise --samples 40 -o "$folder/out/a.npz"
faults "generate .csv" generate noise --samples 40 -o "$folder/out/a.csv"
after() { :; }

# ---- a run ----

cat >"$folder/plan.yaml" <<'PLAN'
name: faults
samples: 40
seeds: 0:2
scenarios: [{noise: {alpha: [0, 0.5]}}]
metrics: [mig, sap, 'mig:bins=5']
PLAN
"$assay" run "$folder/plan.yaml" --db "$folder/whole.db" --jobs 1 >/dev/null 2>&1 || exit 1
scores "$folder/whole.db" >"$folder/whole.csv"

after() {
    store=$folder/out/a.db
    if [ -s "$store" ] && ! intact "$store"; then echo "$1: the store is damaged" >>"$folder/wrong"; fi
    if ! "$assay" run "$folder/plan.yaml" --db "$store" --jobs 1 >/dev/null 2>"$folder/stderr"; then
        echo "$1: a run after it fails: $(tail -1 "$folder/stderr")" >>"$folder/wrong"
    elif ! scores "$store" | cmp -s - "$folder/whole.csv"; then
        echo "$1: other scores after it" >>"$folder/wrong"
    fi
}
faults "run" run "$folder/plan.yaml" --db "$folder/out/a.db" --jobs 1
after() { :; }

# ---- what reads a store ----

for command in status export table judge; do faults "$command" "$command" --db "$folder/whole.db"; done
faults "validate" validate mig --against mig --scenarios noise --samples 100

# A page stands only where everything beside it does, too. (Whoever has no memory left cannot clear away either: that
# is the next call's.)
after() {
    [ "$status" -ne 0 ] || return 0
    [ -e "$folder/out/report/index.html" ] && echo "$1: a page, although it failed" >>"$folder/wrong"
    case $1 in
    alloc*+) ;;
    *) [ -z "$(find "$folder/out" -name '.assay-*')" ] || echo "$1: left behind: $(ls -A "$folder/out/report")" \
        >>"$folder/wrong" ;;
    esac
}
[ "$most" -gt 0 ] && most=$(((most + 7) / 8)) # it takes seconds
faults "report" report --db "$folder/whole.db" --out "$folder/out/report"

echo "1..$number"
echo "# $tried faults"
exit $failed
