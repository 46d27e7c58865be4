#!/bin/sh
# The page, its tables, and `audit` recommend by pairs of known order, with the numbers of `advise`;
# without all pairs none of them ranks.
. tests/cli/tap.sh
cd "$dir" || exit 99
no_gnuplot
small_bank "dcimig, modularity, mig-sup, 'family:control'" >small.yaml
"$assay" run small.yaml --db bank.db >/dev/null 2>err || exit 99
"$assay" advise --db bank.db --format json >advice.json || exit 99

# What the page shows of each strip, against the JSON; prints what differs.
cat >compare.py <<'P'
import json, re, sys
page = open(sys.argv[1] + "/index.html").read()
part = lambda name: "".join(re.findall('<table class="%s".*?</table>' % name, page, re.S))
best, page = part("strips"), part("strips full")
half = float(re.search("--half:([.\\d]+)%", page).group(1))
outputs = json.load(open("advice.json"))["properties"][0]["outputs"]
rows_of = lambda part: re.findall(r'<tr(?: class="(\w+)")?[^>]*><th scope="row">(.*?)</tr>', part, re.S)
rows = rows_of(page)
if not rows_of(best) or any(not any(r.startswith(row) for _, r in rows) for _, row in rows_of(best)):
    print("the best are not among all")
if len(rows) != len(outputs):
    print(len(rows), "strips of", len(outputs))
known = {o["metric"] + ("" if o["output"] == o["metric"] else " " + o["output"]): o for o in outputs}
for kind, row in rows:
    name = re.sub("<.*", "", re.sub("^<a[^>]*>", "", row))
    o = known.pop(name) # each once
    number = lambda key: "%.2f" % o[key]
    got = re.search(r'<td class="n">([.\d]+)(?: <small>([.\d]+) to ([.\d]+)</small>)?</td>', row).groups()
    ends = (None, None) if o["low"] is None else (number("low"), number("high"))
    if name.split()[0] != o["metric"] or got != (number("concordance"), *ends):
        print(name, got, o["metric"], number("concordance"))
    if (">leads<" in row) != o["leading"] or (kind == "control") != o["control"]:
        print(name, kind, row[:200])
    dot = float(re.search(r'class="dot" style="left:([.\d]+)%', row).group(1))
    if abs((dot - half) / (100 - half) * 0.5 + 0.5 - o["concordance"]) > 0.005:
        print(name, "is drawn at", dot)
P
check "a store of pairs alone has a page" exits 0 "$assay" report --db bank.db --out page
check "whose strips are the numbers of advise" same "$(python3 compare.py page 2>&1)" ""
full() { sed -n '/<table class="strips full"/,/<.table>/p' "$1/index.html"; }
check "something leads" same "$(full page | grep -c '>leads<')" "$(grep -c '"leading": true' advice.json)"
check "and the sentence names it" grep -q "<p>Modularity: mig-sup .*and modularity" page/index.html
check "a paragraph can be pasted" grep -q "<blockquote class=.text.>.*For modularity we report mig-sup (Li" page/index.html
check "with its pairs, rows and seeds" grep -q "(50 pairs of 5 banks, 300 rows)" page/index.html
check "pairs are not drawn one by one" sh -c '! grep -q "curves/bank" page/index.html && ! [ -e page/figures ]'
check "the JSON is that of advise" cmp advice.json page/tables/strips.json
check "the other tables are there" sh -c 'cd page/tables && test -s strips.md && test -s strips.tex && test -s strips.csv'
check "with the same numbers" same "$(python3 -c '
import csv, json
want = json.load(open("advice.json"))["properties"][0]["outputs"]
rows = list(csv.DictReader(open("page/tables/strips.csv")))
print([r["metric"] for r, o in zip(rows, want) if float(r["concordance"]) != o["concordance"]], len(rows) - len(want))')" \
    "[] 0"
check "no control leads" sh -c '! grep "<tr class=\"control\"" page/index.html | grep -q ">leads<"'

# ---- filters, in a browser: the numbers of advise on the same pairs ----
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
see() {
    timeout 100 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$dir/profile" \
        --virtual-time-budget=3000 --dump-dom "$1" 2>seen.err
}
if [ "$browser" ] && see about:blank >/dev/null; then
    sed 's|</body>|<script>addEventListener("load", () => { const s = document.querySelector(".like select");\
        s.value = "continuous"; s.dispatchEvent(new Event("change")); });</script>&|' page/index.html >filtered.html
    see "file://$dir/filtered.html" >dom
    "$assay" advise --kinds continuous --db bank.db --format json >like.json || exit 99
    check "a filter shows the numbers of the pairs that are left" same "$(python3 -c '
