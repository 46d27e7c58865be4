"""Each mutant of mutants.txt, built in a copy of the checkout: the first test of its room that fails.

    run.py [FOLDER [NUMBER...]]     CC= as for make

A mutant is three lines: number and file:occurrence of the line; the line; what it becomes. A fourth, `= REASON`, says
why no test can see it. The status is 1 where another survives.
"""
import glob, os, re, subprocess, sys

METRICS = "metrics/test_*.c scoring/test_*.c reference/*_agree_*.sh reports/published/test_p*.c"
TESTS = {
    "metrics/estimators": "metrics/estimators/test_*.c " + METRICS,
    "metrics": METRICS,
    "scenarios": "scenarios/test_*.c reference/test_scenario_programs.sh reports/published/test_p*.c",
    "reports": "reports/judge/test_*.c reports/published/test_*.c reports/model/test_*.c cli/test_judge.sh",
}


def tests_for(path):
    """The tests of a source's room, of a metric those that speak of it or of all; those of its name come first."""
    stem, slow = os.path.basename(path)[:-2], open("tests/slow.txt").read().split()
    room = next(room for room in TESTS if path.startswith(room))
    users = {stem}
    for source in glob.glob("metrics/**/*.c", recursive=True) * 2:
        if any(f'"{user}.h"' in open(source).read() for user in users) and "metrics" in room:
            users.add(os.path.basename(source)[:-2])
    names = "|".join(sorted(users | {user.replace("_", "-") for user in users}))
    spoken = re.compile(rf'\b({names})\b|"all"|published/')

    def late(test):
        named = stem in test or stem.replace("_", "-") in open(test).read().split() and test.endswith(".sh")
        return not named, re.sub(r"\.c$", "", test) in slow, not spoken.search(open(test).read()), test.endswith(".sh")
    found = sorted((test for every in TESTS[room].split() for test in glob.glob("tests/" + every)), key=late)
    whole = path.count("/") > 1 or room != "metrics"
    return [test for test in found if whole or spoken.search(test + open(test).read())]


def passes(test):
    """Whether a test passes: it links, ends in time and in memory, and says so."""
    made = ["build/own/" + name for name in (("assay", "libassay.so") if test.endswith(".sh") else (test[:-2],))]
    make = ["make", "-s", "O=build/own", "CC=" + os.environ.get("CC", "gcc"), *made]
    run = ["sh", "-c", 'ulimit -v 8388608; exec "$@"', "-", *(["sh", test] if test.endswith(".sh") else made)]
    try:
        return all(subprocess.run(words, env={**os.environ, "O": "build/own"}, timeout=300, stdin=subprocess.DEVNULL,
                                  capture_output=True).returncode == 0 for words in (make, run))
    except subprocess.TimeoutExpired:
        return False


def killer(path, occurrence, before, after, broken):
    """The first test that fails with the line changed and passes without."""
    right = open(path).read()
    at = re.compile("^" + re.escape(before) + "$", re.M)
    places = [found.span() for found in at.finditer(right)]
    if len(places) < occurrence:
        sys.exit(f"{path}: the line is gone: {before}")
    begin, end = places[occurrence - 1]
    for test in tests_for(path):
        if open(path).read() == right:
            open(path, "w").write(right[:begin] + after + right[end:])
        if not passes(test):
            open(path, "w").write(right)
            if not broken.setdefault(test, not passes(test)):
                return test
    open(path, "w").write(right)


def main():
    folder, only, broken, survivors = (sys.argv + ["build/mutants"])[1], sys.argv[2:], {}, 0
    mutants = re.findall(r"(\d+) (\S+):(\d+)\n-(.*)\n\+(.*)\n(?:= (.*)\n)?", open("tests/mutants/mutants.txt").read())
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["sh", "-c", 'git ls-files -z | xargs -0 cp -pu --parents -t "$0"', folder])
    os.chdir(folder)
    for number, path, occurrence, before, after, why in mutants:
        if not only or number in only:
            by = "equivalent: " + why if why else killer(path, int(occurrence), before, after, broken)
            survivors += not by
            print(f"{number:2} {path:40} {by or 'SURVIVES'}", flush=True)
    return survivors > 0


sys.exit(main())
