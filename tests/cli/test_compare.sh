#!/bin/sh
# Groups compared: every number from the exported draws with NumPy, the same bytes from shards, the best set, refusals,
# checkpoints along a column, models that are renamed, equal or deleted.
. tests/cli/tap.sh
. tests/python/interpreter.sh
recompute=$PWD/tests/bench/study/recompute.py
cd "$dir" || exit 99
needs_numpy "comparisons"
"$python" "$recompute" lab || exit 99
asserts() { "$python" - 2>failed || sed 's/^/# /; $!d' failed | { cat && false; }; } # of what was printed; `exits` gives no input
metrics=mig,mcc,sap
study() { "$assay" study lab/manifest.csv --metrics $metrics "$@"; }
check "35 models" exits 0 study --db s.db
check "  of which two are one" says "2 files hold the same arrays"
numbers() { # numbers DB: every number of it
    "$assay" export --db "$1" --draws -o draws.csv && "$assay" table --db "$1" --format csv -o models.csv &&
        "$assay" compare --db "$1" --format csv -o compare.csv
}
numbers s.db
check "drawn by subject, each row once for all models" same \
    "$(tail -n +2 models.csv | awk -F, '{ print $(NF - 11), $(NF - 10) }' | sort -u | sed 's/^data set 1 //')" 30
check "every number of table and comparison is that of the draws, by NumPy" exits 0 "$python" "$recompute" draws.csv models.csv \
    compare.csv
check "  all of them" prints " numbers are those"
cat draws.csv models.csv compare.csv >whole
for k in 1 2 3; do study --db part.$k --shard $k/3 2>err; done
"$assay" merge all.db part.3 part.1 part.2 2>err
numbers all.db
check "three shards on other machines give the same numbers" sh -c \
    'sort draws.csv >a && "$0" export --db s.db --draws | sort >b && cmp a b && "$0" compare --db s.db --format csv |
    cmp - compare.csv' "$assay"
check "no foot promises what more rows would give" same "$("$assay" table --db s.db | grep -ci 'more rows') $(head -1 models.csv |
    grep -c more_rows)" "0 0"
check "a is the best, and marked so" exits 0 "$assay" table --db s.db --metrics mig,mcc
check "  alone, and noise is at chance" same "$(grep -c ᵇ out) $(sed -n 's/^a .*ᵇ.*ᵇ.*/a/p' out) $(sed -n 's/^d .*ᶜ.*/d/p' out)" \
    "2 a d"
check "csv says it of each model" same \
    "$(tr -d '\r' <models.csv | awk -F, '$8 == "mig" && $(NF - 9) == "yes" { n += $1 == "a"; bad += $1 != "a" } END { print n, bad + 0 }')" "5 0"
check "a mean is of the last checkpoints" sh -c '"$0" table --db s.db --metrics mig | grep -q "^Of checkpoints those of order 10 count, the last that all groups have;" &&
    "$0" table --db s.db --metrics mig | grep -Eq "^b +4 "' "$assay"
check "LaTeX has it bold" sh -c '"$0" table --db s.db --metrics mig --format latex | grep -c "^a .*textbf" | grep -qx 1' \
    "$assay"
check "  in a table of a paper" exits 0 "$assay" compare --db s.db --format latex
cp out means.tex
"$assay" table --db s.db --format markdown >means.md
check "  bold is what is bold in every format" asserts <<'P'
import re
latex = open("means.tex").read()
rows = [line.split(" & ") for line in latex.splitlines() if line.endswith("tabularnewline")]
table = open("means.md").read().split("\n\n| Group")[1]  # the first, which is that of scores
marked = [[one.strip() for one in line.split("|")[1:-1]] for line in table.splitlines() if line.startswith("|")]
for place in range(2, len(rows[0])):
    bold = {row[0] for row in rows[1:] if "textbf" in row[place]}
    assert bold and bold == {row[0] for row in marked if "**" in row[place]}, (rows[0][place], bold, marked)
