#!/bin/sh
# Where files are served by another process, which assay takes for a network's file system (no write-ahead log, copies
# of shards): runs that are killed, two at a time, and a merge give the scores of a disk. The same in PLACE=FOLDER, an
# NFS mount for one. And on a disk whose clock was set back while a store was being made.
. tests/cli/tap.sh
here=$dir/here there=${PLACE:-$dir/there}
mkdir -p "$here" "$dir/under" "$dir/there"
run() { "$assay" run quick --scenarios noise,trig --metrics mig,sap --samples 200 "$@" 2>"$dir/err"; }
digest() { "$assay" status --verify --db "$1" 2>"$dir/err" | tail -n 1; }

served=1
if [ -z "$PLACE" ] && ! command -v bindfs >/dev/null; then
    served=
    skip "a file system that another process serves" "no bindfs" bindfs
elif [ -z "$PLACE" ] && ! bindfs "$dir/under" "$there" 2>"$dir/err"; then
    served=
    pointless "a file system that another process serves" "this machine lets nobody mount one"
elif [ -z "$PLACE" ]; then
    trap 'fusermount -u "$there"; rm -rf "$dir"' EXIT
fi
served() { # on the file system that is served
    place=$(mktemp -d "$there/assay-XXXXXX")
    check "a run on a disk" run --seeds 0:6 --db "$here/a.db"
    check "the same there" run --seeds 0:6 --db "$place/a.db"
    check "the same digest" same "$(digest "$place/a.db")" "$(digest "$here/a.db")"
    for k in 1 2 3 4; do
        run --seeds 0:6 --db "$place/killed.db" --jobs 2 &
        sleep 0.0$k
        kill -9 $!
        wait $! 2>/dev/null
    done
    check "runs that are killed go on" run --seeds 0:6 --db "$place/killed.db"
    check "to the same digest" same "$(digest "$place/killed.db")" "$(digest "$here/a.db")"
    run --seeds 0:6 --db "$place/one.db" --shard 1/2 &
    check "two shards at a time" run --seeds 0:6 --db "$place/two.db" --shard 2/2
    check "both end" wait $!
    check "and are merged" exits 0 "$assay" merge "$place/both.db" "$place/one.db" "$place/two.db"
    check "to the same scores" same "$(digest "$place/both.db")" "$(digest "$here/a.db")"
    rm -rf "$place"
}
[ -z "$served" ] || served

# What was written last is of tomorrow, and what is written next of 1970.
run --seeds 0:3 --db "$here/clock.db"
touch -d tomorrow "$here/clock.db"
check "a run goes on after the clock was set back" env SOURCE_DATE_EPOCH=0 "$assay" run quick --scenarios noise,trig \
    --metrics mig,sap --samples 200 --seeds 0:6 --db "$here/clock.db"
check "to the same digest" same "$(digest "$here/clock.db")" "$(digest "$here/a.db")"
check "which are taken once more" exits 0 "$assay" merge "$here/clocks.db" "$here/clock.db" "$here/a.db"
done_testing
