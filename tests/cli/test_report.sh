#!/bin/sh
# The report of a small store: complete, one file that stands alone, the same bytes twice, and as a browser sees it.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99

command -v gnuplot >/dev/null || skip_all "reports" "no gnuplot" gnuplot-nox

for day in 1709251199:0:3 1709251200:0:5; do # the last second of a day, and the first of the next
    SOURCE_DATE_EPOCH=${day%%:*} "$assay" run quick --db q.db --scenarios noise,mixing --samples 200 \
        --seeds "${day#*:}" --metrics mig,mig@zaidi2020,sap,dci-lasso 2>err
done
scores=6 # mig twice, sap, three of dci-lasso
check "a report" exits 0 "$assay" report --db q.db --out "a b/r"
check "the last line says where" same "$(tail -n 1 out)" "a b/r/index.html"
page="a b/r/index.html"
check "nothing else is left there" same "$(ls -A "a b/r" | tr '\n' ' ')" "figures index.html tables "
check "again, elsewhere, in another language" exits 0 env LC_ALL=C TZ=Asia/Kolkata "$assay" report --db q.db --out again
check "which gnuplot does not mind" sh -c '! grep gnuplot err'
check "the same bytes" diff -r "a b/r" again
check "over the old one" exits 0 "$assay" report --db q.db --out again --title "T & <T>"
check "with another heading" grep -q '<h1>T &amp; &lt;T&gt;</h1>' again/index.html
check "the same for paper, whole" exits 0 "$assay" report --db q.db --out whole --full
check "alone" sh -c 'diff -r -x index.html "$1" "$2"' - "a b/r" again

for name in scores properties thresholds reproduction agreement; do
    for kind in md tex csv json; do check "tables/$name.$kind" test -s "a b/r/tables/$name.$kind"; done
done
for name in comparisons.csv comparisons.json items.csv items.json verdicts.json; do
    check "tables/$name" test -s "a b/r/tables/$name"
done
for kind in pdf svg gp dat; do
    for name in noise mixing agreement; do check "figures/$name.$kind" test -s "a b/r/figures/$name.$kind"; done
done