assert len(rows[0]) == 5 and latex.count("caption{Mean scores of 17 models of 5 groups on one data set, of 240 rows, with the 95"), latex
P
if command -v pdflatex >/dev/null; then
    { printf '%s\n' '\documentclass{article}' '\usepackage{booktabs,graphicx}' '\begin{document}' && cat means.tex &&
        "$assay" table --db s.db --by file --format latex && printf '%s\n' '\end{document}'; } >paper.tex
    check "  which compiles" sh -c 'pdflatex -interaction=nonstopmode -halt-on-error paper.tex >said 2>&1'
    check "  into lines" sh -c '! grep "^Overfull .hbox" said'
else
    skip "a table of a paper compiles" "no pdflatex" texlive-latex-recommended
fi
check "two groups alone" exits 0 "$assay" compare a b --db s.db --metrics mcc
check "  make a sentence" grep -Eq "^mcc: a scores 0[.][0-9]+ higher than b .95 % interval of the difference" out
check "two that are alike" has "is indistinguishable from its rival" compare b c --db s.db --metrics mcc
check "what Holm's steps alone find" exits 0 "$assay" compare a0-1 a0-10 a1-1 --by file --db s.db --metrics mig
check "  is said with the interval" same "$(grep -c "leaves 0 open; Holm's steps do not" out)" 1
check "one row above none: nothing is bold" same "$("$assay" table --db s.db --metrics mig --format markdown \
    --scenarios b,c 2>/dev/null | grep -c '[*][*]0')" 0
check "a name that no group has" refuses 3 "no group is called 'z'" "$assay" compare a z --db s.db
check "one line a score" exits 0 "$assay" compare --db s.db
check "  that says what so few runs leave open" prints "4 runs that did not fail leave room for failures in up to 53 %"
check "  a bar where all before it are above all behind it" grep -Eq "^mcc +CE +a 0[.][0-9]+ [|] [bce] 0.*, [bce] 0.*, [bce] 0.* [|] d .*[(]chance[)]" out
check "  as the differences say" asserts <<'P'
import csv, re
rows = [r for r in csv.DictReader(open("compare.csv"))]
for line in open("out"):
    said = re.match(r"(mig|mcc|sap) +\w+ +(.*?)(?:; .*)?$", line.rstrip())
    if not said: continue
    sides = [[g.split()[0] for g in part.split(", ")] for part in said[2].split(" | ")]
    order = [g for side in sides for g in side]
    mean = {r["a"]: float(r["estimate"]) for r in rows if r["metric"] == said[1] and not r["b"]}
    assert order == sorted(mean, key=mean.get, reverse=True), (order, mean)
    p = {frozenset((r["a"], r["b"])): float(r["p_holm"]) for r in rows if r["metric"] == said[1] and r["b"]}
    for k in range(1, len(order)):
        certain = all(p[frozenset((a, b))] < .05 for a in order[:k] for b in order[k:])
        assert certain == any(len(sum(sides[:s], [])) == k for s in range(1, len(sides))), (line, k)
P
check "the first checkpoints" exits 0 "$assay" table --db s.db --metrics mig --at order=1 --format csv
check "  have other means than the last" exits 0 "$assay" compare --db s.db --metrics mig --at order=1
grep ^mig out >first
check "the best by a column" exits 0 "$assay" compare --db s.db --metrics mig --at best:-order
check "  is the first where lower orders are better" same "$(grep ^mig out)" "$(cat first)"
check "the last" exits 0 "$assay" compare --db s.db --metrics mig --at order=last
check "  is what is meant" same "$(cat out)" "$("$assay" compare --db s.db --metrics mig)"
check "at each value of a column" exits 0 "$assay" compare --db s.db --metrics mig --each order
check "  as at each by itself" same "$(sed -n '/order 1$/,/^mig/p' out | tail -1)" "$(cat first)"
check "  whose rows say which" same "$("$assay" compare --db s.db --metrics mig --each order --format csv | tr -d '\r' |
    awk -F, 'NR > 1 { n[$NF] += $5 == "" } END { print n[1], n[10] }')" "5 5"
