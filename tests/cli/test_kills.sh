#!/bin/sh
# Killed at random moments (by KILL mostly, by TERM and INT), every command that writes leaves what was there before or
# what an undisturbed call makes, byte for byte; called again it goes on to the same end; and then no file is left over
# and no process. KILLS=40 in all, KILLS=1000 for the whole; SEED=1 chooses moments and signals; ONLY=run: one command.
. tests/cli/tap.sh
. tests/python/interpreter.sh
kills=${KILLS:-40} seed=${SEED:-1}
case $O in *-san) kills=$(((kills + 3) / 4)) ;; esac # a sanitized program is slow to start
root=$PWD
cd "$dir" || exit 99
mkdir tmp work && export TMPDIR="$dir/tmp"
draw() { # draw MOST: drawn becomes a whole number below it
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    drawn=$((seed / 1024 % $1))
}

# ---- candidates: a program whose children leave its session, a plug-in, a function where there is NumPy ----

cat >mine.sh <<'P'
while read -r line; do
    seed=${line##*\"seed\": } seed=${seed%%[!0-9]*}
    case $line in
    *describe*) echo '{"name": "mine", "outputs": ["mine"]}' ;;
    *score*)
        setsid sh -c 'sleep 100; :' "$0" >/dev/null 2>&1 </dev/null &
        printf '{"scores": [{"output": "mine", "value": 0.%s}]}\n' "${seed%??????????}"
        ;;
    *) exit 0 ;;
    esac
done
P
candidates="exec:'sh $dir/mine.sh'"
"${CC:-cc}" -std=c17 -shared -fPIC -I"$root/include" "$root/examples/plugin.c" -o gap.so 2>err &&
    candidates="$candidates,plugin:$dir/gap.so:name=plugged"
[ -n "$python" ] && export ASSAY_PYTHON="$python" && candidates="$candidates,python:$root/examples/metric.py"

# ---- what is killed: commands that go on where they were, and commands that replace A by B and B by A ----

printf '%s\n' 'name: p' 'samples: 800' 'seeds: 0:8' 'scenarios: [{noise: {alpha: [0, 0.5, 1]}}]' \
    'metrics: [mig, sap, control-noise]' >p.yaml
call() { "$assay" "$@"; } # or, to be killed, in the background
run() { call run p.yaml --db "$1" --jobs 2; }
candidates() { call run p.yaml --metrics "mig,$candidates" --seeds 0:3 --db "$1" --jobs 2; }
# Both stores, or one and then both: what is there is taken in again.
merging() {
    [ -e "$1" ] || { cp one.db copying && mv copying "$1"; }
    call merge "$1" one.db two.db
}
study() { call study data.npz more.npz --metrics mig,hoyer,sap,modularity --draws 40 --jobs 2 --db "$1"; }
export_a() { call export --db one.db -o "$1"; }
export_b() { call export --db two.db -o "$1"; }
generate_a() { call generate noise --samples 30000 --seed 1 -o "$1"; }
generate_b() { call generate noise --samples 30000 --seed 2 -o "$1"; }
report_a() { call report --db one.db --metrics mig --out "$1"; }
report_b() { call report --db two.db --metrics mig --out "$1"; }
plot_a() { call plot --db one.db --format svg --out "$1"; }
plot_b() { call plot --db two.db --format svg --out "$1"; }
going_on="run:x.db candidates:x.db merging:x.db study:x.db"
replacing="export:x.csv generate:x.npz"
command -v gnuplot >/dev/null && replacing="$replacing report:x plot:x"

# What a place holds, as one word: a store its scores, a file its bytes, a folder all its files with theirs.
sum() {
    case $1 in
    *.db) scores "$1" 2>>sums | cksum ;;
    *) if [ -d "$1" ]; then (cd "$1" && find . -type f | sort | xargs cksum); else cat "$1"; fi | cksum ;;
    esac
}

wrong='' killed=0 done_before=0
note() {
    wrong="$wrong; $*"
    [ -s err ] && sed 's/^/# err: /' err | head -5
}
begin_in_background() {
    call() { exec "$assay" "$@"; }
    "$@" >out 2>err &
    process=$!
    call() { "$assay" "$@"; }
}

# kill_at COMMAND PLACE: within $most milliseconds. status becomes how the command ended. The time follows the machine:
# what had ended by itself shortens it, what was killed lengthens it, so that about one in five ends by itself.
kill_at() {
    draw "$most" && moment=$(printf '%d.%03d' $((drawn / 1000)) $((drawn % 1000)))
    draw 10 && case $drawn in 0) signal=TERM ;; 1) signal=INT ;; *) signal=KILL ;; esac
    begin_in_background "$1" "$2"
    sleep "$moment"
    kill -s $signal $process 2>/dev/null
    { wait $process; } 2>/dev/null
    status=$?
    case $status in
    0) done_before=$((done_before + 1)) most=$((most * 4 / 5 + 1)) ;;
    130 | 137 | 143) killed=$((killed + 1)) most=$((most * 21 / 20 + 1)) ;;
    *) note "$1, $signal after $moment s: exit status $status" ;;
    esac
}

