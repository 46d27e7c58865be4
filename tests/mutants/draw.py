"""Draws the mutants of mutants.txt: lines of the product, one operator changed in each, from a seed.

    draw.py [SEED] >tests/mutants/mutants.txt

A mutant compiles, to other assembly. Lines of text, costs and processor widths are left out.
"""
import glob, os, random, re, subprocess, sys

ROOMS = (("metrics", 20), ("metrics/relations", 8), ("metrics/estimators", 14),
         ("scenarios scenarios/recipes scenarios/pairs", 8), ("reports/judge reports/judge/properties", 10))
OPERATORS = [(re.compile(was), now) for was, now in (
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "), (r" \+= ", " -= "), (r" -= ", " += "),
    (r" && ", " || "), (r" \|\| ", " && "), (r"\bfmin\(", "fmax("), (r"\bfmax\(", "fmin("),
    (r"\bif \((\w[\w.>\[\]-]*)\)", r"if (!\1)"), (r"\bif \(!", "if ("),
    (r"(?<= [+-] )1(?![\w.])", "2"), (r"(?<![\w.])([2-9]|\d\d+)(?![\w.])", lambda m: str(int(m[1]) + 1)),
    (r"(?<![\w.])(\d+\.\d+)(?![\w.])", lambda m: str(2 * float(m[1]))))]
INDEX = (re.compile(r"\[(\w)\]"), r"[\1 + 1]")  # where no other applies: most end the program
NO_LINE = re.compile(r"^\S|^ *(//|/?\*|#)|lanes|LANES|WIDTH|wide|assert|ENOMEM|char \w+\[")
NO_FUNCTION = re.compile(r"cost|memory|text|name")
NO_FILE = re.compile(r"vectors|products|crew|race|registry|_text\.c|lanes|numpy")


def candidates(path):
    """Lines: place, line, the same without comment, heads of loops and texts."""
    function, comment = "", False
    for k, line in enumerate(open(path).read().split("\n")):
        if re.match(r"[a-z].*\w\(", line):
            function = re.search(r"(\w+)\(", line)[1]
        if not comment and not NO_LINE.search(line) and not NO_FUNCTION.search(function):
            code = re.sub(r'"[^"]*"|^ *for \(.*?\+\+\)', lambda m: "\0" * len(m[0]), line)
            yield k, line, re.split(r" *(//|/\*)", code)[0]
        comment = "*/" not in line[line.rfind("/*"):] if "/*" in line else comment and "*/" not in line


def compiled(path, lines):
    """The assembly; None: it does not compile."""
    object = "build/none/" + path[:-2] + ".o"
    sees = subprocess.run(["make", "-sn", "O=build/none", object], capture_output=True, text=True, check=True).stdout
    done = subprocess.run(["gcc", "-std=c17", "-O2", "-w", "-ffp-contract=off", *re.findall(r"-[ID]\S+", sees),
                           "-I" + os.path.dirname(path), "-S", "-x", "c", "-", "-o", "-"], input="\n".join(lines),
                          capture_output=True, text=True)
    return None if done.returncode else done.stdout


def main():
    rng, number = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1), 0
    for rooms, wanted in ROOMS:
        files = sorted(f for room in rooms.split() for f in glob.glob(room + "/*.c") if not NO_FILE.search(f))
        lines = [(path, *found) for path in files for found in candidates(path)]
        rng.shuffle(lines)
        taken = []
        for path, k, line, code in lines:
            changes = [(o, m) for o in OPERATORS for m in o[0].finditer(code)]
            changes = changes or [(INDEX, m) for m in INDEX[0].finditer(code)]
            if len(taken) == wanted or not changes or taken.count(path) == 2:
                continue
            (was, now), at = rng.choice(changes)
            mutant = line[:at.start()] + (at.expand(now) if isinstance(now, str) else now(at)) + line[at.end():]
            whole = open(path).read().split("\n")
            if compiled(path, whole[:k] + [mutant] + whole[k + 1:]) not in (None, compiled(path, whole)):
                taken.append(path)
                number += 1
                print(f"{number} {path}:{whole[:k + 1].count(line)}\n-{line}\n+{mutant}", flush=True)


main()
