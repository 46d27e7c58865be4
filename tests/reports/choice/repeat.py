"""Whether what one set of banks recommends, another confirms. repeat.py FOLDER: FOLDER has what `assay advise --format
json` prints of each set, 0.json, 1.json, ...

Prints, of each property: the share of leaders of one set that lead in another (9 of 10 at least), and the share of sets
in which the best of all leads (19 of 20 at least); and of all together the share of intervals that hold the mean of all
sets (95 said: 93 to 98 of 100). Exit status 1 where one is missed.
"""
import glob
import json
import sys


def read(name):
    with open(f"{sys.argv[1]}/{name}.json") as file:
        return {p["property"]: p for p in json.load(file)["properties"]}


def outputs(of):
    return {(o["metric"], o["preset"], o["output"]): o for o in of["outputs"]}


def leaders(of):
    return {name for name, o in outputs(of).items() if o["leading"]}


held = []
sets = [read(k) for k in range(len(glob.glob(f"{sys.argv[1]}/[0-9]*.json")))]
missed = []


def limit(property, what, share, low, high=1.0):
    print(f"{property:13} {what}: {share:.3f}")
    if not low <= share <= high:
        missed.append(what)


for property in sets[0]:
    each = [s[property] for s in sets]
    mean = {n: sum(outputs(s)[n]["concordance"] for s in each) / len(each) for n in outputs(each[0])
            if all(outputs(s)[n]["concordance"] is not None for s in each)}
    held += [o["low"] <= mean[n] <= o["high"] for s in each for n, o in outputs(s).items()
             if n in mean and o["low"] is not None]
    lead = [leaders(s) for s in each]
    again = [n in b for i, a in enumerate(lead) for j, b in enumerate(lead) if i != j for n in a]
    if again:
        limit(property, "leaders of one set that lead in another", sum(again) / len(again), 0.9)
    eligible = [n for n, o in outputs(each[0]).items() if len(o["claims"]) == 1 and not o["control"]
                and o["defined"] >= 0.9 and o["claims"] == property[0].upper()]
    best = max(eligible, key=lambda n: mean.get(n, 0.0))
    limit(property, f"sets in which {best[0]}, the best of all, leads", sum(best in a for a in lead) / len(lead), 0.95)
    for name, want in (("control-constant", 0.5), ("control-oracle", 1.0)):
        for s in each:
            if any(o["concordance"] != want for n, o in outputs(s).items() if n[0] == name):
                missed.append(name)
    print(f"{'':13} leaders, and in how many sets of {len(lead)}:",
          ", ".join(f"{n[0]} {sum(n in a for a in lead)}" for n in sorted(set().union(*lead), key=str)))
limit("all", "intervals that hold the mean of all sets", sum(held) / len(held), 0.93, 0.98)
print("missed: " + ", ".join(missed) if missed else "all as stated")
sys.exit(bool(missed))