import json, re
dom = "".join(re.findall("<table class=\"strips full\".*?</table>", open("dom").read(), re.S))
got = {re.sub(r"<[^>]*>| *claims.*", "", n).strip(): v for n, v in
       re.findall(r"<th scope=\"row\">(.*?)</th>.*?<td class=\"n\">(.*?)</td>", dom, re.S)}
for o in json.load(open("like.json"))["properties"][0]["outputs"]:
    want = "%.2f" % o["concordance"]
    if want not in got.values(): print(o["metric"], want)' 2>&1)" ""
    check "and says which command says what leads" grep -q "30 pairs for modularity.*assay advise --kinds continuous" dom
else
    skip "filters of the strips" "no chromium that starts" chromium
fi

for command in table judge agree; do
    check "$command does not read pairs one by one" sh -c '! "$1" "$2" --db bank.db >out 2>err' - "$assay" $command
    check "$command says so, and what does" says "pairs of known order are left out here"
done
"$assay" run quick --scenarios noise --metrics mig --seeds 0:5 --samples 100 --db none.db >/dev/null 2>err || exit 99
cp bank.db both.db
"$assay" run quick --scenarios noise --metrics mig --seeds 0:5 --samples 100 --db both.db >/dev/null 2>err || exit 99
"$assay" table --db none.db --format csv >none.csv 2>err
"$assay" table --db both.db --format csv >both.csv 2>err
check "other scores are as without pairs" cmp none.csv both.csv

"$assay" run quick --scenarios noise --metrics mig-sup,dcimig --seeds 0:5 --samples 100 --db both.db >/dev/null 2>err || exit 99
check "an audit" exits 0 "$assay" audit mig-sup --plan small.yaml --compare dcimig --db both.db --out audit
cp out audited
check "begins with where the metric stands" grep -qE "<p>mig-sup orders [0-9]+ of 100 pairs rightly .* Of 2 other outputs, [012]" \
    audit/index.html
check "on a well-formed page" well_made audit/index.html
advised=$(python3 -c 'import json
print(*["%.2f (%.2f to %.2f)" % (o["concordance"], o["low"], o["high"])
    for o in json.load(open("advice.json"))["properties"][0]["outputs"] if o["metric"] == "mig-sup"])')
check "says what was found" grep -q "^modularity: mig-sup has $advised of [0-9]* pairs in their true order; the highest" audited
check "and marks its strip" sh -c 'grep "<tr class=\"own\"" audit/index.html | grep -q ">mig-sup<"'

check "a store without pairs has a page" exits 0 "$assay" report --db none.db --out none
check "which says what scores them" grep -q "recommends no metric.*<code>assay run bank --db scores.db</code>" none/index.html
check "and ranks nothing" sh -c '! grep -q "class=\"strips\"" none/index.html && ! [ -e none/tables/strips.csv ]'

"$assay" run small.yaml --shard 1/2 --db half.db >/dev/null 2>err || exit 99
check "half of the pairs recommend nothing" exits 3 "$assay" advise --db half.db
check "as advise says" says "part of the pairs ranks no metric"
"$assay" run quick --scenarios noise --metrics mig --seeds 0:5 --samples 100 --db half.db >/dev/null 2>err || exit 99
check "a page of it" exits 0 "$assay" report --db half.db --out half
check "ranks nothing" sh -c '! grep -q "class=\"strips\"" half/index.html'
check "but says why" grep -q "part of the pairs ranks no metric" half/index.html

sed 's/pair: 0:2}}/pair: 0:1}}/; s/^metrics:.*/metrics: infom/; s/small/fewer/' small.yaml >fewer.yaml
cp bank.db more.db
"$assay" run fewer.yaml --db more.db >/dev/null 2>err || exit 99
check "a metric that has fewer pairs than others" exits 0 "$assay" advise --db more.db --format csv
check "is compared with none" exits 0 "$assay" report --db more.db --out more
check "and said to have fewer" sh -c 'grep -q ">infom<small> not all pairs</small>" more/index.html'

if python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    printf 'def half(factors, codes):\n    return 0.5\nhalf.outputs = {"half": "overall"}\n' >half.py
    "$assay" run small.yaml --metrics python:half.py:half --db bank.db >/dev/null 2>err || exit 99
    "$assay" advise --db bank.db --format json >advice.json || exit 99
    check "a constant from outside" exits 0 "$assay" report --db bank.db --out candidate
    check "is on the page with its numbers" same "$(python3 compare.py candidate 2>&1)" ""
    check "and never leads" sh -c '! grep -o "scope=\"row\">half[^/]*" candidate/index.html | grep -q leads'
    check "with one half" same "$(full candidate | grep -o 'scope="row">half<.*' | wc -l)" 1
else
    skip "a candidate's strip" "no NumPy" python3-numpy
fi
done_testing