check "  of a column that there is" refuses 2 "--each ordr: no column 'ordr' of the manifests: $did_you_mean 'order'? (" \
    "$assay" compare --db s.db --each ordr
check "a study ends in five lines" exits 0 study --db s.db
tail -5 err >five
check "  what was scored, and what to type" same "$(sed -n '1p;$p' five)" "scored: 17 models of 5 groups on one data set, of 240 rows, 3 outputs that can be compared; a group of one run says nothing of its method; 4 runs that did not fail leave room for failures in up to 53 % of runs; of checkpoints those of order 10 count, the last that all groups have
next: assay compare --db s.db"
check "  who is before the bar, and who at chance" same "$(grep '^ahead' five) $(grep '^at chance' five)" \
    "ahead for certain: a on all 3 outputs at chance: d on all 3 outputs"
check "a column that no manifest has" refuses 2 "no column 'sed' of the manifests: $did_you_mean 'seed'?" "$assay" compare \
    --db s.db --at best:sed
check "a checkpoint that no model has" refuses 2 "no value '7' of column order" "$assay" table --db s.db --at order=7
check "along a column of the manifest" exits 0 "$assay" table --db s.db --metrics mig --along order
check "  a row for each value" same "$(grep -c '^[abcd]  *10*  *4' out)" 8
check "  compared at each" exits 0 "$assay" compare b c --db s.db --along order --metrics mig
check "  never one checkpoint with another" same "$(grep -c '^mig  *b  *c ' out) $(grep -c '^Means, order' out)" "2 2"
if command -v gnuplot >/dev/null; then
    check "a figure along it" exits 0 "$assay" plot --db s.db --along order --metrics mig --out figures
    check "  of a curve for each group" same "$(grep -c '>mig [abcd]<' figures/along-order.svg)" 4
    check "a page" exits 0 "$assay" report --db s.db --out page
    check "  says who is above whom" grep -q "By mig, a scores highest, 0.[0-9]*. It is above b, c, d, e; the nearest is " page/index.html
    check "  in a line first" grep -Eq ">a 0[.][0-9]* [|] [bce] 0[.].* [|] d .*chance" page/index.html
    cat >page.py <<'P'
import csv, html, re, sys
text = html.unescape(re.sub("<[^>]*>", "", open("page/index.html").read()))
rows = {(r["metric"], r["a"], r["b"]): r for r in csv.DictReader(open("compare.csv"))}
said = re.findall(r"By (mig|mcc|sap), (\w) scores highest, ([\d.]+)[.] (?:It is above ([\w, ]+); the nearest is (\w), by "
                  r"([\d.]+) [(]95 % interval ([\d.-]+) to ([\d.-]+))?", text, re.M)
for metric, a, mean, below, b, value, low, high in said:
    means = {r["a"]: float(r["estimate"]) for r in rows.values() if r["metric"] == metric and not r["b"]}
    assert a == max(means, key=means.get) and abs(means[a] - float(mean)) < 6e-4, (metric, a, means)
    row, sign = (rows[metric, a, b], 1) if (metric, a, b) in rows else (rows[metric, b, a], -1)
    ends = sorted(sign * float(row[end]) for end in ("low", "high"))
    assert abs(sign * float(row["estimate"]) - float(value)) < 6e-4, (metric, value, row)
    assert abs(ends[0] - float(low)) < 6e-4 and abs(ends[1] - float(high)) < 6e-4, (metric, low, high, row)
    beaten = {g for g in means if g != a and float(rows.get((metric, a, g), rows.get((metric, g, a)))["p_holm"]) < .05}
    assert set(below.split(", ")) == beaten and b == max(beaten, key=means.get), (metric, below, beaten)
print(len(said), re.search("We scored.*?[.] Training runs: .*?[.] ", text)[0], "count from about" in text)
P
    check "  in the paragraph as the comparison has it" same "$("$python" page.py | sed 's/with assay [^ ]*//')" \
        "3 We scored 17 models of 5 groups on one data set, of 240 rows (of checkpoints those of order 10 count, the last that all groups have),  Training runs: a 4, b 4, c 4, d 4, e 1.  False"
    check "  in numbers, too" cmp page/tables/differences.csv compare.csv
