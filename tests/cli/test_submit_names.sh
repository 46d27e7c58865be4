#!/bin/sh
# Names with every byte in them: plan, folder, the folder where `assay submit` was called and the program's own path reach
# the programs of a job unchanged, through scripts that a real shell runs. Nothing in a name is run.
. tests/cli/tap.sh
command -v python3 >/dev/null || {
    skip "names" "there is no python3" python3
    done_testing
}
unset SLURM_ARRAY_TASK_ID SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK PBS_ARRAY_INDEX
cat >"$dir/plan" <<'P'
name: "a; touch ran ' $(touch ran) %A"
samples: 20
seeds: 0:1
scenarios: [noise]
metrics: [sap]
P
mkdir "$dir/bin"
# sbatch and qsub run a script in an environment of its own; srun and the program write down what they are called with.
cat >"$dir/bin/sbatch" <<'P'
#!/bin/sh
case "$*" in *afterok*) exit ;; esac # the report is another test's
cat >"$RECORD/job"
sh -n "$RECORD/job" || echo syntax >>"$RECORD/failed"
env -i RECORD="$RECORD" SLURM_ARRAY_JOB_ID=1 SLURM_ARRAY_TASK_ID=1 PBS_ARRAY_INDEX=1 /bin/sh "$RECORD/job" >&2 ||
    echo job >>"$RECORD/failed"
echo 1
P
cp "$dir/bin/sbatch" "$dir/bin/qsub"
printf '#!/bin/sh\nexit 1\n' >"$dir/bin/gnuplot"
printf '#!/bin/sh\nexec "$RECORD/tell" srun "$@"\n' >"$dir/bin/srun"
cat >"$dir/tell" <<'P'
#!/bin/sh
{ printf '%s\0' "$PWD" "$@" && printf '\0'; } >>"$RECORD/calls"
P
chmod +x "$dir/bin"/* "$dir/tell"
cat >"$dir/names.py" <<'P'
import os, random, shutil, subprocess, sys

base, assay, count = os.fsencode(sys.argv[1]), os.fsencode(sys.argv[2]), int(sys.argv[3])
every = bytes(b for b in range(1, 256) if b != 47)
pieces = [b"JOB", b"\nJOB\n", b"\nORDER\n", b"'", b'"', b"$(touch ran)", b"`touch ran`", b"$HOME", b"%A", b"%%", b"\\",
          b"\\n", b" ", b"--", b"-", b";", b"&", b"|", b"*", b"~", b"#", b"\n", b"!", b"\r",
          b"=", b"\xff", b"\xc3\xa9", b"{x,y}"]
draw = random.Random(1)
def name():
    made = b"".join(draw.choice(pieces) for _ in range(draw.randrange(1, 9)))
    return made if made not in (b".", b"..") else b"x"
fixed = [every, b"\nJOB\ntouch ran\n", b"'; touch ran; '", b"-n", b"--help", b"$(touch ran)", b"%A %j \\", b" ", b"a\n"]
def run(words, where, path):
    environment = {**os.environb, b"RECORD": base, b"PATH": base + b"/bin:" + path, b"TMPDIR": base}
    return subprocess.run(words, cwd=where, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
def one(k):
    where = base + b"/at/" + (fixed[k] if k < len(fixed) else name())
    plan, out = (fixed[k] if k < len(fixed) else name(), name()) if k % 2 else (name(), fixed[k // 2 % len(fixed)])
    program = where + b"/" + b"bin-of" + every[:100] if k % 3 == 0 else assay
    path = os.environb[b"PATH"] + (b":" + base + b"/no'such\n$(touch ran)" if k % 5 == 0 else b"")
    shutil.rmtree(base + b"/at", ignore_errors=True)
    os.makedirs(where)
    shutil.copy(base + b"/plan", where + b"/" + plan)
    if program != assay:
        os.link(assay, program) if os.stat(assay).st_dev == os.stat(base).st_dev else shutil.copy(assay, program)
    for left in (b"calls", b"failed"):
        if os.path.exists(base + b"/" + left): os.remove(base + b"/" + left)
    system = [b"--slurm", b"--pbs", b"--shell"][k // 2 % 3]
    made = run([program, b"submit", system, b"--tasks", b"1", b"--metrics", b"sap", b"--out=" + out, b"--", plan], where, path)
    if made.returncode: return "submit: " + made.stderr.decode("utf-8", "replace")
    for shell in (b"bash", b"sh"):
        if shutil.which(shell): assert subprocess.run([shell, b"-n"], input=made.stdout).returncode == 0, shell
    done = run([b"sh", b"-c", made.stdout], b"/", path)
    store = where + b"/" + out + b"/shards/1.db"
    if system != b"--slurm":
        return None if os.path.exists(store) and not os.path.exists(base + b"/failed") else done.stderr.decode("utf-8", "replace")
    calls = open(base + b"/calls", "rb").read().split(b"\0\0")
    want = [where, b"srun", b"--export=ALL", b"--ntasks=1", b"--cpus-per-task=1", program, b"run", b"--shard", b"1/1",
            b"--jobs", b"1", b"--db", store, b"--metrics=sap", b"--", plan]
    return None if calls[0].split(b"\0") == want else "called: %r\nwanted: %r" % (calls[0].split(b"\0"), want)
bad = 0
for k in range(count):
    why = one(k)
    ran = [f for f, _, names in os.walk(base) if "ran" in map(str, names) or b"ran" in names]
    if why or ran or os.path.exists("/ran"):
        bad = 1
        print("# name %d: %s %r" % (k, why, ran))
sys.exit(bad)
P
check "every byte of a name arrives, and no name is run" python3 "$dir/names.py" "$dir" "$assay" 24
done_testing
