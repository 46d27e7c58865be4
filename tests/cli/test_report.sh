#!/bin/sh
# The report of a small store: complete, one file that stands alone, the same bytes twice, and as a browser sees it.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99

command -v gnuplot >/dev/null || { skip "reports" "no gnuplot" gnuplot-nox; done_testing; }

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
for kind in pdf svg png gp dat; do
    for name in noise mixing agreement; do check "figures/$name.$kind" test -s "a b/r/figures/$name.$kind"; done
done

# ---- the page as text ----
holds() { grep -qF -- "$1" "$page"; }
count() { grep -o -- "$1" "$page" | wc -l; }
check "a row for each score" same "$(count '<tr class="series"')" $scores
check "evidence for each score" same "$(count '<table class="evidence">')" $scores
check "a chart for each claim, of each scenario" same "$(count '<figure class="chart">')" 6
check "small ones on the cards: four variants, two scenarios" same "$(count '<figure class="mini">')" 8
for id in choice reading properties evidence curves agreement reproduction settings; do
    check "a section, and an entry of the contents: $id" \
        sh -c 'grep -q "<h2 id=\"$2\">" "$1" && grep -q "<li><a href=\"#$2\">" "$1"' - "$page" $id
done
check "the first screen says what was run" holds \
    "Plan <code>quick</code>: 2 scenarios, rows 200, seeds 0 to 4, 240 cells"
check "and that it is too small" holds \
    '<p class="banner">Too small for verdicts that last: verdicts at one size rest on at most 200 rows'
check "the plan" holds "name: quick"
check "the version" holds ", computed by assay $("$assay" --version | sed 's/assay //'); "
check "what was run" holds "$(printf '<td class="n">%s</td>' 6 200 "0 to 4" 4 120)"
check "nothing from elsewhere" \
    sh -c '! grep -qE "(src|href)=.(https?:|//|file:)|@import|<link|<img[^>]* src=.(https?:|//|[^d])|url\([^#]" "$1"' \
    - "$page"
check "no path of this machine" sh -c '! grep -qF "$2" "$1"' - "$page" "$dir"
days() { grep -oE "20[0-9][0-9]-[01][0-9]-[0-3][0-9]" "$page" | sort -u | xargs; }
check "the days on which the store was filled" holds "; the store was filled from 2024-02-29 to 2024-03-01. "
check "no other date" same "$(days)" "2024-02-29 2024-03-01"
ids() { grep -oE "[ ]id=(\"[^\"]*\"|'[^']*')" "$page" | tr -d "\"'" | sed 's/ id=//'; }
ids | sort >ids
grep -oE "href=(\"#[^\"]*\"|'#[^']*')" "$page" | tr -d "\"'" | sed 's/href=#//' | sort -u >links
check "ids are unique" same "$(uniq -d <ids)" ""
check "there are links" test "$(wc -l <links)" -gt 50
check "every link leads somewhere" same "$(sort -u ids | comm -13 - links)" ""
files() { grep -oE 'href="(figures|tables)/[^"]*"' "$page" | sed 's/href="//; s/"//'; }
check "to files too" same "$(files | while read -r file; do [ -s "a b/r/$file" ] || echo "$file"; done)" ""
sed 's/<noscript>/\n&/g; s/<.noscript>/\n&\n/g' "$page" | sed '/^<noscript>/,/<.noscript>/d' >begin.html
check "what is closed or far below is kept for later" sh -c '! grep -qE "class=.(evidence|chart|mini).>" "$1"' - \
    begin.html
check "the table, the answers and the headings are not" \
    same "$(grep -o '<tr class="series"\|<h2 id="choice"\|<h2 id="evidence"' begin.html | sort | uniq -c |
        tr -s ' \n' ' ')" \
    " 1 <h2 id=\"choice\" 1 <h2 id=\"evidence\" $scores <tr class=\"series\" "
if command -v python3 >/dev/null; then
    check "well-formed, also as XML" python3 -c '
import sys, xml.dom.minidom
xml.dom.minidom.parseString(open(sys.argv[1], encoding="utf-8").read().replace("<!DOCTYPE html>", ""))' "$page"
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
    const made = () => { // all of it: what is kept for later, too
        if (d.querySelector('noscript')) return setTimeout(made, 20);
        const flat = [...d.querySelectorAll('.plot svg,.picture img')]
            .filter(s => s.getBoundingClientRect().height < 100);
        document.title = 'too wide by ' + (e.scrollWidth - e.clientWidth) + ', flat pictures ' + flat.length;
    };
    made();
};
f.src = 'again/index.html';
</script>
H
    for width in 400 1400; do
        see --dump-dom "file://$dir/frame.html?w=$width" >dom
        check "$width pixels wide: fits, everything opened" \
            same "$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' dom)" "too wide by 0, flat pictures 0"
    done
    # What a reader does with the table, as what is shown then; each starts anew from an address.
    cat >act.html <<'H'