else
    skip "figures and the page" "no gnuplot" gnuplot-nox
fi
study --db none.db --draws 0 2>err
check "a study without draws says so" same "$(grep -A1 '^not compared' err)" "not compared: intervals are missing on all 3 outputs
indistinguishable at the top: not known of the others"
if command -v gnuplot >/dev/null; then
    "$assay" study lab/manifest.csv --metrics mig,-dose --db part.db --draws 0 2>err &&
        "$assay" study lab/manifest.csv --metrics mcc,-dose --db part.db 2>err
    check "a page where one of two scores has draws" exits 0 "$assay" report --db part.db --out part
    check "  has a paragraph of that one" sh -c \
        'grep -q "We scored.*By mcc, a scores highest" part/index.html && ! grep -q "By mig" part/index.html'
    check "  and says which is left out" grep -q "Left out, without intervals for two groups: mig[.]" part/index.html
fi
check "without draws: refused" has "are not compared: the scores have no draws" compare a b --db none.db --metrics mig
check "  and the table says so" sh -c '"$0" table --db none.db --metrics mig | grep -q "5 means have no interval"' "$assay"
mv lab/a0-1.npz lab/a0-0.npz && sed -i 's/a0-1[.]/a0-0./; /d3-10/d' lab/manifest.csv && rm lab/d3-10.npz
check "renamed and deleted" exits 0 study --db s.db
check "  each is said" sh -c 'grep -q "1 had another name" err && grep -q "1 model of the store is marked as gone" err &&
    grep -q " 0 cells computed" err' 
check "  --prune drops what was deleted" exits 0 study --db s.db --prune
check "  for good" sh -c 'grep -q "1 model of deleted files left the store" "$1" && [ "$("$0" table --db s.db --format csv \
    --metrics mig --keep-missing | wc -l)" = 35 ]' "$assay" err
printf '1\n2\n' >short.csv
check "clusters of another length" exits 3 "$assay" study lab/a1-1.npz --metrics mig --db x.db --cluster short.csv
check "  are refused" says "short.csv have 2 values and the representation 240 rows"

# Group a on an easy and a hard data set, b on the hard one alone: alike there, and pooled .22 apart.
"$python" - <<'P' || exit 99
import csv, os, numpy as np
r = np.random.default_rng(1)
os.mkdir("own")
declared, folders = [["path", "data", "group", "seed", "order"]], [["path", "group"]]
for name, noise in (("easy", .05), ("hard", .8)):
    v = r.random((300, 4))
    z = (v - .5) * 3.46 + noise * r.standard_normal((300, 4))
    for g in "ab" if name == "hard" else "a":
        for s in range(3):
            w = z @ (np.eye(4) + .05 * r.standard_normal((4, 4))) + .1 * r.standard_normal(z.shape)
            np.savez(f"{name}-{g}{s}.npz", factors=v, codes=w)
            declared.append([f"{name}-{g}{s}.npz", name, g, s, 1])
            folders.append([f"{name}-{g}{s}.npz", g])
for k, g in enumerate("aabb"):
    v = r.random((200, 2))
    np.savez(f"own/{g}{k}.npz", factors=v, codes=v + .1 * r.standard_normal(v.shape))
