#!/bin/sh
# Killed at random moments and resumed, a run ends with the bytes of one that was left alone; stopped by a signal, it
# keeps what it has and says how to go on.
. tests/cli/tap.sh
cd "$dir" || exit 99
case $O in *-san) kills=6 ;; *) kills=24 ;; esac # a sanitized program is slow to start

# 6 points x 16 seeds x 6 metrics = 576 cells of about a millisecond
cat >p.yaml <<'P'
name: p
samples: 3000
seeds: 0:16
scenarios: [noise]
metrics: [mig, dcimig, jemmig, mig-sup, sap, control-noise]
P
begin=$(date +%s%N)
check "left alone" exits 0 "$assay" run p.yaml --db whole.db --jobs 1
took=$((($(date +%s%N) - begin) * 2 / 3000000)) # milliseconds, two thirds: few runs end before their kill
[ $took -lt 20 ] && took=20
[ $took -gt 400 ] && took=400
whole=$(scores whole.db | cksum)
cells=$(sed -n 's/^\([0-9]*\) cells in .*/\1/p' err)

done_cells() {
    "$assay" status --db "$1" --format csv 2>>status | awk -F, 'NR > 1 { sum += $4 } END { print sum + 0 }'
}
milliseconds() { # between 0 and $1, from the kernel's random numbers
    printf '0.%03d' $(($(od -An -N2 -tu2 /dev/urandom) % $1))
}
random_jobs() { echo $(($(od -An -N1 -tu1 /dev/urandom) % 3 + 1)); }

killed=0 landed=0 resumed=0 runs=0 odd='' differ=''
while [ $killed -lt $kills ] && [ $runs -lt 400 ]; do
    runs=$((runs + 1))
    before=$(done_cells x.db)
    "$assay" run p.yaml --db x.db --jobs "$(random_jobs)" 2>err &
    process=$!
    sleep "$(milliseconds $took)"
    kill -9 $process 2>/dev/null
    { wait $process; } 2>/dev/null
    status=$?
    if [ $status -eq 137 ]; then
        killed=$((killed + 1))
        now=$(done_cells x.db)
        [ "$now" -ge "$before" ] || odd="$odd $before->$now"
        [ "$now" -gt "$before" ] && [ "$now" -lt "$cells" ] && landed=$((landed + 1))
        [ "$before" -gt 0 ] && resumed=$((resumed + 1))
    elif [ $status -eq 0 ]; then # came through before the kill: compare, and begin anew
        [ "$(scores x.db | cksum)" = "$whole" ] || differ="$differ $runs"
        rm -f x.db*
    else
        odd="$odd status=$status"
    fi
done
echo "# $killed killed in $runs runs; $landed between two cells of their own, $resumed had something to go on from"
check "killed $kills times" test $killed -ge $kills
check "some in the middle of their work" test $landed -ge $((kills / 8))
check "some that were resumed already" test $resumed -ge $((kills / 8))
check "no cell was ever lost" same "$odd" ""
check "resumed a last time" exits 0 "$assay" run p.yaml --db x.db --jobs 2
check "every end is the same bytes" same "$(scores x.db | cksum)$differ" "$whole"

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
