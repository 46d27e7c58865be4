#!/bin/sh
# A store that somebody sends: every text of it tries to be a command, a line, a tag or a formula. Nothing is executed,
# nothing is written outside --out, and every command ends with 0 or with 3 and a sentence.
. tests/cli/tap.sh
python=/usr/bin/python3
if [ ! -x $python ] || ! $python -c 'import sqlite3' 2>/dev/null; then
    echo "1..0 # SKIP no Python with SQLite"
    exit 0
fi
cd "$dir" || exit 99
"$assay" run quick --scenarios noise,trig,dependent --metrics control-oracle,mig,mig@zaidi2020:bins=15 --seeds 0:2 \
    --samples 200 --db plain.db 2>/dev/null
cat >evil.py <<'P'
import os, sqlite3, sys
cwd = os.getcwd()
line = ("x system('touch %s/executed1') `touch %s/executed2` ; set output '|touch %s/executed3' \"' $(touch %s/executed4) \\"
        " </script><script>alert(1)</script> <img src=x onerror=alert(2)> %%s @^_{} \\input{/etc/passwd} | ../../x") \
    % (cwd, cwd, cwd, cwd)
lines = line.replace(" ", "\n", 3).replace("$", "\x1b[31m$")
base = sqlite3.connect("plain.db")
every = [r[0] for r in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
for name, evil, tables in (("lines", lines, every), ("all", line, every), ("scenario", line, ["scenario"]),
                           ("metric", line, ["metric", "output"]), ("reason", lines, ["reason", "plan"])):
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
    print(name)
P
check "stores that are hostile" exits 0 $python evil.py
cp out names
tried=0 bad=""
for name in $(cat names); do
    for command in "plot --out figures-$name" "report --out page-$name" "table" "export" "table --format latex" \
        "table --format markdown" "table --format html" "judge" "judge --format json" "status"; do
        [ $name = all ] || case $command in report*|table|export) ;; *) continue ;; esac
        # shellcheck disable=SC2086
        timeout 60 "$assay" $command --db $name.db >said 2>why
        status=$?
        tried=$((tried + 1))
        case $name$status in lines3 | all[03] | scenario[03] | metric[03] | reason0) ;; *) bad="$bad; $name $command: $status" ;; esac
        [ "$status" = 3 ] && [ ! -s why ] && bad="$bad; $name $command: no sentence"
        LC_ALL=C grep -q "$(printf '\033')" said why && bad="$bad; $name $command: escapes reach the terminal"
    done
    [ -f page-$name/index.html ] && grep -q -e '<script>alert' -e '<img src=x' page-$name/index.html && bad="$bad; $name: tags in the page"
done
[ -n "$bad" ] && echo "# $bad"
check "0, or 3 and a sentence, no escapes, no tags" test -z "$bad"
check "all were tried" test "$tried" = 22
check "nothing was executed" sh -c '! ls | grep -q executed'
check "nothing was written elsewhere" test ! -e ../../x