csv.writer(open("declared.csv", "w")).writerows(declared)
csv.writer(open("folders.csv", "w")).writerows(folders)
P
for design in declared folders; do
    "$assay" study $design.csv --db $design.db --metrics mig,mcc --draws 19 2>err || exit 99
    check "$design: a table of each data set" exits 0 "$assay" table --db $design.db
    check "  a mean is of one" same "$(grep -c 'models in groups, data set' out) $(grep -Ec '^[ab]  +3 ' out)" "2 3"
    check "  what prints the differences is named" grep -q 'columns have no best: .* `assay compare --all`' out
    check "  compared within one" exits 0 "$assay" compare --db $design.db
    check "  they are alike: no bar" same "$(grep -Ec '^m[a-z]+ .* [ab] 0[.][0-9]+, [ab] 0[.][0-9]+$' out)" 2
    check "  a data set of a alone is named as such" prints "1 data set has a single group or model, so nothing is compared there"
    check "  a is not compared with itself" same "$(grep -c '^Who is above whom' out)" 1
    check "  the numbers, too" exits 0 "$assay" compare --db $design.db --all
    check "  they are alike" same "$(grep -Ec '^m[a-z]*, data set.*: a is indistin' out) $(grep -c ': a scores' out)" "2 0"
    check "  of one data set" same "$(grep -c '^Means' out)" 1
    check "  models, too, within one" exits 0 "$assay" table --db $design.db --by file --metrics mig
    check "  nothing easy is above something hard" same "$(grep -c '^. *easy.*ᵇ' out)" "$(grep -c '^. *easy' out | grep -c x)"
    "$assay" compare --db $design.db --format csv -o compare.csv 2>err
    check "  csv says which" same "$(tr -d '\r' <compare.csv | awk -F, 'NR > 1 { print $(NF - 1) }' | sort -u | wc -l)" 1
done
check "groups of two data sets have no comparison" refuses 3 "on each data set" "$assay" compare easy-a0 hard-a1 --by file \
    --db declared.db
if command -v gnuplot >/dev/null; then
    check "a page of two data sets" exits 0 "$assay" report --db declared.db --out page2
    check "  a paragraph of the one with two groups" same "$(grep -o 'We scored [0-9]* models of 2 groups on data set [a-z]*' page2/index.html)" \
        "We scored 6 models of 2 groups on data set hard"
    check "  where no difference is reported" sh -c \
        'grep -q "By mcc, [ab] scores highest, [0-9.]*[.] Not distinguished from it: [ab][.]" page2/index.html'
    check "  a figure of each" exits 0 "$assay" plot --db declared.db --along order --metrics mig --out two
    check "  in two files" same "$(ls two | grep -c '^along-order[-2]*.svg')" 2
fi
"$assay" study own --group '([ab])' --db own.db --metrics mcc 2>err || exit 99
check "undeclared rows of each model's own count as one data set" exits 0 "$assay" table --db own.db
check "  which is said" same "$(grep -Ec '^[ab]  +2 ' out) $(grep -c 'no two models have the same rows' out)" "2 1"
study() { "$assay" study "$@" --group '-([abc])' --db few.db --metrics mcc 2>err && "$assay" table --db few.db >out; }
check "rows that have other groups stay apart, with one seed, too" study easy-a0.npz hard-a0.npz hard-b0.npz
check "  nothing is a mean of both" same "$(grep -c '^[ab] .* 1  *0' out)" 3
check "  named by what their paths have in common" grep -q '^2 models in groups, data set [12] (hard-[.][.][.])' out
rm -f few.db
"$python" - <<'P' || exit 99
import numpy as np
for s in range(3):  # rows are drawn anew for each seed, and both groups have them
    v = np.random.default_rng(s).random((200, 3))
    for g, noise in (("a", .1), ("b", .4)):
        np.savez(f"drawn{s}-{g}.npz", factors=v, codes=v + noise * np.random.default_rng(9 + s).standard_normal(v.shape))
P
check "rows drawn anew for each seed are one data set" study drawn?-?.npz
check "  three models in a mean" same "$(grep -c '^[ab] .* 3  *0' out)" 2
check "  and says so" grep -q 'each group has one model on' out
mv drawn2-b.npz away.npz && rm -f few.db
check "a group that lacks some of them is not ahead by the others" study drawn?-?.npz
check "  which stand apart" same "$(grep -c '^a .* 1  *0' out) $(grep -c '^[ab] .* 2  *0' out)" "1 2"
mv drawn1-b.npz drawn1-c.npz && rm -f few.db
check "rows of as many, but other groups" study drawn0-?.npz drawn1-?.npz
check "  stand apart" same "$(grep -c '^[abc] .* 1  *0' out)" 4
"$python" -c 'import numpy as np
for k, g in enumerate("ab"):
    np.savez(f"class-{g}.npz", factors=np.arange(90).reshape(30, 3) % 4, codes=np.random.default_rng(k).random((30, 3)))'
