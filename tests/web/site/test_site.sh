#!/bin/sh
# The site of a small store: a page for everything that has a name, numbers of the store, no dead link, read without
# script, without sight and on a phone. The same store gives the same bytes.
. tests/cli/tap.sh
. tests/python/interpreter.sh
[ "$python" ] || { skip "the site" "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy; done_testing; }
no_gnuplot
build() { "$python" -B web/site/build.py "$assay" "$@" >"$dir/out" 2>"$dir/err"; }

# Part of its cells are missing, scores are undefined, a metric is its user's own, and its name would be markup.
store="$dir/a<b>&\"c';\$(x).db"
cat >"$dir/own.py" <<'P'
def score(factors, codes, kinds=None):
    return 0.5
P
cat >"$dir/pairs.yaml" <<'YAML'
name: pairs
title: a few pairs
samples: 200
seeds: 0:1
metrics: [modularity, mig-sup, 'family:control']
scenarios:
  - {bank: {property: modularity, spoil: [mixing], kinds: [continuous, categorical], noise: [none, equal], pair: 0:10}}
YAML
"$assay" run "$dir/pairs.yaml" --db "$store" 2>"$dir/err" || exit 99
(cd "$dir" && "$assay" run quick --scenarios noise,dead-factor --metrics mig,mig@locatello2019,python:own.py:score \
    --seeds 0:2 --samples 60 --shard 1/2 --db "$store" 2>"$dir/err") || exit 99

check "the site of a store" build "$dir/site" --store "$store"
check "its last line is where it is" same "$(cat "$dir/out")" "$dir/site/index.html"
check "nothing is wrong with a page" same "$("$python" tests/web/site/pages.py "$dir/site" 2>&1)" ""
check "it is smaller than 60 MB" test "$(du -sm "$dir/site" | cut -f1)" -lt 60
cd "$dir/site" || exit 99
named() { "$assay" list "$1" --format json | sed -n 's/^ *"id": "\(.*\)",$/\1/p'; }
for kind in metrics scenarios properties papers; do
    check "$kind have pages" same \
        "$(for id in $(named $kind); do [ -s "$kind/$id.html" ] || echo "$id"; done)" ""
done
check "presets have addresses" same "$("$assay" list presets --format csv | tail -n +2 | cut -d, -f1 | tr @ ' ' |
    while read -r m p; do grep -q "<section id=\"$p\">" "metrics/$m.html" || echo "$m@$p"; done)" ""
check "conditions of pairs have pages" test -s questions/modularity-kinds-categorical.html
check "and the answer of all pairs" grep -q "<p>Modularity: " questions/modularity.html
check "a user's own metric has one" grep -q "score@" metrics/score.html
digest=$("$assay" status --verify --db "$store" 2>/dev/null | grep -o 'digest [0-9a-f]*' | head -n 1)
check "every page has the digest" same "$(grep -L "${digest:-none}" -r . --include='*.html')" ""
check "and what is missing" grep -q "Incomplete: .* cells of plan quick are missing" metrics/mig.html
check "the store's name is no markup" grep -q "a&lt;b&gt;&amp;&quot;c" index.html
check "an undefined score has its reason" grep -q "<sup>1</sup> .*constant-factor" scenarios/dead-factor.html
check "numbers are those of table" grep -q "<td>$("$assay" table --scenarios noise --metrics mig --format csv --db "$store" 2>/dev/null |
    "$python" -c 'import csv, sys; print("%.3f" % float(next(csv.DictReader(sys.stdin))["mean"]))')" scenarios/noise.html
check "a verdict has its evidence" grep -q "cuts continuous factors into 10 bins" metrics/mig.html
check "a figure has its command" grep -q "assay plot --sheets --metrics mig@default --format svg --db" metrics/mig.html
check "the definition is a program, too" grep -q "def mutual_information" metrics/mig.html
check "the worst that was found, and how it is found again" grep -q "assay hunt mig --evaluations" metrics/mig.html
check "BibTeX" grep -q "@inproceedings{assay-mig," metrics/mig.html
check "sources are links" grep -q 'href="https://arxiv.org/abs/1802.04942">arXiv:1802.04942</a>' metrics/mig.html
check "so are codes" grep -q 'href="https://github.com/[^"]*[a-z]">github' papers/joshi2026.html
check "no page is over 500 kB" same "$(find . -name '*.html' -size +500k)" ""
check "many published values are a line a score" grep -q ', experiment 1</th><td><a href="../metrics/mcc.html#guard2026">mcc@guard2026</a></td><td>12</td>' papers/joshi2026.html
check "and all of them a file" test "$(wc -l <files/published-joshi2026.csv)" -gt 7000
check "a question finds who passes" grep -q 'without cutting them into bins? .*Fail: .*mig' names.html
check "and no path of this machine" sh -c '! grep -rqF "$1" .' - "$dir"
cd - >/dev/null || exit 99

check "again" build "$dir/again" --store "$store"
check "the same store gives the same bytes" diff -r "$dir/site" "$dir/again"
check "names never leave their folder" "$python" -c '
import sys
sys.path.insert(0, "web/site")
from page import el, slug
names = ["../x", "..", "", "A", "a", ".", "x" * 999, "\0\n\x1b", "\ud800", "é/\\"]
made = [slug(n) for n in names]
assert len(set(made)) == len(names), made
assert all(len(m) < 200 and "/" not in m and "\\" not in m and not m.startswith(".") for m in made), made
assert el("p", "<b>\x1b\u202e&", title="\"") == "<p title=\"&quot;\">&lt;b&gt;\ufffd\ufffd&amp;</p>"'

# What a reader with less would miss is found.
broken() { # broken SED FILE: pages.py finds it
    sed "$1" "$dir/site/$2" >"$dir/again/$2"
    "$python" tests/web/site/pages.py "$dir/again" >"$dir/out" 2>&1
    cp "$dir/site/$2" "$dir/again/$2"
    [ "$(cut -d: -f1 "$dir/out" | sort -u)" = "$2" ]
}
for edit in 's/ lang="en"//' 's/<h2>/<h4>/g; s/<\/h2>/<\/h4>/g' 's/ alt="[^"]*"//' 's/ scope="col"//' 's/ scope="row"//' \
    's/ tabindex="0"//' 's/ id="cite"/ id="main"/' 's/mixing\.html/none.html/' 's/href="#main"/href="#"/'; do
    page=scenarios/noise.html
    [ "$edit" != 's/mixing\.html/none.html/' ] || page=scenarios.html
    check "found: $edit" broken "$edit" $page
done
check "found: a weak colour" broken 's/--soft: #[0-9a-f]*/--soft: #aaaaaa/' style.css

echo '<!doctype html><title>scores</title>' >"$dir/scores.html"
check "a site without a store, with a page that scores" build "$dir/bare" --page "$dir/scores.html"
rm "$dir/bare/browser.html" # not of the site
check "its pages are whole" same "$("$python" tests/web/site/pages.py "$dir/bare" 2>&1 | grep -v "browser.html leads")" ""
check "a store that is not there" refuses 3 "none.db" "$python" -B web/site/build.py "$assay" "$dir/none" --store "$dir/none.db"
check "leaves nothing" test ! -e "$dir/none"
check "without gnuplot its package is named" refuses 4 "gnuplot-nox" env PATH="$dir/mine" "$python" -B web/site/build.py "$assay" \
    "$dir/none" --store "$store"
mkdir "$dir/mine" && check "a folder that is no site stays" refuses 1 "is there and no site" \
    "$python" -B web/site/build.py "$assay" "$dir/mine"
done_testing
