#!/bin/sh
# assay run --until-decided: seeds where verdicts are open, what is still open and why, the same however it came about.
. tests/cli/tap.sh
cd "$dir" || exit 99
plan="audit --scenarios noise,mixing,sample-size --metrics irs,modularity"
marks() { "$assay" judge --db "$1" --format csv | cut -d, -f 1-6; }
# How many seeds each point of a scenario has.
seeds() { "$assay" export --db "$1" | grep "^$2," | cut -d, -f 1-4 | sort -u | cut -d, -f 2 | uniq -c |
    awk '{ print $1 }'; }

check "until decided" exits 0 "$assay" run $plan --until-decided --at-most 0:32 --db one.db
cp out first
check "look by look" says "with up to 5 seeds"
check "the plan's seeds are a look, too" says "with up to 8 seeds"
check "with how long it took" sh -c 'grep -cE "marks are undecided, after [0-9.]+ s" err | grep -qE "^[2-9]"'
check "what the plan lacks is no matter of seeds" prints "marks ask for scores that the plan does not run"
check "points of an open verdict have more seeds" same "$(seeds one.db noise | sort -n | tail -1)" 32
check "those of settled ones have five" same "$(seeds one.db mixing | sort -n | head -1)" 5
check "or where five are too few the plan's" same "$(seeds one.db mixing | sort -n | tail -1)" 8
check "again: nothing is run" exits 0 "$assay" run $plan --until-decided --at-most 0:32 --db one.db
check "as it says" sh -c '! grep " computed" err | grep -vq ": 0 computed"'
check "and nothing else is said" same "$(cat out)" "$(cat first)"

# A store that has more seeds of everything: the looks are at the same ones.
check "a run of more seeds" exits 0 "$assay" run $plan --seeds 0:20 --db two.db
check "then until decided" exits 0 "$assay" run $plan --until-decided --at-most 0:32 --db two.db
check "the same is open" same "$(sed 's/two.db/one.db/' out)" "$(cat first)"

# The judge of the store has the same marks open, at the shared level.
check "undecided in the store" same "$(marks one.db | grep -c ",undecided,")" "$(grep -cE '^(irs|modularity) ' first)"
check "a plain run" exits 0 "$assay" run $plan --seeds 0:8 --db three.db
check "a run that looks" exits 0 "$assay" run $plan --seeds 0:8 --until-decided --at-most 0:8 --db four.db
check "one look is no other than none" same "$(marks four.db)" "$(marks three.db)"
check "seeds begin where --at-most does" exits 0 "$assay" run $plan --until-decided --at-most 100:108 --db five.db
check "at 100" same "$("$assay" export --db five.db | sed 1d | cut -d, -f 4 | sort -n | head -1)" 100

# What few rows may do is not decided by seeds, and a plan of many seeds is not run whole before the first look.
check "too few rows" exits 0 "$assay" run audit --scenarios noise --metrics mig -n 500 --until-decided --at-most 0:32 \
    --db rows.db
check "is the reason" sh -c 'tr -s " \n" " " <out | grep -q "which the bias of 500 rows could explain"'
check "no seed beyond the plan's is spent on it" same "$(seeds rows.db noise | sort -n | tail -1)" 8
check "a plan of thirty seeds" exits 0 "$assay" run sample-size --metrics mig -n 200 --until-decided --at-most 0:40 \
    --db many.db
check "begins with five" sh -c 'grep -q "^with up to 5 seeds" err'

# Fewer than five seeds give no verdict.
check "a plan of three seeds" exits 0 "$assay" run audit --scenarios noise --metrics mig --seeds 0:3 --until-decided \
    --at-most 0:40 --db few.db
check "has five" sh -c 'grep -q "^with up to 5 seeds" err && ! grep -q "only 3 of 5" out'
check "where there are so many" exits 0 "$assay" run audit --scenarios noise --metrics mig --until-decided \
    --at-most 0:3 --db fewer.db
check "and says so where not" sh -c 'tr -s " \n" " " <out | grep -q "only 3 of 5 seeds"'

# A metric that gives every seed the same may fail in others: its passes have the plan's ten seeds. Stopped between two
# looks, a run goes on as if it had not been: from its 36th call on, of the second look (some calls are repeated), the candidate waits until it
# is told to go on, so that no run ends by itself.
cat >waits.sh <<EOF
echo x >>"$dir/calls"
[ \$(wc -l <"$dir/calls") -le 35 ] || while [ ! -e "$dir/go" ]; do sleep 0.05; done
echo 1
EOF
cat >waits.yaml <<EOF
samples: 10000
seeds: 0:10
scenarios: [noise]
metrics: ["mig", "exec:'sh $dir/waits.sh {factors} {codes}':measures=modularity"]
EOF
in_second_look() { kill -0 $process || return 0; [ -e calls ] && [ "$(wc -l <calls)" -gt 35 ]; }
"$assay" run waits.yaml --run --until-decided --at-most 0:20 --jobs 1 --db stopped.db >out 2>err &
process=$!
wait_until in_second_look
kill -TERM $process
touch go
wait $process
check "stopped in the second look" same $? 143
check "where scores agree five seeds are too few" \
    sh -c 'grep -qE "^with up to 5 seeds .* and [1-9] decided with too few" err'
check "the same command again" exits 0 "$assay" run waits.yaml --run --until-decided --at-most 0:20 --db stopped.db
check "ten are enough" sh -c 'grep "^with up to" err | tail -1 | grep -q "^with up to 10 seeds 0 of"'
check "the mark says so" sh -c '"$1" judge waits noise-robust --db stopped.db >out; grep -q "all 10 seeds agree" out' - "$assay"
check "a run that is not stopped" exits 0 "$assay" run waits.yaml --run --until-decided --at-most 0:20 --db whole.db
check "has the same scores" same "$(scores stopped.db | cksum)" "$(scores whole.db | cksum)"
check "and marks" same "$(marks stopped.db | cksum)" "$(marks whole.db | cksum)"

check "--at-most alone" refuses 2 "--until-decided" "$assay" run $plan --at-most 0:8 --db six.db
check "nor with shards" refuses 2 "shard" "$assay" run $plan --until-decided --shard 1/2 --db six.db
done_testing
