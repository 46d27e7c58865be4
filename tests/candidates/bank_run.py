"""Validates every metric of bank.py: PROGRAM [--scenarios LIST] [--every N] [NAME...]; with --every 8 each
eighth of them. A line for each that is not as the bank says; then the counts: named by a known mistake, or located by
the first step that differs. Exit status 1 where a wrong one is not caught, a right one is refused, a cause is named
that is false, or none is where the bank has one."""
import json
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import bank  # noqa: E402


scenarios = []


def validate(program, name, against):
    reference, _, output = against.partition("/")
    done = subprocess.run([program, "validate", f"python:{here}/bank.py:{name}", "--against", reference,
                           "--format", "json", *(["--metric-output", output] if output else []), *scenarios],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return done.returncode, [done.stderr.strip()]
    said = json.loads(done.stdout)
    return done.returncode, said[0]["notes"] if isinstance(said, list) else said["notes"]


def main(program, names):
    counts = dict.fromkeys(("right", "refused", "wrong", "missed", "named", "located", "unnamed", "false"), 0)
    for name, against in bank.RIGHT.items():
        if names and name not in names:
            continue
        code, lines = validate(program, name, against)
        counts["right"] += 1
        counts["refused"] += code != 0
        if code or names:
            print(f"{'refused' if code else 'agrees'}: {name} against {against}: {' / '.join(lines)}")
    for name, (against, words) in bank.WRONG.items():
        if names and name not in names:
            continue
        code, lines = validate(program, name, against)
        named = [line for line in lines if line.startswith("Your ") and "equal to within" not in line]
        true = bool(named) and bool(words) and any(word in named[0] for word in words)
        counts["wrong"] += 1
        counts["missed"] += code != 1
        step = bool(named) and any(word in named[0] for word in ("goes on from", "part from", "Your step"))
        counts["located" if step else "named"] += true
        counts["unnamed"] += bool(words) and not named
        counts["false"] += bool(named) and not true
        verdict = "missed" if code != 1 else "named" if true else "FALSE" if named else "not named"
        if verdict != "named" or names:
            print(f"{verdict}: {name} against {against}: {' / '.join(lines)}")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if counts["missed"] or counts["refused"] or counts["unnamed"] or counts["false"] else 0


if __name__ == "__main__":
    words = sys.argv[2:]
    if words[:1] == ["--scenarios"]:
        scenarios, words = words[:2], words[2:]
    if words[:1] == ["--every"]:
        words = [*bank.RIGHT, *bank.WRONG][:: int(words[1])]
    sys.exit(main(sys.argv[1], set(words)))