rm -f few.db
check "scores that are undefined" study class-a.npz class-b.npz
check "  are not called alike" same "$(grep -c 'no best' out)" 0

check "the front of two scores" exits 0 "$assay" compare --db s.db --pareto mig,mcc
check "  is what none is above in both" sh -c 'grep -Eq "^a .* yes *$" out && grep -Eq "^d +[0-9.-]+ +[0-9.-]+ .*a" out'
check "two scores are wanted" refuses 2 "two outputs are wanted" "$assay" compare --db s.db --pareto mig
check "which the store has" refuses 2 "no output 'mgi': $did_you_mean 'mig'?" "$assay" compare --db s.db --pareto mgi,mcc
"$assay" table --db s.db --format csv -o models.csv
check "the best of k models" exits 0 "$assay" compare --db s.db --metrics mig --best-of --format csv
check "  is the mean over all choices" asserts <<'P'
import csv, itertools
import numpy as np
scores = {}
for r in csv.DictReader(open("models.csv")):
    if r["metric"] == "mig" and r["best"]:
        scores.setdefault(r["group"], {})[r["hash"]] = float(r["score"])
rows = list(csv.DictReader(open("out")))
assert {r["group"] for r in rows} == {g for g in scores if len(scores[g]) > 1}, rows
for r in rows:
    x = list(scores[r["group"]].values())
    for k in (1, 2, 3):
        assert abs(float(r[f"best_of_{k}"]) - np.mean([max(c) for c in itertools.combinations(x, k)])) < 1e-12, r
    assert not r["best_of_5"]
P

check "whether runs find the same codes" exits 0 "$assay" study lab/manifest.csv --consistency --format csv
check "  every number by NumPy, of the last checkpoints" asserts <<'P'
import csv, itertools
import numpy as np
lab = list(csv.DictReader(open("lab/manifest.csv")))
def agreement(x, y):
    c = np.abs(np.corrcoef(x.T, y.T)[:3, 3:])
    return max(np.mean([c[i, j] for i, j in enumerate(order)]) for order in itertools.permutations(range(3)))
rows = {r["group"]: r for r in csv.DictReader(open("out"))}
assert sorted(rows) == ["a", "b", "c", "d"], rows  # e has one run
for group, r in rows.items():
    runs = {m["seed"]: m["path"] for m in lab if m["group"] == group and m["order"] == "10"}
    z = [np.load("lab/" + path)["codes"] for path in runs.values()]
    pair = {p: agreement(z[p[0]], z[p[1]]) for p in itertools.combinations(range(len(z)), 2)}
    assert int(r["runs"]) == len(z) == (3 if group == "d" else 4) and int(r["pairs"]) == len(pair)
    assert abs(float(r["agreement"]) - np.mean(list(pair.values()))) < 1e-9, (group, r)
    assert (float(r["p"]) < .05) == (group != "d"), (group, r)
    if group == "d": continue
    left = np.array([np.mean([v for p, v in pair.items() if k not in p]) for k in range(4)])
    error = np.sqrt(3 / 4 * np.sum((left - left.mean()) ** 2))
    assert abs(float(r["high"]) - min(1, np.mean(list(pair.values())) + 3.182446305 * error)) < 1e-6, (group, r)
P
check "one run of each has no agreement" refuses 3 "no group has two runs" "$assay" study lab/e0-10.npz --consistency

# Rows in time: two groups of walks, whose rows are not independent.
"$python" - <<'P' || exit 99
import numpy as np
r = np.random.default_rng(4)
v = np.cumsum(r.standard_normal((400, 3)), axis=0)
for g in "ab":
    for s in range(3):
        np.savez(f"walk-{g}{s}.npz", factors=v, codes=v + r.standard_normal(v.shape))
