#!/bin/sh
# Stopped by a signal, a run keeps what it has, says how to go on, and ends with the bytes of one that was left alone.
# (Killed at random moments: test_kills.sh.)
. tests/cli/tap.sh
cd "$dir" || exit 99

# 6 points x 16 seeds x 6 metrics = 576 cells of about a millisecond
plan p 3000 0:16 noise 'mig, dcimig, jemmig, mig-sup, sap, control-noise' >p.yaml
check "left alone" exits 0 "$assay" run p.yaml --db whole.db --jobs 1
whole=$(scores whole.db | cksum)

done_cells() {
    "$assay" status --db "$1" --format csv 2>>status | awk -F, 'NR > 1 { sum += $4 } END { print sum + 0 }'
}
# Signals. The plan is long enough not to end by itself meanwhile.
some_cells() { [ "$(done_cells "$1")" -gt 0 ]; }
for signal in INT:130 TERM:143; do
    name=${signal%:*} status=${signal#*:}
    "$assay" run p.yaml --db $name.db --seeds 0:3000 --jobs 2 2>err &
    process=$!
    wait_until some_cells $name.db
    kill -$name $process
    wait $process
    check "SIG$name: exit status" same $? "$status"
    check "says that all is kept" says "all of them are kept in $name.db"
    check "says how to go on" says "To go on: $assay run p.yaml --db $name.db --seeds 0:3000 --jobs 2"
    said=$(sed -n 's/^stopped after \([0-9]*\) of \([0-9]*\) cells.*/\1/p' err)
    check "something was finished, and not everything" test "$said" -gt 0 -a "$said" -lt 108000
    stored=$("$assay" export --db $name.db | awk -F, 'NR > 1 && $9 == ""' | cut -d, -f1-6 | sort -u | wc -l)
    check "and is there" same "$stored" "$said"
    check "a run goes on from it" exits 0 "$assay" run p.yaml --db $name.db --jobs 2
    "$assay" export --db $name.db | awk -F, 'NR == 1 || $4 < 16' | sed 's/,[^,]*$//' | cksum >got
    check "and ends with the same bytes" same "$(cat got)" "$whole"
done

# A second signal does not wait for the cells in flight.
"$assay" run p.yaml --db second.db --samples 3000000 --seeds 0:50 --jobs 2 2>err &
process=$!
sleep 0.3
kill -INT $process && kill -INT $process
wait $process 2>/dev/null
check "a second signal is final" same $? 130
done_testing
