#!/bin/sh
# The site: made of texts and descriptors alone, no link into it leads nowhere, nothing from elsewhere.
. tests/cli/tap.sh
command -v python3 >/dev/null || { skip "the site" "no python3" python3; done_testing; }
store=
if command -v gnuplot >/dev/null; then
    store=$dir/s.db
    "$assay" run quick --db "$store" --scenarios noise --seeds 0:2 --samples 100 --metrics mig 2>"$dir/err"
fi
check "the site" exits 0 python3 docs/site.py "$assay" "$dir/site" $store
check "says where it is" same "$(tail -n 1 "$dir/out")" "$dir/site/index.html"
for page in index guides metrics scenarios properties c python metrics/mig scenarios/noise properties/calibrated; do
    check "$page" test -s "$dir/site/$page.html"
done
check "a card for each metric" same "$(ls "$dir/site/metrics" | wc -l)" \
    "$("$assay" list metrics --format csv | tail -n +2 | wc -l)"
check "a text's table is one" grep -q "<table>" "$dir/site/guide-glossary.html" "$dir/site/guide-differences.html"
[ -z "$store" ] || check "a card leads to the study" grep -q 'href="../study/index.html#evidence_2fmig"' \
    "$dir/site/metrics/mig.html"
check "nothing is fetched" sh -c '! grep -rqE "(src=.https?:|<link|@import)" "$1"' - "$dir/site"
check "well-formed" python3 -c '
import sys, glob, xml.dom.minidom
for f in glob.glob(sys.argv[1] + "/*.html") + glob.glob(sys.argv[1] + "/metrics/*.html"):
    xml.dom.minidom.parseString(open(f, encoding="utf-8").read().replace("<!DOCTYPE html>", ""))' "$dir/site"
# what is wrong is told
mkdir "$dir/copy" && cp -R README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md LICENSE docs include examples "$dir/copy/"
mkdir "$dir/copy/python" && cp -R python/README.md python/assay "$dir/copy/python/"
echo "[gone](docs/gone.md)" >>"$dir/copy/README.md"
root=$PWD
cd "$dir/copy" || exit 99
check "a dead link" exits 1 python3 docs/site.py "$assay" "$dir/other"
check "is named" grep -q "docs/gone.md" "$dir/err"
cd "$root" || exit 99
done_testing