<!DOCTYPE html><title>?</title><body><iframe id="f" style="border:0;width:1400px;height:900px"></iframe><script>
const asked = new URLSearchParams(location.search), acts = {
    nothing: () => 0,
    search: d => {
        const e = d.querySelector('[name=q]');
        e.value = 'dci compact', e.dispatchEvent(new Event('input'));
    },
    filter: d => { const e = d.querySelector('[name=mark]'); e.value = 'fail'; e.dispatchEvent(new Event('change')); },
    point: d => { const s = d.querySelector('.plot svg'); s.scrollIntoView(); const b = s.getBoundingClientRect();
        const at = { clientX: b.left + 0.02 * b.width, clientY: b.top + 0.04 * b.height };
        s.dispatchEvent(new PointerEvent('pointermove', at)); },
    keys: d => { const s = d.querySelector('.plot svg'); s.focus(); ['ArrowRight', 'ArrowRight'].forEach(key =>
        s.dispatchEvent(new KeyboardEvent('keydown', { key: key, bubbles: true }))); },
    back: async d => {
        acts.filter(d);
        document.body.dataset.fewer = [...d.querySelectorAll('tr.series')].filter(r => r.hidden).length;
        f.contentWindow.history.back();
        await new Promise(done => setTimeout(done, 300));
    },
};
f.onload = async function look() {
    const d = f.contentDocument, opened = d.querySelector('tr:target');
    document.body.dataset.opened = document.body.dataset.opened || (opened ? opened.closest('details').open : '');
    if (d.querySelector('noscript')) return setTimeout(look, 20); // until all that is kept for later is there
    await acts[asked.get('act')](d);
    const rows = [...d.querySelectorAll('tr.series')].filter(r => !r.hidden).map(r => r.dataset.n).join(',');
    document.title = rows + ' | ' + decodeURIComponent(f.contentWindow.location.hash) + ' | ' +
        [d.querySelector('.tip').textContent, d.querySelectorAll('.k.lit').length, document.body.dataset.opened,
            document.body.dataset.fewer]
            .join(' | ');
};
f.src = 'again/index.html' + (asked.get('hash') ? '#' + asked.get('hash') : '');
</script>
H
    acts() { see --dump-dom "file://$dir/act.html?act=$1&hash=$2" | sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p'; }
    shown() { acts "$1" "$2" | cut -d'|' -f"$3" | sed 's/^ //; s/ $//'; }
    check "search" same "$(shown search '' 1)" "dci-lasso compactness"
    check "is in the address" same "$(shown search '' 2)" "#show:q=dci compact"
    check "which shows the same again" same "$(shown nothing 'show:q=dci%2520compact' 1)" "dci-lasso compactness"
    check "an address of what is kept for later opens it" same \
        "$(shown nothing v_2fsap_2fdefault_2fsap_2fcalibrated 5)" true
    check "and a score marked in all figures" test "$(shown nothing 'show:pin=sap' 4)" -ge 2
    check "a mark alone" same "$(shown filter '' 2)" "#show:mark=fail"
    check "a value under the pointer" sh -c 'echo "$1" | grep -qE "^[a-z@0-9 -]+, .=0: [0-9.]+ \[[0-9., ]+\]$"' - \
        "$(shown point '' 3)"
    check "its metric in all figures" test "$(shown point '' 4)" -ge 2
    check "the next value by keys" sh -c 'echo "$1" | grep -qE "^[a-z@0-9 -]+, .=0.2: [0-9.]+ \[[0-9., ]+\]$"' - \
        "$(shown keys '' 3)"
    check "a filter hides rows" test "$(shown back '' 6)" -gt 0
    check "and Back shows them" same "$(shown back '' 1 | tr , '\n' | wc -l) $(shown back '' 2)" "$scores "
    see --no-pdf-header-footer --print-to-pdf=short.pdf "file://$dir/again/index.html" >/dev/null
    see --no-pdf-header-footer --print-to-pdf=page.pdf "file://$dir/whole/index.html" >/dev/null
    cat >still.html <<'H'
<!DOCTYPE html><title>?</title>
<body><iframe id="f" sandbox="allow-same-origin" style="border:0;width:1400px;height:900px"></iframe><script>
f.onload = () => {
    const d = f.contentDocument, high = e => e.getBoundingClientRect().height > 20;
    const shown = what => [...d.querySelectorAll(what)].filter(high).length;
    d.querySelectorAll('details').forEach(x => { x.open = true; });
    document.title = ['tools', 'stuck', 'evidence', 'plot svg', 'mini svg'].map(c => shown('.' + c)).join(' ');
};
if (location.search) f.removeAttribute('sandbox'); // what a browser with script shows
f.src = new URLSearchParams(location.search).get('page') || 'again/index.html';
</script>
H
    see --dump-dom "file://$dir/still.html" >dom
    check "without script all is there" same "$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' dom)" \
        "0 0 $scores $(count '<div class="plot">') 8"
    sed "s/<meta charset/<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'none'\"\/>&/" \
        again/index.html >again/forbidden.html
    see --dump-dom "file://$dir/still.html?page=again/forbidden.html" >dom
    check "where scripts are forbidden to the page it says so" grep -q "<title>0 1 0 " dom
    rm again/forbidden.html
    see --dump-dom "file://$dir/still.html?page=again/index.html" >dom
    check "and nowhere else" grep -q "<title>1 0 " dom
    if command -v pdftotext >/dev/null; then
        pdftotext page.pdf page.txt
        pdftotext -layout short.pdf short.txt
        check "a short print has the first screen" grep -q "Which metric to report" short.txt
        check "not what is beyond" sh -c '! grep -q "Settings and versions" short.txt'
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
check "no gnuplot" refuses 4 "gnuplot" env PATH=/nowhere "$assay" report --db q.db --out again
check "what was there stays as it was" diff -r before again
check "no folder is made for nothing" refuses 3 "no such scores" "$assay" report --db empty.db --metrics mig --out new
check "indeed" test ! -e new
check "some scenarios, some metrics" exits 0 "$assay" report --db q.db --scenarios noise --metrics mig --out some
check "are all there is" sh -c '[ $(grep -o "<tr class=\"series\"" some/index.html | wc -l) = 2 ] &&
    ! grep -q "<h3 id=\"curves_2fmixing" some/index.html'
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
