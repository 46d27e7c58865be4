"""Looks for what a candidate should not know, wherever it can: LOOK_FOR holds the words, LOOK_AT a store; what is found
goes into LOOK_TO, a line each. As a program (exec:) it answers by the protocol."""
import glob
import json
import os
import re
import sys


def read(path, most=1 << 22):
    try:
        with open(path, "rb") as file:
            return file.read(most)
    except OSError:
        return b""


def memory(process):
    """What of a process's memory it wrote to, in pieces."""
    try:
        with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as pages:
            for line in maps:
                ends, rights = line.split()[:2]
                low, high = (int(end, 16) for end in ends.split("-"))
                if "rw" in rights and high - low < 1 << 26 and "[v" not in line:
                    try:
                        pages.seek(low)
                        yield pages.read(high - low)
                    except (OSError, ValueError):
                        pass
    except OSError:
        return


def family():
    """[(process, whether it is the candidate's own)]: this one and those it descends from, to whoever started assay."""
    one, own, all_of_them = os.getpid(), True, []
    while one > 0 and len(all_of_them) < 7:
        all_of_them.append((one, own))
        own = own and one != int(os.environ.get("LOOK_HOST", os.getpid()))
        fields = read(f"/proc/{one}/stat").rsplit(b")", 1)
        one = int(fields[-1].split()[1]) if len(fields) == 2 else 0
    return all_of_them


def look(kind, data):
    # backwards, and letter by letter: they are not found themselves
    words = [re.compile("".join(f"[{c}]" for c in reversed(word)).encode()) for word in os.environ["LOOK_FOR"].split()]
    found = set()

    def search(where, text):
        for k, word in enumerate(words):
            if word.search(text):
                found.add(f"{kind}: word {k} in {where}")

    for process, own in family():
        who = "own" if own else "assay" if "assay" in str(read(f"/proc/{process}/comm")) else "another"
        for name in ("cmdline", "environ", "comm"):
            search(f"{who} {name}", read(f"/proc/{process}/{name}"))
        for piece in memory(process):
            search(f"{who} memory", piece)
            if not own:
                found.add(f"{kind}: memory of {who} is open")
    for name in os.environ:
        if name.startswith("ASSAY") or name in ("OLDPWD", "MAKEFLAGS") or kind == "python" and name in ("PWD", "_"):
            found.add(f"{kind}: environment {name}")
    for file in sorted(os.listdir("/proc/self/fd"), key=int)[3:]:
        try:
            leads = os.readlink(f"/proc/self/fd/{file}")
        except OSError:
            continue
        if not leads.startswith(("pipe:", "/proc/")):
            found.add(f"{kind}: descriptor {leads}")
    if kind != "exec" and os.listdir("."):
        found.add(f"{kind}: the working directory holds {os.listdir('.')[:3]}")
    if b"SQLite" in read(os.environ["LOOK_AT"]):
        found.add(f"{kind}: the store")
    if len(glob.glob(data + "/*.npy")) > 2:
        found.add(f"{kind}: data of others")
    with open(os.environ["LOOK_TO"], "a") as to:
        to.write("".join(f"{line}\n" for line in sorted(found)) + f"{kind}: looked\n")


def looks(factors, codes, seed, kinds):
    look("python", os.path.dirname(os.getcwd()))
    return 0.5


looks.outputs = {"looks": "overall"}
if __name__ == "__main__" and len(sys.argv) > 1 and sys.argv[1] == "serve":
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "score":
            assert set(request) == {"op", "factors", "codes", "kinds", "levels", "seed", "cell"}
            look("exec", os.path.dirname(request["factors"]))
            print('{"scores": [{"output": "looks", "value": 0.5}]}', flush=True)
        elif request["op"] == "describe":
            print('{"name": "looks-too", "outputs": ["looks"]}', flush=True)
        else:
            break
elif __name__ == "__main__" and len(sys.argv) > 1 and sys.argv[1] == "plugin":
    look("plugin", os.path.dirname(os.getcwd()))
