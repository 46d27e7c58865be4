#!/bin/sh
# Files that somebody sends name programs, plug-ins and Python functions in every text that they have. Whoever reads
# them starts none: not one of them leaves its mark. With --run they do.
# shellcheck disable=SC2086 # several words
. tests/cli/tap.sh
. tests/python/interpreter.sh
root=$PWD
cd "$dir" || exit 99
no_gnuplot
if [ -n "$python" ]; then export ASSAY_PYTHON="$python"; fi

printf 'open(%s, "w")\ndef score(factors, codes):\n    return 0.5\n' "'$dir/mark'" >evil.py
printf '#include <stdio.h>\n__attribute__((constructor)) static void mark(void) { fclose(fopen("%s", "w")); }\n' "$dir/mark" >evil.c
${CC:-cc} -shared -fPIC evil.c -o evil.so
evil="exec:touch $dir/mark;plugin:$dir/evil.so;python:$dir/evil.py:score"
names() { echo "$evil" | tr ';' '\n'; }
unmarked() { [ ! -e mark ] || { rm mark && false; }; }
# starts WHAT COMMAND...: as it is asked to, or the test could not fail.
starts() {
    about=$1
    shift
    "$@" >out 2>err </dev/null
    check "$about: asked, it runs" test -e mark
    rm -f mark
}
# quiet COMMAND...: it may refuse, and starts nothing; what did is told in `started`.
started=""
quiet() {
    timeout 300 "$@" >out 2>err </dev/null
    quiet_status=$?
    case $quiet_status in 0 | 1 | 2 | 3) ;; *) started="$started; status $quiet_status: $*" ;; esac
    unmarked || started="$started; $name: $*"
}
none_started() {
    [ -n "$started" ] && echo "# $started"
    check "$1" test -z "$started"
    started=""
}
names | while read -r name; do
    case $name in python:*) [ -n "$python" ] || continue ;; esac
    echo "$name"
done >named
while read -r name; do starts "typed, ${name%%:*}" "$assay" score --scenario noise -n 60 --metrics "$name"; done <named

# The long tests put all three into every text; here one, another in the next.
in_its_turn() { [ "${ASSAY_TEST_SCALE:-1}" -gt 1 ] || [ "$name" = "$(sed -n "$(($1 % $(wc -l <named) + 1))p" named)" ]; }

# ---- JSON, a text a line: certificates ----

