#!/bin/sh
# A store that somebody sends: every text of it tries to be a command, a line, a tag or a formula, or is too long.
# Nothing is executed, nothing is written outside --out, and every command that reads it ends with 0, or with 3 and a
# sentence, within 5 seconds of processor time and 500 MB.
. tests/cli/tap.sh
needs_sqlite "stores that somebody sends"
root=$PWD
cd "$dir" || exit 99
"$assay" run quick --scenarios noise,trig,dependent --metrics control-oracle,mig,mig@zaidi2020:bins=15 --seeds 0:2 \
    --samples 200 --db plain.db 2>/dev/null
cat >evil.py <<'P'
import os, sqlite3, sys
sys.path.insert(0, sys.argv[1])
import digest
cwd = os.getcwd()
line = ("x system('touch %s/executed1') `touch %s/executed2` ; set output '|touch %s/executed3' \"' "
        "$(touch %s/executed4) \\"
        " </script><script>alert(1)</script> <img src=x onerror=alert(2)> %%s @^_{} \\input{/etc/passwd} | ../../x") \
    % (cwd, cwd, cwd, cwd)
lines = line.replace(" ", "\n", 3).replace("$", "\x1b[31m$")
base = sqlite3.connect("plain.db")
every = [r[0] for r in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
for name, evil, tables in (("lines", lines, every), ("all", line, every), ("scenario", line, ["scenario"]),
                           ("metric", line, ["metric", "output"]), ("reason", lines, ["reason", "plan"]),
                           ("long", "x" * 10000000, ["scenario"]), ("turned", "\u202e\u009b31m\u2028", every)):
    copy = sqlite3.connect(name + ".db")
    base.backup(copy)
    for t in tables:
        for column in copy.execute("PRAGMA table_info(%s)" % t).fetchall():
            if column[2] != "TEXT" or column[1] == "version": continue
            for more in " || rowid", "":
                try:
                    copy.execute("UPDATE %s SET %s = %s || ?%s" % (t, column[1], column[1], more), (evil,))
                    break
                except sqlite3.Error: pass
    copy.commit()
    copy.close()
    store = digest.Store(name + ".db")
    store.seal()
    print(name)
P
check "stores that are hostile" exits 0 $python evil.py "$root/tests"
cp out names
cat >p.yaml <<'P'
name: p
seeds: 0:1
samples: 200
scenarios: [{noise: {alpha: 0}}]
metrics: control-oracle
P
cat >commands <<'C'
status
status --metrics
status --format json
table
table --sd --format csv
table --format json
table --format markdown
table --format latex
table --format html
export
export --format jsonl
judge
judge --format json
judge --format markdown
judge --format csv
judge mig noise-robust
agree
agree --format latex
agree --format json
reproduce
reproduce --format json
plot --list
plot --sheets --format svg --out sheets
plot --format svg --out figures
report --out page
run p.yaml --jobs 1
audit mig --plan p.yaml --compare mig --jobs 1 --out audited
C
case $O in *-san) limits=: ;; *) limits='ulimit -t 5 -v 512000' ;; esac # a sanitizer wants terabytes of addresses
tried=0 bad=""
for name in $(cat names); do
    while read -r command; do
        case $name in # every command on two of them, on the others one of each way to read
        all | turned) ;;
        *) case $command in status | table | export | "judge --format json" | report* | run* | audit*) ;;
            *) continue ;; esac ;;
        esac
        case $command in plot*out* | report* | audit*) command -v gnuplot >/dev/null || continue ;; esac
        cp $name.db sent.db
        rm -rf figures sheets page audited
        # shellcheck disable=SC2086
        (eval "$limits"; exec timeout 60 "$assay" $command --db sent.db) >said 2>why </dev/null
        status=$?
        tried=$((tried + 1))
        case $name$status in lines3 | long3 | turned3 | all[03] | scenario[03] | metric[03] | reason[03]) ;;
        *) case "$status $command" in "0 run"* | "2 judge mig"*) ;;
            *) bad="$bad; $name $command: $status" ;; esac ;;
        esac
        [ "$status" != 0 ] && ! grep -q '^assay: ..*' why && bad="$bad; $name $command: no sentence"
        [ "$(wc -c <why)" -lt 20000 ] || bad="$bad; $name $command: a long sentence"
        LC_ALL=C grep -q -e "$(printf '\033')" -e "$(printf '\302\233')" -e "$(printf '\342\200\256')" said why &&
            bad="$bad; $name $command: escapes reach the terminal"
        [ -f page/index.html ] && grep -q -e '<script>alert' -e '<img src=x' page/index.html &&
            bad="$bad; $name: tags in the page"
    done <commands
done
[ -n "$bad" ] && echo "# $bad"
check "0, or 3 and a sentence, no escapes, no tags" test -z "$bad"
check "all were tried" test "$tried" -ge $((2 * 26 + 5 * 5))
check "nothing was executed" sh -c '! ls | grep -q executed'
check "nothing was written elsewhere" test ! -e ../../x
done_testing
