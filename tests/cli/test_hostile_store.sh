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
evil = ("x\nsystem('touch %s/executed1')\n`touch %s/executed2`\n\\\nset output '|touch %s/executed3' \"' $(touch %s/executed4)"
        " \x1b[31m </script><script>alert(1)</script> <img src=x onerror=alert(2)> %%s @^_{} \\input{/etc/passwd} | ../../x") \
    % (cwd, cwd, cwd, cwd)
base = sqlite3.connect("plain.db")
tables = [r[0] for r in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
for part, table in enumerate(["all"] + tables):
    name = "evil%d.db" % part
    copy = sqlite3.connect(name)
    base.backup(copy)
    for t in tables if table == "all" else [table]:
        for column in copy.execute("PRAGMA table_info(%s)" % t).fetchall():
            if column[2] != "TEXT" or column[1] == "version": continue
            try: copy.execute("UPDATE %s SET %s = %s || ? || rowid" % (t, column[1], column[1]), (evil,))
            except sqlite3.Error:
                try: copy.execute("UPDATE %s SET %s = %s || ?" % (t, column[1], column[1]), (evil,))
                except sqlite3.Error: pass
    copy.commit()
    copy.close()
    print(name)
P
check "stores that are hostile" exits 0 $python evil.py
cp out names
tried=0 bad=""
for db in $(cat names); do
    for command in "plot --out figures" "plot --sheets --out sheets" "report --out page" "table" "table --format latex" \
        "table --format markdown" "table --format html" "table --format csv" "judge" "judge --format json" "agree --metrics all" \
        "export" "status" "reproduce"; do
        [ "$db" = evil0.db ] || case $command in report*|plot*|table|export) ;; *) continue ;; esac
        # shellcheck disable=SC2086
        timeout 60 "$assay" $command --db "$db" >said 2>why
        status=$?
        tried=$((tried + 1))
        case $status in 0 | 3) ;; *) bad="$bad; $db $command: $status" ;; esac
        [ "$status" = 3 ] && [ ! -s why ] && bad="$bad; $db $command: no sentence"
        LC_ALL=C grep -q "$(printf '\033')" said why && bad="$bad; $db $command: escapes reach the terminal"
    done
    [ -f page/index.html ] && grep -q -e '<script>alert' -e '<img src=x' page/index.html && bad="$bad; $db: tags in the page"
done
[ -n "$bad" ] && echo "# $bad"
check "0, or 3 and a sentence, no escapes, no tags" test -z "$bad"
check "all were tried" test "$tried" -gt 30
check "nothing was executed" sh -c '! ls | grep -q executed'
check "nothing was written elsewhere" test ! -e ../../x