# each FILE COMMAND...: every text of it but the seal, one after the other, is one of the three; behind the line of `rest`
# all texts at once, in turn.
each() {
    file=$1 rest=$(grep -n "$2" "$1" | cut -d: -f1)
    shift 2
    cp "$file" kept
    while read -r name; do
        for line in $(grep -n ': "' kept | cut -d: -f1); do
            [ "$line" -lt "$rest" ] || break
            in_its_turn "$line" || continue
            sed "${line}s|: \".*\"|: \"$name\"|" kept >"$file" && reseal "$file"
            quiet "$@"
        done
    done <named
    awk -v evil="$evil" -v rest="$rest" 'BEGIN { n = split(evil, name, ";") }
        NR >= rest && !/"seal"/ { sub(/: ".*"/, ": \"" name[NR % n + 1] "\"") } { print }' kept >"$file" && reseal "$file"
    quiet "$@"
    cp kept "$file"
}
"$assay" hunt mig --claims false-alarm --evaluations 20 --out found >/dev/null 2>&1
for certificate in found/*; do break; done
check "a certificate" exits 0 "$assay" hunt --check "$certificate"
each "$certificate/certificate.json" '"others"' "$assay" hunt --check "$certificate"
none_started "hunt --check"
sed -i "s|\"metric\": \"mig@default\"|\"metric\": \"exec:touch $dir/mark\"|" "$certificate/certificate.json"
reseal "$certificate/certificate.json"
check "it says what would run" refuses 3 "nothing was run: read it, then add --run" "$assay" hunt --check "$certificate"
starts "hunt --check --run" "$assay" hunt --check "$certificate" --run


# ---- YAML: plans and papers ----

# plan NAME WHERE: one with the name in that place.
plan() {
    for place in name title seeds scenarios metrics left factors kinds word; do eval "$place="; done
    eval "$2=\$1"
    case $2 in left) metrics="mig', '-$1" ;; esac
    cat >"$2.yaml" <<Y
name: '${name:-mine}'
title: '${title:-mine}'
samples: 100
seeds: '${seeds:-0:2}'
scenarios: ['${scenarios:-noise}']
metrics: ['${metrics:-mig}']
factors: '${factors:-own}'
kinds: '${kinds:-auto}'
Y
    [ -z "$word" ] || printf '%s: 1\n' "'$word'" >>"$2.yaml"
}
while read -r one; do
    number=0
    for at in name title seeds scenarios metrics left factors kinds word; do
        plan "$one" $at
        name=$one number=$((number + 1))
        in_its_turn $number || [ $at = metrics ] || continue
        for command in "run" "run --metrics sap" "run --shard 1/2"; do
            quiet "$assay" $command --db "plan.db" -- $at.yaml
            rm -f plan.db
        done
        quiet "$assay" audit mig --compare sap --no-page --out plan-audit --plan $at.yaml
        rm -rf plan-audit
        if [ -n "$python" ]; then
            quiet env PYTHONPATH="$root/python" ASSAY_PROGRAM="$assay" ASSAY_LIBRARY="$O/libassay.so" "$python" -c \
                'import sys, assay; assay.run(sys.argv[1], "plan.db")' $at.yaml
            rm -f plan.db
        fi
    done
done <named
none_started "run, audit --plan, assay.run"
plan "exec:touch $dir/mark" metrics
check "a plan that names a program" refuses 3 "metrics.yaml:6: exec:touch $dir/mark: a file names it" "$assay" run \
    metrics.yaml --db plan.db
check "writes nothing" test ! -e plan.db
for command in "run --db plan.db" "audit mig --no-page --compare sap --out plan-audit --plan"; do
    starts "${command%% *} --run" "$assay" $command metrics.yaml --run
done

"$assay" run quick --scenarios noise --metrics mig,sap,modularity --seeds 0:2 --samples 100 --db plain.db 2>/dev/null
sed -n '/^## Add a paper/,/^An entry/s/^    //p' "$root/CONTRIBUTING.md" >own.yaml
# in_turn: the three, one after the other.
turn=0
in_turn() {
    turn=$((turn % $(wc -l <named) + 1))
    name=$(sed -n "${turn}p" named)
}
for line in $(seq "$(wc -l <own.yaml)"); do
    for text in $(sed -n "${line}p" own.yaml | grep -o '[a-z-]*:' | sort -u); do
        in_turn
        sed "${line}s|\\($text\\) *[^],}]*|\\1 '$name'|" own.yaml >paper.yaml
        quiet "$assay" reproduce own --db plain.db --paper paper.yaml
    done
done
none_started "reproduce --paper"

# ---- stores ----

if /usr/bin/python3 -c 'import sqlite3' 2>/dev/null; then
    /usr/bin/python3 -c 'import sqlite3
db = sqlite3.connect("plain.db")
for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = ?", ("table",)).fetchall():
    for column in db.execute("PRAGMA table_info(%s)" % table).fetchall():
        if column[2] == "TEXT": print(table, column[1])' >texts
    check "a store has texts" test "$(wc -l <texts)" -ge 10
    while read -r table column; do
        in_turn
        cp plain.db sent.db
        /usr/bin/python3 "$root/tests/digest.py" sent.db "UPDATE $table SET $column = '$name #'
            WHERE rowid = (SELECT max(rowid) FROM $table)" >out 2>err
        for command in status table judge agree export "reproduce S0" advise \
            "run quick --scenarios noise --metrics mig --seeds 0:2 --samples 100"; do
            quiet "$assay" $command --db sent.db
        done
        case $table.$column in metric.name | variant.preset) # what the page has of it, and the hunt
            quiet "$assay" report --db sent.db --out page
            quiet "$assay" audit mig --plan quick --scenarios noise --seeds 0:2 --compare modularity --no-page --out . \
                --hunt 20 --db sent.db ;;
        esac
        rm -f union.db hunt.db
        quiet "$assay" merge union.db plain.db sent.db
    done <texts
    none_started "status, table, judge, agree, export, report, reproduce, advise, audit --hunt, run and merge of a store"
    cp plain.db sent.db
    /usr/bin/python3 "$root/tests/digest.py" sent.db "UPDATE metric SET name = 'exec:touch $dir/mark #' WHERE name = 'sap'" >out
    check "the nearest of an audit" refuses 3 "nothing was run" "$assay" audit mig --db sent.db --plan quick --scenarios noise \
        --seeds 0:2 --compare modularity --no-page --out . --hunt 20
else
    skip "stores" "no Python with SQLite" python3
fi

# ---- data and manifests ----

"$assay" generate noise --set alpha=0.5 -n 60 -o good.csv 2>/dev/null
while read -r name; do
    for column in $(head -1 good.csv | tr ',' ' '); do
        sed "1s|$column|$name|" good.csv >data.csv
        quiet "$assay" score --data data.csv --metrics mig
        quiet "$assay" study data.csv --metrics mig --draws 0 --db data.db
        quiet "$assay" validate mig --against mig --scenarios "$name"
    done
    for at in 1 2 3 4; do
        echo "path,group,name,own" | awk -F, -v OFS=, -v at=$at -v name="$name" '{ print }
            { $1 = "good.csv"; $2 = "a"; $3 = "b"; $4 = "c"; $at = name; print }' >manifest.csv
        quiet "$assay" study manifest.csv --metrics mig --draws 0 --db data.db
        quiet "$assay" table --db data.db
        quiet "$assay" compare --db data.db
    done
    rm -f data.db
done <named
none_started "score --data, study of data and manifests, validate"
cd "$root" || exit 99
done_testing