P
check "rows in time" exits 0 "$assay" study walk-*.npz --group 'walk-(.)' --db walk.db --metrics mig,mcc,-dose
check "  are warned of" says "rows stand in an order: v1 "
check "  and have no interval" exits 0 "$assay" table --db walk.db
check "  for their reason" prints "12 scores have no interval and no chance level, since rows that stand in an order"
check "  nor a comparison" sh -c '"$0" compare --db walk.db | tr -s " \n" " " | grep -q "mig C [ab] [^|]*ᵃ .*ᵃ not all are compared: rows stand in an order"' "$assay"
check "put in another order" exits 0 "$assay" study walk-*.npz --group 'walk-(.)' --db shuffled.db --metrics mig,mcc,-dose --shuffle 1
check "  they have both" sh -c '! "$0" table --db shuffled.db | grep -q "no interval"' "$assay"
check "seven scores" exits 0 "$assay" study walk-*.npz --group 'walk-(.)' --db seven.db --shuffle 1 --draws 19 \
    --metrics mig,rmig,sap,mcc,modularity,dcimig,jemmig,xmig,-dose
check "  an output that is undefined of all has a note, and no row" sh -c \
    '"$0" compare --db seven.db | tr -s " \n" " " >one; grep -q "Undefined for all groups: xmig[.].*for reasons such as: " one && ! grep -q "xmig [CME]" one' "$assay"
check "  have a page" exits 0 "$assay" report --db seven.db --out seven
check "  whose paragraph is not written" grep -q "Refused: a paragraph is of six scores at most" seven/index.html
awk 'BEGIN { print "cluster"; for (k = 0; k < 400; k++) print int(k / 40) }' >tens.csv
check "declared clusters stay" exits 0 "$assay" study walk-*.npz --group 'walk-(.)' --db tens.db --metrics mig,mcc,-dose --cluster tens.csv
check "  with intervals" sh -c '! "$0" table --db tens.db | grep -q "no interval"' "$assay"

# Six data sets: a is the best on all, b on none; c lacks one.
"$python" - <<'P' || exit 99
import csv, os, numpy as np
os.mkdir("sets")
r, rows = np.random.default_rng(2), [["path", "group", "seed", "data"]]
for d in range(6):
    v = r.random((150, 3))
    for g, noise in (("a", .1), ("b", .4), ("c", .9)):
        for s in range(2 if (d, g) != (3, "c") else 0):
            np.savez(f"sets/{g}{d}{s}.npz", factors=v, codes=v + noise * r.standard_normal(v.shape))
            rows.append([f"{g}{d}{s}.npz", g, s, f"set{d}"])
csv.writer(open("sets/manifest.csv", "w")).writerows(rows)
P
"$assay" study sets/manifest.csv --metrics mcc,-dose --db sets.db --draws 19 2>err || exit 99
check "over six data sets" exits 0 "$assay" compare --db sets.db
check "  mean ranks; two groups differ from a difference of 1 on" grep -Eq "^mcc +CE +a 1[.]0 [|] b 2[.]0 +1[.]00$" out
check "  who is not on all is named" prints "Left out: c (not on data set set3)."
check "  no mean of scores" same "$(grep -c '0[.][0-9]' out)" 0
check "  each by itself" sh -c '"$0" compare --db sets.db --all | grep -c "^Who is above whom, data set set" | grep -qx 6' "$assay"
for part in "manifest set5 five" "five set4 four" "manifest ^b0 gaps"; do
    set -- $part
    grep -v "$2" "sets/$1.csv" >"sets/$3.csv"
    "$assay" study "sets/$3.csv" --metrics mcc,-dose --db "$3.db" --draws 19 2>err || exit 99
done
check "of five, two groups are too few to be certain" sh -c '"$0" compare --db five.db | grep -Eq "^mcc +CE +a 1[.]0, b 2[.]0$"' "$assay"
check "of gaps, who lacks which" has "No mean ranks .* rank on all: b (not on data set set0), c " compare --db gaps.db
check "of four there is no summary" sh -c '! "$0" compare --db four.db | grep -q "Mean ranks"' "$assay"

done_testing
