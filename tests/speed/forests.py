"""forests.py ASSAY COMMIT [ROUNDS]: user CPU seconds of metrics made of trees, here and in another commit, in turn.

The commit is checked out and built in out/bench-forest. Five points of dci-rf@zaidi2020 and their sum, then the other
metrics of trees at one point. Where scores have other digits the row says so. The ratio is the other commit's median
over this one's: 2 is twice as fast. `git worktree remove --force out/bench-forest/COMMIT` removes it again."""

import os
import resource
import statistics
import subprocess
import sys

POINTS = [("noise", "alpha=0"), ("noise", "alpha=0.6"), ("mixing", "alpha=0.3"), ("nonlinear", "alpha=0.4"),
          ("duplicate", "copies=4")]
OTHERS = ["dci-gbt@locatello2019", "dci-rfc@zhang2021", "rf-acc@almudevar2025", "rf1-acc@almudevar2025"]


def built(commit: str) -> str:
    folder = os.path.join("out", "bench-forest", commit)
    if not os.path.isdir(folder):
        subprocess.run(["git", "worktree", "add", "--detach", "-f", folder, commit], check=True, capture_output=True)
    subprocess.run(["make", "-C", folder, "-j2", "all"], check=True, stdout=subprocess.DEVNULL)
    return os.path.join(folder, "assay")


def scored(program: str, scenario: str, setting: str, metric: str) -> tuple[float, str]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    asked = [program, "score", "--scenario", scenario, "--set", setting, "--metrics", metric, "--jobs", "1"]
    done = subprocess.run([*asked, "--format", "csv"], check=True, capture_output=True, text=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, done.stdout


def row(programs: list[str], metric: str, scenario: str, setting: str, rounds: int) -> list[float]:
    took, said = [[], []], ["", ""]
    for _ in range(rounds):
        for p, program in enumerate(programs):
            seconds, said[p] = scored(program, scenario, setting, metric)
            took[p].append(seconds)
    here, there = map(statistics.median, took)
    apart = "" if said[0] == said[1] else "  other scores"
    print(f"{metric:22} {scenario:9} {setting:9} {here:7.2f} s {there:7.2f} s  {there / here:5.2f}{apart}", flush=True)
    return [here, there]


def main() -> None:
    here, commit = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    programs = [here, built(commit)]
    print(f"{'':42} {'here':>9} {commit:>9}  ratio")
    sums = [row(programs, "dci-rf@zaidi2020", *point, rounds) for point in POINTS]
    here_all, there_all = (sum(s[p] for s in sums) for p in (0, 1))
    print(f"{'dci-rf@zaidi2020':22} {'sum':19} {here_all:7.2f} s {there_all:7.2f} s  {there_all / here_all:5.2f}")
    for metric in OTHERS:
        row(programs, metric, "noise", "alpha=0.4", rounds)


main()
