#!/bin/sh
# A sent store has journals beside it: one that names a file of the reader's as the journal of several databases, which
# SQLite would look into and delete, and links in the place of journals. Whatever command opens the store, that file
# stays as it is.
# shellcheck disable=SC2086 # several words
. tests/cli/tap.sh
root=$PWD
needs_sqlite "stores with journals"
check "one function opens databases" same "$(grep -rl 'sqlite3_open' scoring bench lab cli reports plots --include='*.c')" \
    bench/store/store_vfs.c
cd "$dir" || exit 99
"$assay" run quick --scenarios noise --metrics control-oracle,mig --seeds 0:2 --samples 100 --db plain.db 2>/dev/null
"$assay" run quick --scenarios noise --metrics control-oracle,mig --seeds 2:3 --samples 100 --db own.db 2>/dev/null
# sent.db with a hot journal that restores its first page, and names VICTIM. The layout is that of
# https://www.sqlite.org/fileformat.html, section 3.
cat >hot.py <<'P'
import os, shutil, struct, sys
victim = os.path.abspath(sys.argv[1]).encode()
shutil.copy("plain.db", "sent.db")
data = open("sent.db", "rb").read()
page = struct.unpack(">H", data[16:18])[0]
magic = bytes.fromhex("d9d505f920a163d7")
first = data[:page]
journal = (magic + struct.pack(">5I", 1, 1000, len(data) // page, 512, page)).ljust(512, b"\0")
journal += struct.pack(">I", 1) + first + struct.pack(">I", 1000 + sum(first[k] for k in range(page - 200, 0, -200)))
journal += struct.pack(">I", 0x40000000 // page + 1) + victim + struct.pack(">2I", len(victim), sum(victim)) + magic
open("sent.db-journal", "wb").write(journal)
P
cat >commands <<'C'
merge union.db sent.db
merge union.db sent.db --mixed
merge union.db sent.db --repair
merge sent.db own.db
table --db sent.db
report --db sent.db --out page
status --db sent.db
judge --db sent.db
export --db sent.db
agree --db sent.db
run quick --scenarios noise --metrics mig --seeds 0:1 --samples 100 --db sent.db
C
printf 'mine' >kept
touched="" read=0 tried=0
attack() { # attack WHAT COMMAND...
    what=$1
    shift
    rm -rf union.db page
    cp kept victim
    "$@" >out 2>err </dev/null
    status=$?
    tried=$((tried + 1))
    case $status in 0 | 1 | 3 | 4) ;; *) touched="$touched; $what $*: $status" ;; esac
    cmp -s kept victim || touched="$touched; $what $*: the file is not as it was"
}
while read -r command; do
    cp kept victim
    $python hot.py victim
    attack "a journal" "$assay" $command
    [ -e sent.db-journal ] || read=$((read + 1))
    case $command in merge*db | export* | run*) ;; *) continue ;; esac
    for part in journal wal shm; do
        rm -f sent.db*
        cp plain.db sent.db
        [ $part = journal ] || $python -c 'import sqlite3; sqlite3.connect("sent.db").execute("PRAGMA journal_mode=WAL")'
        rm -f sent.db-*
        ln -s victim sent.db-$part
        attack "a link $part" "$assay" $command
        rm -f sent.db*
    done
done <commands
[ -n "$touched" ] && echo "# $touched"
check "the file stays, in every command" test -z "$touched"
check "all were tried, and the journals were read" test "$tried" -eq 23 -a "$read" -ge 11
cd "$root" || exit 99
. tests/python/interpreter.sh
if [ -n "$python" ]; then
    cd "$dir" || exit 99
    $python hot.py victim
    ASSAY_LIBRARY=$O/libassay-bench.so ASSAY_PROGRAM=$assay PYTHONPATH=$root/python PYTHONDONTWRITEBYTECODE=1 \
        attack "a journal" $python -c 'import assay; print(len(assay.Study("sent.db").scores()))'
    check "nor from Python" test -z "$touched"
else
    skip "nor from Python" "no Python 3 with NumPy (set ASSAY_PYTHON)" python3-numpy
fi
done_testing
