#!/bin/sh
# Names with every byte that a name may have, given to commands as files, folders, stores, plans, lists and groups: what
# reaches a terminal is UTF-8 without a byte that steers it, ends a line or turns its direction.
. tests/cli/tap.sh
root=$PWD
python=/usr/bin/python3
[ -x $python ] || skip_all "names" "no Python" python3
check "one file prints to standard error, and one draws the progress" same "$(grep -rl 'fprintf(stderr' cli core bench \
    reports plots --include='*.c' | grep -v plugin_host | sort | xargs)" "cli/cli.c cli/progress.c"
cd "$dir" || exit 99
"$assay" generate noise --set alpha=0.5 --samples 60 --seed 1 -o good.npz 2>/dev/null
"$assay" run quick --scenarios noise --metrics control-oracle,mig --seeds 0:2 --samples 100 --db plain.db 2>/dev/null
cat >try.py <<'P'
import csv, json, os, pty, shutil, sqlite3, subprocess, sys, threading, unicodedata

assay = os.fsencode(sys.argv[1])
everything = [b for b in range(1, 256) if b != ord("/")]
names = [bytes(everything[k::6]) for k in range(6)]
names += ["x\u202ey\u2028z\u009b31m\u0085\u2066".encode(), b"\x1b]0;title\x07\x1b[2J\nassay: fine\r", b"cut\xe2\x80"]
bad = []

def check(what, text):
    try:
        shown = text.decode()
    except UnicodeDecodeError as why:
        bad.append((what, "no UTF-8", text[max(0, why.start - 20):why.start + 20]))
        return
    for c in shown:
        if c != "\n" and (unicodedata.category(c) in ("Cc", "Zl", "Zp") or c in "\u202a\u202b\u202c\u202d\u202e\u2066"):
            bad.append((what, "U+%04X" % ord(c), shown[:200]))
            return

def tried(*words):
    """Standard output is a terminal, standard error is not: progress is drawn on that one. The terminal stays open
    here until a mark after the last line was read: the last lines of one that is closed can be lost to its reader."""
    ours, theirs = pty.openpty()
    told = open("why", "wb+")
    done = subprocess.Popen([assay, *words], stdin=subprocess.DEVNULL, stdout=theirs, stderr=told)
    threading.Thread(target=lambda: (done.wait(), os.write(theirs, b"\0ended\0"))).start()
    printed = b""
    while not printed.endswith(b"\0ended\0"):
        printed += os.read(ours, 65536)
    printed = printed[:-len(b"\0ended\0")]
    os.close(theirs)
    os.close(ours)
    told.seek(0)
    why = told.read()
    if done.returncode not in (0, 1, 2, 3, 4):  # 4: what -o names cannot be written
        bad.append((words, "status", done.returncode))
    printed = printed.replace(b"\r\n", b"\n").replace(b"\r\n", b"\n")  # a terminal's, and those of CSV
    check(words, printed)
    check(words, why)
    if why.count(b"\nassay: fine"):
        bad.append((words, "a line of its own", why))
    return printed.decode(errors="replace") if done.returncode == 0 else None

def read_back(reader, *words):
    """What other programs read is whole: as many fields in each line, one text of JSON."""
    text = tried(*words)
    try:
        if text is not None and len(set(map(len, reader(text)))) != 1:
            bad.append((words, "lines of several lengths", text[:200]))
    except ValueError as why:
        bad.append((words, str(why), text[:200]))

for name in names:
    where = b"s-" + name[:60]
    os.makedirs(where, exist_ok=True)
    shutil.copy("good.npz", where + b"/" + name + b".npz")
    open(where + b"/bad" + name + b".npz", "wb").write(b"nothing")
    open(where + b"/codes" + name + b".csv", "wb").write(b"path\n" + name)
    db = b"d" + name + b".db"
    plan = b"p" + name + b".yaml"
    open(plan, "wb").write(b"seeds: 0:1\nsamples: 60\nscenarios: [{noise: {alpha: 0}}]\nmetrics: control-oracle\n")
    tried(b"study", where, b"--metrics", b"control-oracle", b"--draws", b"0", b"--db", db)
    tried(b"study", b"good.npz", where + b"/codes" + name + b".csv", b"--metrics", b"control-oracle", b"--db", db)
    tried(b"study", b"good.npz", b"--group", b"(" + name, b"--db", db)
    tried(b"table", b"--db", db)
    tried(b"status", b"--db", db)
    for command in b"table", b"status", b"judge":
        read_back(lambda text: [str(json.loads(text))], command, b"--format", b"json", b"--db", db)
    read_back(lambda text: map(json.loads, text.splitlines()), b"export", b"--format", b"jsonl", b"--db", db)
    for command in b"table", b"export":
        read_back(lambda text: csv.reader(text.splitlines()), command, b"--format", b"csv", b"--db", db)
    tried(b"run", plan, b"--db", db)
    tried(b"run", plan, b"--db", b"good.npz/" + name + b"/x.db")
    tried(b"run", b"quick", b"--metrics", name, b"--scenarios", name)
    tried(b"score", b"--data", where + b"/bad" + name + b".npz")
    tried(b"score", b"--data", b"good.npz", b"--metrics", b"python:" + name + b":f")
    tried(b"merge", b"m" + db, db, b"plain.db", name)
    tried(b"table", b"--db", name)
    tried(b"judge", b"--db", db, b"--metrics", name)
    tried(b"describe", name)
    tried(b"generate", name, b"-o", b"good.npz/" + name + b".npz")
    tried(name)
    tried(b"table", b"--" + name)
    if name in names[-2:]: tried(b"plot", b"--db", b"plain.db", b"--sheets", b"--format", b"svg", b"--out", b"o" + name)
damaged = open("plain.db", "rb").read()
for k in range(4):  # SQLite's own messages quote what a schema says
    sqlite3.connect("plain.db").execute("VACUUM INTO 'v%d.db'" % k).connection.close()
    change = sqlite3.connect("v%d.db" % k)
    change.execute("PRAGMA writable_schema = ON")
    evil = ["CREATE TABLE plan(\x1b[31m", "CREATE TABLE plan(id, '\x1b]0;x\x07'", "x\n\x1b[2J", "CREATE \u202e"][k]
    change.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'plan'", (evil,))
    change.commit()
    change.close()
    for command in (b"table", b"status", b"judge", b"export"):
        tried(command, b"--db", b"v%d.db" % k)
    tried(b"merge", b"u.db", b"v%d.db" % k)
for one in bad:
    print("#", *one)
sys.exit(bool(bad))
P
if command -v gnuplot >/dev/null; then plots=; else plots=" (without plots)"; fi
NO_COLOR=1 TERM=dumb $python try.py "$assay" >said 2>&1
status=$?
head -20 said
check "no byte of a name steers a terminal$plots" test $status -eq 0
cd "$root" || exit 99
done_testing
