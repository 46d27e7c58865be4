#!/bin/sh
# No sentence of a report is false of a store that it was not written for: stores in which what fixed texts take for
# granted does not hold, and the first screen worked out again from the verdicts.
. tests/cli/tap.sh
root=$PWD
command -v python3 >/dev/null || { skip "what pages say" "no python3" python3; done_testing; }
cd "$dir" || exit 99

# Pages on a profile come without the published results, which take a second. What is drawn is tested elsewhere: in
# the place of gnuplot stands what makes empty pictures, in no time.
no_gnuplot

# The words of a page, a line for each block; numbers and names of plans and thresholds are not sentences.
words() {
    python3 - "$1/index.html" >"$1.txt" <<'P'
import html.parser, sys
blocks = "p li h1 h2 h3 h4 tr figcaption summary div caption dt dd desc title".split()
class Words(html.parser.HTMLParser):
    hidden, text = 0, ""
    def handle_starttag(self, tag, attributes):
        self.hidden += tag in ("style", "script", "pre")
        self.text += "\n" * (tag in blocks)
    def handle_endtag(self, tag):
        self.hidden -= tag in ("style", "script", "pre")
        self.text += "\n" * (tag in blocks)
    def handle_data(self, data):
        if not self.hidden:
            self.text += data.replace("\n", " ")
words = Words()
words.feed(open(sys.argv[1], encoding="utf-8").read())
print("\n".join(line.strip() for line in words.text.split("\n") if line.strip()))
P
}
many='seeds|scores|failures|points|groups|models|figures|pairs|representations|samples|rows|cells|scenarios'
page() { # page NAME: a report of NAME.db, and its words; "1 seeds" is on none
    check "a report: $1" exits 0 "$assay" report --db "$1.db" --out "$1"
    check "is well-formed, also as XML: $1" well_made "$1/index.html"
    words "$1"
    check "one is one: $1" same "$(grep -oE "(^|[^0-9.,])1 ($many)( |,|\.|$)" "$1.txt")" ""
}
holds() { grep -qF -- "$2" "$1.txt"; }
lacks() { ! grep -qF -- "$2" "$1.txt" || { echo "# $(grep -F -- "$2" "$1.txt" | cut -c1-200)"; false; }; }
run() { "$assay" run quick --db "$@" 2>err || cat err; }

run one.db --scenarios noise --seeds 0:1 --samples 60 --metrics mig
page one
check "one seed: nothing of several" lacks one "several seeds, the same"
check "no bars" lacks one "bars: 95 %"
check "one seed is no failure" holds one "Scores decide nothing here: a verdict needs 5 seeds, and there is 1."
check "what fails without scores says why" holds one \
    "What passes or fails does so by the definition of the metric."
check "no score is recommended" holds one "This store recommends no metric."
check "nothing to compare it with" holds one "There are no two scores to compare."
check "so no table of that" lacks one "agreement.csv"

run controls.db --scenarios noise --seeds 0:4 --samples 60 --metrics control-constant,control-noise --profile dsprites
page controls

run all-fail.db --scenarios nonlinear,irrelevant-code --seeds 0:6 --samples 1000 --metrics modularity,mcc,sap
page all-fail
check "where all fail there is no advice" holds all-fail "This store recommends no metric."
check "decided by scores" lacks all-fail "Scores decide nothing here"

run undefined.db --scenarios dead-code --seeds 0:2 --samples 60 --metrics gaussian-tc --profile dsprites
page undefined
check "no score within bounds" holds undefined ": no figure, as no score within bounds is defined here"

cat >broken.py <<'P'
def broken(factors, codes):
    if len(factors) == 60:
        raise ValueError("no")
    return 0.5
broken.outputs = {"broken": "overall"}
P
if python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    run broken.db --scenarios noise --seeds 0:2 --samples 60 --metrics python:broken.py:broken --profile dsprites \
        >/dev/null
    page broken
    check "cells that fail are counted" holds broken \
        "12 cells (in 12 of them a metric failed and gave no score; tables/scores.csv says why)"
else
    skip "a metric whose cells fail" "no NumPy" python3-numpy
fi

run profile.db --scenarios noise --seeds 0:2 --samples 60 --metrics mig --profile dsprites
page profile
check "the command has the profile" grep -q -- "assay run quick.yaml --profile dsprites" profile/index.html
check "no data of the scenarios' own" lacks profile "default_rng"

mkdir -p models/a models/b
for model in a/1 a/2 b/1; do
    "$assay" generate noise --set alpha=0.2 --samples 60 --seed "${model#*/}" -o "models/$model.npz" 2>err
