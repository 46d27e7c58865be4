#!/bin/sh
# Arrays, tables and manifests are read by a process that is locked in (what that means: tests/bench/arrays/test_apart.c).
. tests/cli/tap.sh
cd "$dir" || exit 99
unset ASSAY_READERS
"$assay" generate noise --samples 50 --seed 1 -o n.npy 2>err
"$assay" generate noise --samples 50 --seed 1 -o n.npz 2>err

seen() { # of the process below $1: the lines of /proc that say that it is locked in
    sed -n 's/^\(NoNewPrivs\|Seccomp\):[[:space:]]*/\1 /p' /proc/"$(cat /proc/"$1"/task/"$1"/children | tr -d ' ')"/status |
        tr '\n' ' '
}
is_locked() { [ "$(seen "$1" 2>/dev/null)" = "NoNewPrivs 1 Seccomp 2 " ]; }
reads_apart() { # the command of what reads from the pipe f
    mkfifo f && "$assay" "$@" >out 2>err &
    reader=$!
    wait_until is_locked $reader && cat n-factors.npy >f
    wait $reader && rm f
}
if [ -e /proc/self/task/self/children ] || [ -e /proc/$$/task/$$/children ]; then
    check "an array is read by a process with a filter of calls" \
        reads_apart score --factors f --codes n-codes.npy --metrics mig
    same_scores() { "$assay" score --factors n-factors.npy --codes n-codes.npy --metrics mig 2>err | cmp - out; }
    check "and the scores are the same" same_scores
else
    pointless "the reader's filter of calls" "this kernel does not list children"
fi
inside() { ASSAY_READERS=inside "$assay" score --data n.npz --metrics mig,sap 2>&1; }
check "inside, too" same "$(inside)" "$("$assay" score --data n.npz --metrics mig,sap 2>&1)"

printf 'name,path\nmodel,n.npz\n' >list.csv
check "a manifest" exits 0 "$assay" study list.csv --db m.db --metrics mig

done_testing
