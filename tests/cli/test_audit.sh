#!/bin/sh
# assay audit, as a user runs it: a built-in metric, one in Python, one that claims nothing.
. tests/cli/tap.sh
. tests/python/interpreter.sh
root=$PWD
cd "$dir" || exit 99
command -v gnuplot >/dev/null || skip_all "audit" "no gnuplot" gnuplot-nox
few="--scenarios noise,mixing,partial --seeds 0:5"

check "a built-in metric" exits 0 "$assay" audit mig-sup $few --out own --compare mig,sap,modularity
check "the page's name comes last" same "$(tail -n 1 out)" own/index.html
check "and is there" test -s own/index.html
check "the metric is in the table" sh -c 'grep -q "^mig-sup " out'
check "with its known failure: m/8 on partial, 8" sh -c 'grep -qE "^mig-sup( +[^ ]+){7} +✗" out'
check "the nearest are named" prints "nearest of mig,sap,modularity, by Kendall"
check "three of them" sh -c '[ "$(grep "^nearest" out | grep -o "@default" | wc -l)" = 3 ]'
check "its sheet is in the page" grep -q "perfect metric" own/index.html
check "a figure is written, too" test -s own/figures/sheet-mig-sup-default.pdf
check "again: nothing is scored" notes ": 0 computed" audit mig-sup $few --out own --compare mig,sap,modularity
check "a folder without a name" refuses 2 "wants a folder" "$assay" audit mig $few --out ""

# A variant is audited as itself. On these data mig passes calibrated and mig:bins=5 fails it.
first() { # first DIR NAME: the name stands in the title, in a sentence and in the table's first row of the page
    grep -qF "<h1>Audit of $2</h1>" "$1/index.html" && grep -qE "<li><a [^>]*>$2</a> claims C; it fails <a [^>]*>calibrated</a>" \
        "$1/index.html" && sed -n '/^──/{n;p;q}' out | grep -q "^$2 "
}
check "a variant" exits 0 "$assay" audit mig:bins=5 --compare mig,sap --scenarios noise,mixing --seeds 0:5 --out five
check "is first in title, sentences and table" first five mig:bins=5
check "its metric is compared with it" prints "over all representations: mig@default"
check "it fails what it fails" sh -c '"$1" judge mig:bins=5 calibrated --db five/scores.db | grep -q "^verdict    ✗"' - "$assay"
check "in the tables" grep -q "^mig,default:bins=5,mig,calibrated,fail," five/tables/properties.csv
check "and its sheet is drawn" test -s five/figures/sheet-mig-default-bins-5.pdf
check "another variant to compare with is shown too" has "^mig:bins=7 " \
    audit mig:bins=5 --compare mig,mig:bins=7,sap --scenarios noise,mixing --seeds 0:5 --out two
check "a preset" exits 0 "$assay" audit mig@zaidi2020 --compare mig,sap --scenarios noise,mixing --seeds 0:5 --out preset \
    --hunt 30
check "is first" sh -c "sed -n '/^──/{n;p;q}' out | grep -q '^mig@zaidi2020 '"
check "and in the title" grep -qF "<h1>Audit of mig@zaidi2020</h1>" preset/index.html
check "its hunt stands on the page" grep -q 'id="hunt"' preset/index.html
check "next to that of the nearest" same "$(cut -d, -f1,2 preset/tables/hunt.csv | sed 1d | sort -u | tr '\n' ' ')" \
    "mig,default mig,zaidi2020 sap,default "
check "a certificate of it holds" exits 0 "$assay" hunt --check "$(echo preset/hunt/mig-false-alarm-* | cut -d' ' -f1)"

# Many variants are as many everywhere: more than any array that has room for 64, or in the long tests for 256.
many=$((${ASSAY_TEST_SCALE:-1} > 1 ? 290 : 70)) list=mig:bins=2 k=3
while [ $k -lt $((many + 2)) ]; do list=$list,mig:bins=$k k=$((k + 1)); done
no_gnuplot
check "$many variants" exits 0 "$assay" audit "$list" --compare mig --scenarios noise --seeds 0:1 --out many
check "are as many in the title" grep -qF "<h1>Audit of mig:bins=2 and $((many - 1)) more</h1>" many/index.html
check "in the sentences" same "$(grep -cE '<li><a [^>]*>mig[^<]*</a> claims C' many/index.html)" $many
check "in the scores" same "$(cut -d, -f6 many/tables/scores.csv | sort -u | grep -c default)" $many
check "and have a sheet each" same "$(find many/figures -name 'sheet-*.svg' | wc -l)" $many

if [ -n "$python" ]; then
    check "a candidate" exits 0 "$assay" audit "python:$root/examples/metric.py" $few --out gap --compare mig,sap,irs
    check "comes first in the table" sh -c "sed -n '/^──/{n;p;q}' out | grep -q '^gap '"
    check "is nearest to what it is" prints "over all representations: mig@default"
    cp "$root/examples/metric.py" mig.py
    sed -i 's/^def gap(/def mig(/; s/^gap\./mig./; s/"gap"/"mig"/g' mig.py
    check "a candidate with the name of a built-in metric" exits 0 "$assay" audit python:mig.py:mig $few --out copy \
        --compare mig,sap
    check "is not taken for it" sh -c "sed -n '/^──/{n;p;q}' out | grep -q '^candidate-mig ' && grep -q '^mig ' out"
    check "nor in the title" grep -qE "<h1>Audit of candidate-mig@[0-9a-f]+</h1>" copy/index.html
    cat >fails.py <<'P'
def fails(factors, codes):
    if len(codes) > 1000: raise ValueError("too many rows")
    return 0.5
P
    check "one that fails" exits 0 "$assay" audit python:fails.py --scenarios noise --seeds 0:1 --out fails --compare mig
    check "its failures are counted" prints "scores are missing, as the metric failed; candidate-error: ValueError: too many rows"
    printf 'def half(factors, codes):\n    return 0.5\n' >half.py
    check "of one that claims nothing the note says how to claim" notes ":measures=compactness" \
        audit python:half.py --scenarios noise --seeds 0:5 --out half --compare mig
else
    skip "a candidate" "no Python with NumPy" python3-numpy
fi
check "without gnuplot" exits 0 env PATH=/nowhere "$assay" audit mig --compare mig,sap --scenarios noise --seeds 0:5 --out bare
check "it says what draws" says "apt-get install gnuplot-nox"
check "and the page is there" grep -q "Without figures: gnuplot is not installed" bare/index.html
check "no such metric" exits 2 "$assay" audit nothing $few --out none
check "makes no folder" test ! -e none
check "no such plan" refuses 3 "nowhere.yaml" "$assay" audit mig --plan nowhere.yaml --out none2
cd "$root" || exit 99
done_testing