done
"$assay" study models --db own.db --draws 4 --metrics mig,sap >out 2>err
page own
# Nothing but models was scored: the definition alone decides, and the paragraph says so.
check "verdicts on models alone say so" has "No verdict here rests on scores" judge --db own.db
check "and name no rows, seeds or studies" sh -c '! grep -qE "0 rows|0 seeds|of 100" out'
check "what was scored" holds own "3 models in 2 groups, on "
check "too few draws" holds own "too few shuffled codes to compare with chance"
check "models have no plan" grep -q '^<pre tabindex="0">assay study FILES --db scores.db$' own/index.html
for text in "assay run" default_rng "Thresholds" "verdict" "scenario, point"; do
    check "nor: $text" lacks own "$text"
done
"$assay" study models --db bare.db --draws 0 --metrics mig >out 2>err
page bare
check "nothing of draws that were not made" lacks bare "drawn rows"
check "nor of chance" lacks bare "What chance gives"
cp own.db both.db
run both.db --scenarios noise --seeds 0:5 --samples 60 --metrics mig,sap
page both
check "groups are no scenarios" holds both "Plan quick: 1 scenario, rows 60, seeds 0 to 4, 60 cells"

check "no looks where there was one" lacks both "numbers of seeds"
"$assay" run quick --db looked.db --scenarios irrelevant-code --seeds 0:5 --samples 100 --metrics mcc,sap \
    --until-decided \
    --at-most 0:8 --profile dsprites >out 2>err || cat err
page looked
check "how often verdicts were looked at" holds looked "Seeds were added where verdicts asked for more"

# ---- counts of verdicts recommend nothing ----
run many.db --seeds 0:6 --samples 300 --scenarios noise,mixing,nonlinear,duplicate,irrelevant-code,higgins \
    --metrics mig,sap,irs,dci-lasso,mcc,modularity,linearity,control-noise,control-constant
page many
cat >trace.py <<'P'
import csv, re, sys
page, text = (open(sys.argv[1] + end, encoding="utf-8").read() for end in ("/index.html", ".txt"))
for basis in "A mark rests on 300 rows, 6 seeds; * on", "A verdict rests on 300 rows, 6 seeds, unless it says otherwise":
    assert basis in text, basis
family = {row["id"]: row["family"] for row in csv.DictReader(open("metrics.csv"))}
families = [family[name] for name in re.findall('<tr class="series"><th scope="row"><a[^>]*>(.*?)</a>', page)]
assert families == sorted(families, key=families.index) and len(set(families)) == 4, families
for ranked in ("Nearest", "nearest is", "Avoid", "For compactness use", "leave out", "95 of 100 studies. M", "earned",
               "of them free", "claim it."):
    assert ranked not in text, ranked
P
"$assay" list metrics --format csv >metrics.csv
check "families stand together, no verdict is counted, no score ranked" python3 trace.py many
cd "$root" || exit 99

# ---- contrast: letters 4.5 to 1, strips 3 to 1 (WCAG 2.1, 1.4.3 and 1.4.11), light and dark ----
cat >"$dir/contrast.py" <<'P'
import re, sys
css = re.sub(r"/\*.*?\*/", "", open("reports/page/page.css", encoding="utf-8").read(), flags=re.S)
read = lambda block: dict(re.findall(r"--([a-z0-9-]+):([#0-9a-f,]+)", block))
light = read(re.search(r"^:root\{(.*?)\}", css, re.S | re.M).group(1))
dark = dict(light, **read(re.search(r"scheme:dark\)\{.*?:root\{(.*?)\}", css, re.S).group(1)))
assert len(light) > 14 and dark["back"] != light["back"]
def colour(text):
    if text[0] != "#":
        return [int(c) for c in text.split(",")]
    digits = text[1:] if len(text) == 7 else "".join(2 * c for c in text[1:])
    return [int(digits[k:k + 2], 16) for k in (0, 2, 4)]
def luminance(rgb):
    linear = [c / 255 / 12.92 if c / 255 <= .03928 else ((c / 255 + .055) / 1.055) ** 2.4 for c in rgb]
    return .2126 * linear[0] + .7152 * linear[1] + .0722 * linear[2]
def check(name, a, b, least):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    if (high + .05) / (low + .05) < least:
        sys.exit("# %s: %.2f, want %g" % (name, (high + .05) / (low + .05), least))
pairs = "text/back soft/back soft/tint text/tint link/back link/tint pass/pass-back pass/back fail/fail-back fail/back"
pairs += " open/open-back open/back none/back none/tint text/fail-back text/open-back"
for screen, of in (("light", light), ("dark", dark)):
    for pair in pairs.split():
        a, b = pair.split("/")
        check(screen + " " + pair, colour(of[a]), colour(of[b]), 4.5)
    for k in range(2):
        check("%s line %d" % (screen, k), colour(of["c%d" % k]), colour(of["back"]), 3)
P
check "contrast of letters and strips" python3 "$dir/contrast.py"
check "links in a text are underlined" sh -c "! grep -q '^a{[^}]*text-decoration:none' reports/page/page.css"

done_testing