time_of() { # time_of COMMAND PLACE: spent becomes the milliseconds that it takes undisturbed
    began=$(date +%s%N)
    "$1" "$2" >out 2>err || note "$1: exit status $?"
    spent=$((($(date +%s%N) - began) / 1000000 + 5))
}

# The files in the folder work are what they are after an undisturbed call, in number.
nothing_left() { # nothing_left COMMAND COUNT
    left=$(find work -mindepth 1 | wc -l)
    [ "$left" -eq "$2" ] ||
        note "$1: $left files and folders, not $2: $(find work -mindepth 1 | sort | tail -3 | tr '\n' ' ')"
}

# go_on COMMAND PLACE KILLS
go_on() {
    time_of "$1" "work/$2"
    want=$(sum "work/$2") count=$(find work -mindepth 1 | wc -l) most=$((spent * 2 / 3))
    rm -rf work && mkdir work
    k=0
    while [ $k -lt "$3" ]; do
        kill_at "$1" "work/$2"
        k=$((k + 1))
        [ -e "work/$2" ] && { "$assay" status --db "work/$2" >out 2>err || grep -q 'an empty file' err ||
            note "$1: status fails"; }
        [ $status -eq 0 ] || [ $((k % 8)) -eq 0 ] || continue # to the end, and anew
        "$1" "work/$2" >out 2>err || note "$1: exit status $? in the end"
        [ "$(sum "work/$2")" = "$want" ] || note "$1: other bytes in the end"
        nothing_left "$1" "$count"
        rm -rf work && mkdir work
    done
    rm -rf work && mkdir work
}

# replace COMMAND PLACE KILLS: killed, it leaves A or B, and it ends as an undisturbed call does.
replace() {
    time_of "$1_b" "work/$2"
    b=$(sum "work/$2")
    time_of "$1_a" "work/$2"
    a=$(sum "work/$2") count=$(find work -mindepth 1 | wc -l) most=$((spent * 3 / 4)) k=0
    [ "$a" != "$b" ] || note "$1: both are the same"
    while [ $k -lt "$3" ]; do
        draw 2 && letter=$(printf '%s' ab | cut -c $((drawn + 1)))
        kill_at "$1_$letter" "work/$2"
        k=$((k + 1))
        is=$(sum "work/$2")
        [ "$is" = "$a" ] || [ "$is" = "$b" ] || note "$1_$letter, $signal after $moment s: neither the old nor the new"
    done
    "$1_a" "work/$2" >out 2>err
    [ "$(sum "work/$2")" = "$a" ] || note "$1: other bytes in the end"
    nothing_left "$1" "$count"
    rm -rf work && mkdir work
}

for one in data:1 more:2; do "$assay" generate noise --samples 3000 --seed ${one#*:} -o ${one%:*}.npz; done
check "two stores" exits 0 "$assay" run p.yaml --db one.db --seeds 0:2
check "that differ" exits 0 "$assay" run p.yaml --db two.db --seeds 2:4
touch started
number=$(echo "$going_on $replacing" | wc -w)
for one in $going_on $replacing; do
    name=${one%:*}
    case ${ONLY:-$name} in $name) ;; *) continue ;; esac
    wrong=''
    case " $going_on " in
    *" $one "*) go_on "$name" "${one#*:}" $(((kills + number - 1) / number)) ;;
    *) replace "$name" "${one#*:}" $(((kills + number - 1) / number)) ;;
    esac
    check "$name: the old or the new, the same end, nothing left" same "$wrong" ""
done
echo "# $killed were killed, $done_before had ended by themselves"
check "half of them in their work" test $killed -ge $done_before

# ---- what candidates leave ----

processes() { ps -eo args | grep -F "$dir/mine.sh" | grep -vc grep; }
no_process() { [ "$(processes)" -eq 0 ]; }
check "no process is left" wait_until no_process

# Folders of data whose lock nobody holds: at most one that was just being made, which the next call after 10 s takes.
folders() {
    find /dev/shm "$TMPDIR" -maxdepth 1 -name 'assay-??????' -newer started 2>/dev/null | while read -r folder; do
        flock -n "$folder/lock" true 2>/dev/null && echo "$folder"
    done
}
folders >left
[ -s left ] && sleep 2
[ "$(while read -r folder; do ls -d "$folder"; done <left 2>/dev/null)" ] && sleep 10 && candidates last.db >out 2>err
check "no data are left" same "$(while read -r folder; do ls -d "$folder"; done <left 2>/dev/null)" ""
done_testing
