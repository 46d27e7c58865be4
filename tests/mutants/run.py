"""Each mutant of mutants.txt, built in a copy of the checkout: the first test of its room that fails.

    run.py [FOLDER [NUMBER...]]     CC= as for make

A mutant is three lines: number and file:occurrence of the line; the line; what it becomes. A fourth, `= REASON`, says
why no test can see it. The status is 1 where another survives.
"""
import glob
import os
import re
import resource
import shutil
import subprocess
import sys

METRICS = ("tests/metrics/test_*.c tests/bench/scoring/test_*.c tests/reference/test_agree_*.sh "
           "tests/reports/published/test_p*.c")
TESTS = {
    "metrics/estimators": "tests/metrics/estimators/test_*.c " + METRICS,
    "metrics": METRICS,
    "scenarios": "tests/scenarios/test_*.c tests/reference/test_scenario_programs.sh tests/reports/published/test_p*.c",
    "reports": "tests/reports/judge/test_*.c tests/reports/published/test_*.c tests/reports/model/test_*.c "
               "tests/cli/test_judge.sh",
}


def tests_for(path):
    """The tests of a source's room that name it, who includes it, or all: those of its name first, then the quick."""
    stem, slow = os.path.basename(path)[:-2], open("tests/slow.txt").read().split()
    room = next(room for room in TESTS if path.startswith(room))
    users = {stem}
    for source in glob.glob("metrics/**/*.c", recursive=True) * 2:
        if any(f'"{user}.h"' in open(source).read() for user in users) and room.startswith("metrics"):
            users.add(os.path.basename(source)[:-2])
    names = "|".join(sorted(users | {user.replace("_", "-") for user in users}))
    spoken = re.compile(rf'\b({names})\b|"all"|published/' + "|agree_" * (path.count("/") > 1) if room.startswith("metrics") else "")

    def late(test):
        named = stem in test or stem.replace("_", "-") in open(test).read().split() and test.endswith(".sh")
        return not named, re.sub(r"\.c$", "", test) in slow, test.endswith(".sh")
    return sorted((test for every in TESTS[room].split() for test in sorted(glob.glob(every))
                   if spoken.search(test + open(test).read())), key=late)


def passes(test):
    """Whether a test passes: it links, ends in time and in memory, and says so."""
    script = test.endswith(".sh")
    made = ["build/own/assay", "build/own/libassay.so"] if script else ["build/own/" + test[:-2]]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    make = ["make", "-s", "O=build/own", "CC=" + os.environ.get("CC", "gcc")]
    try:
        return not subprocess.run(make + made, **quiet).returncode and not subprocess.run(
            ["sh", test] if script else made, env={**os.environ, "O": "build/own"}, timeout=300, **quiet,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 33,) * 2)).returncode
    except subprocess.TimeoutExpired:
        return False


def killer(path, occurrence, before, after, broken):
    """The first test that fails with the line changed and passes without."""
    right = open(path).read()
    lines = right.split("\n")
    at = [k for k, line in enumerate(lines) if line == before]
    if len(at) < occurrence:
        sys.exit(f"{path}: the line is gone: {before}")
    lines[at[occurrence - 1]] = after
    for test in tests_for(path):
        if open(path).read() == right:
            open(path, "w").write("\n".join(lines))
        if not passes(test):
            open(path, "w").write(right)
            if not broken.setdefault(test, not passes(test)):
                return test
    open(path, "w").write(right)
    return None


def main():
    folder, only, broken, survivors = (sys.argv + ["build/mutants"])[1], sys.argv[2:], {}, 0
    mutants = re.findall(r"(\d+) (\S+):(\d+)\n-(.*)\n\+(.*)\n(?:= (.*)\n)?", open("tests/mutants/mutants.txt").read())
    for path in subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n"):
        if os.path.isfile(path):
            os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
            shutil.copy2(path, os.path.join(folder, path))
    os.chdir(folder)
    for number, path, occurrence, before, after, why in mutants:
        if not only or number in only:
            by = "equivalent: " + why if why else killer(path, int(occurrence), before, after, broken)
            survivors += not by
            print(f"{number:2} {path:40} {by or 'SURVIVES'}", flush=True)
    return survivors > 0


if __name__ == "__main__":
    sys.exit(main())