# ---- the page as text ----
holds() { grep -qF -- "$1" "$page"; }
count() { grep -o -- "$1" "$page" | wc -l; }
check "a row for each score" same "$(count '<tr class="series"')" $scores
check "evidence for each score" same "$(count '<ul class="found">')" $scores
check "a card for each metric" same "$(count '<details id="[^"]*" class="card"')" 3
for id in choice evidence mine properties curves reproduction agreement settings; do
    check "a section, and an entry of the contents: $id" \
        sh -c 'grep -q "<h2 id=\"$2\">" "$1" && grep -q "<a href=\"#$2\">" "$1"' - "$page" $id
done
check "the first screen says what was run" holds \
    "Plan <code>quick</code>: 2 scenarios, rows 200, seeds 0 to 4, 240 cells"
check "and that it is too small" holds \
    '<p class="banner">Too small for verdicts that last: verdicts at one size rest on at most 200 rows'
check "the plan" holds "name: quick"
check "the version" holds ", computed by assay $("$assay" --version | sed 's/assay //'); "
check "what was run" holds "$(printf '<td class="n">%s</td>' 6 200 "0 to 4" 4 120)"
check "nothing from elsewhere" \
    sh -c '! grep -qE " (src|href)=.(https?:|//|file:)|@import|<link|<img|url\([^#]" "$1"' - "$page"
check "no path of this machine" sh -c '! grep -qF "$2" "$1"' - "$page" "$dir"
days() { grep -oE "20[0-9][0-9]-[01][0-9]-[0-3][0-9]" "$page" | sort -u | xargs; }
check "the days on which the store was filled" holds "; the store was filled from 2024-02-29 to 2024-03-01. "
check "no other date" same "$(days)" "2024-02-29 2024-03-01"
files() { grep -oE 'href="(figures|tables)/[^"]*"' "$page" | sed 's/href="//; s/"//'; }
check "to files too" same "$(files | while read -r file; do [ -s "a b/r/$file" ] || echo "$file"; done)" ""
check "the figures of each scenario" same "$(files | grep -cE '^figures/(noise|mixing)[.](pdf|svg|gp|dat)$')" 8
check "a figure by itself" exits 0 "$assay" plot --db q.db --scenarios mixing --format svg --out alone
plain() { sed "s/<desc>.*<.desc>//" "$1"; }
plain alone/mixing.svg >one && plain "a b/r/figures/mixing.svg" >other
check "is the one that is drawn after others" cmp one other
check "without gnuplot there is a page" exits 0 env PATH=/nowhere "$assay" report --db q.db --out bare
check "a warning says what draws" says "apt-get install gnuplot-nox"
check "and so does the page" grep -q '<p class="banner">Without figures: gnuplot is not installed' bare/index.html
check "which has no link to a figure" sh -c '! grep -q "href=.figures/" bare/index.html && ! [ -e bare/figures ]'
check "and the same tables" diff -r "a b/r/tables" bare/tables
if command -v python3 >/dev/null; then
    check "well-formed, also as XML" well_made "$page"
    # What a reader has without script: bytes, stops of the keyboard outside of what is closed, pictures in words, and
    # every verdict that scores decide or leave open as a sentence.
    cat >bounds.py <<'P'
import json, sys, xml.dom.minidom
text = open(sys.argv[1] + "/index.html", encoding="utf-8").read()
for of in "<!DOCTYPE html>", "<code>", "</code>":
    text = text.replace(of, "")
page, stops, pictures = xml.dom.minidom.parseString(text), 0, []
def walk(node, closed):
    global stops
    for child in node.childNodes:
        if child.nodeType != child.ELEMENT_NODE:
            continue
        name, opens = child.tagName, child.tagName == "summary" and closed == 1
        stops += (not closed or opens) and (name in ("button", "summary", "input", "select") or
            name == "a" and child.hasAttribute("href") or child.getAttribute("tabindex") == "0")
        if name == "svg":
            pictures.append([t.tagName for t in child.childNodes if t.nodeType == t.ELEMENT_NODE][:2])
        walk(child, closed + (name == "details" and not child.hasAttribute("open")))
def words(node):
    return node.data if node.nodeType == node.TEXT_NODE else "".join(map(words, node.childNodes))
walk(page, 0)
said = words(page.documentElement)
lost = [v["evidence"]["text"] for v in json.load(open(sys.argv[1] + "/tables/verdicts.json"))["verdicts"]
        if v["verdict"] not in ("not-run", "not-claimed") and v["evidence"]["text"].replace("`", "") not in said]
print(len(text.encode()) < 110000, 20 < stops < 45, len(pictures), all(p == ["title", "desc"] for p in pictures), lost)
P
    check "small, few stops, pictures in words, no verdict lost" same "$(python3 bounds.py "a b/r")" "True True 1 True []"
    check "without gnuplot, too" same "$(python3 bounds.py bare)" "True True 0 True []"
else
    skip "well-formed, also as XML" "no python3" python3
fi

# ---- the page in a browser ----
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
see() {
    timeout 100 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$dir/profile" \
        --virtual-time-budget=5000 \
        --allow-file-access-from-files "$@" 2>seen.err
}
if [ "$browser" ] && see --dump-dom about:blank >/dev/null; then
    see --enable-logging=stderr --v=0 --dump-dom "file://$dir/again/index.html" >dom
    check "no error in the browser" sh -c '! grep CONSOLE "$1"' - seen.err
    check "all rows are there" same "$(grep -o '<tr class="series"' dom | wc -l)" $scores
    see --window-size=400,800 --screenshot=phone.png "file://$dir/again/index.html" >/dev/null
    check "a picture of it" test -s phone.png
    cat >frame.html <<'H'
<!DOCTYPE html><title>?</title><body><iframe id="f" style="border:0;height:800px"></iframe><script>
const width = new URLSearchParams(location.search).get('w');
f.style.width = width + 'px';
f.onload = () => {
    const d = f.contentDocument, e = d.documentElement;
    d.querySelectorAll('details').forEach(x => { x.open = true; });
    const flat = [...d.querySelectorAll('.picture svg')].filter(s => s.getBoundingClientRect().height < 100);
    document.title = 'too wide by ' + (e.scrollWidth - e.clientWidth) + ', flat pictures ' + flat.length;
};
f.src = 'again/index.html';
</script>
H
    for width in 400 1400; do
        see --dump-dom "file://$dir/frame.html?w=$width" >dom
        check "$width pixels wide: fits, everything opened" \
            same "$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' dom)" "too wide by 0, flat pictures 0"
    done
    # What a reader does to find a card, as which card is open and in sight then.
    cat >act.html <<'H'
<!DOCTYPE html><title>?</title><body><iframe id="f" style="border:0;width:1400px;height:900px"></iframe><script>
const asked = new URLSearchParams(location.search);
f.onload = async () => {
    const d = f.contentDocument, find = d.querySelector('input[list]');
    find.value = asked.get('type');
    if (find.value) find.dispatchEvent(new Event('input'));
    await new Promise(done => setTimeout(done, 300));
    const seen = [...d.querySelectorAll('details.card')].filter(c => c.open && c.closest('#cards').open &&
        c.getBoundingClientRect().top < 900);
    document.title = seen.map(c => c.dataset.metric) + ' of ' + d.querySelectorAll('#names option').length;
};
f.src = 'again/index.html#' + asked.get('hash');
</script>
H
    opened() { see --dump-dom "file://$dir/act.html?type=$1&hash=$2" | sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p'; }
    check "no card is open" same "$(opened '' '')" " of 3"
    check "the name of a metric opens its card" same "$(opened sap '')" "sap of 3"
    check "an address of a verdict opens its card" same "$(opened '' sap.default.sap.calibrated)" "sap of 3"
    see --no-pdf-header-footer --print-to-pdf=short.pdf "file://$dir/again/index.html" >/dev/null
    see --no-pdf-header-footer --print-to-pdf=page.pdf "file://$dir/whole/index.html" >/dev/null
    if command -v pdftotext >/dev/null; then
        pdftotext page.pdf page.txt
        pdftotext -layout short.pdf short.txt
        check "a short print has the first screen" grep -q "Which metric for what" short.txt
        check "not what is beyond" sh -c '! grep -q "How this was made" short.txt'
        check "what is closed on the screen is on paper" grep -q "dci-lasso explicitness" page.txt
    else
        skip "what is closed on the screen is on paper" "no pdftotext" poppler-utils
    fi
else
    skip "the page in a browser" "no chromium that starts" chromium
fi
cd "$dir" || exit 99

# ---- refusals ----
cp -R again before
"$assay" run quick --db empty.db --scenarios noise --seeds 0:1 --samples 60 --metrics hoyer 2>err
check "no such scores" refuses 3 "no such scores" "$assay" report --db empty.db --metrics mig --out again
check "no such store" refuses 3 "none.db" "$assay" report --db none.db --out again
check "a file where the folder should be" sh -c 'echo x >file'
check "is refused" refuses 4 "file" "$assay" report --db q.db --out file
check "what was there stays as it was" diff -r before again
check "no folder is made for nothing" refuses 3 "no such scores" "$assay" report --db empty.db --metrics mig --out new
check "indeed" test ! -e new
check "some scenarios, some metrics" exits 0 "$assay" report --db q.db --scenarios noise --metrics mig --out some
check "are all there is" sh -c '[ $(grep -o "<tr class=\"series\"" some/index.html | wc -l) = 2 ] &&
    ! grep -q "<code>mixing</code>" some/index.html'
check "also of what was run" sh -c '! grep -q "<th scope=\"row\">mixing" some/index.html'
check "and the command that makes it says so" grep -q -- "--scenarios noise --metrics mig" some/index.html
# ---- days that are not known, of all cells or of some ----
exits 0 "$assay" run quick --db old.db --scenarios noise --seeds 0:1 --samples 100 --metrics mig
python3 "$root/tests/digest.py" old.db "UPDATE day SET day = ''" >/dev/null
check "a store in which the day is not known" exits 0 "$assay" report --db old.db --out old
check "names no days" sh -c '! grep -qE "store was filled" old/index.html'
"$assay" run quick --db old.db --scenarios noise --seeds 0:2 --samples 200 --metrics mig 2>err
exits 0 "$assay" report --db old.db --out old
check "nor that of some of its cells" sh -c '! grep -qE "store was filled" old/index.html'
cd "$root" || exit 99
done_testing
