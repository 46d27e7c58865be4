#!/bin/sh
# The commands of README.md and docs/first-hour.md do what these say, in a copy of the checkout, and what they quote is
# printed. Here the audit takes one scenario and two seeds, and the bank one metric and 200 rows.
. tests/cli/tap.sh
. tests/python/interpreter.sh
mkdir "$dir/tree" && cp -r README.md docs include examples "$dir/tree" && cd "$dir/tree" || exit 99
ln -s "$assay" assay
sed -n 's/^    \(\.\/assay .*\|mkdir .*\|for .*\)/\1/p' README.md docs/first-hour.md |
    sed '/ audit /s/$/ --scenarios noise --seeds 0:2 --compare mig/; /run bank/s/mig,[^ ]*/mig --samples 200/; s/\(table --db out.study.db\)$/\1 >study.txt/' >lines
check "README and first-hour.md show 24 commands" same "$(wc -l <lines)" 24
while read -r line; do
    want=0
    case $line in *"exit status 1"*) want=1 ;; esac
    case $line in *python:* | *"judge gap"*) [ -n "$python" ] || { skip "$line" "no Python with NumPy" python3-numpy; continue; } ;; esac
    case $line in *" plot "* | *" report "* | *audit* | *"judge gap"*)
        command -v gnuplot >/dev/null || { skip "$line" "no gnuplot" gnuplot-nox; continue; } ;;
    esac
    check "$line" exits $want sh -c "$line"
done <lines
[ -z "$python" ] || ! command -v gnuplot >/dev/null || check "audit writes a page" test -s out/gap/index.html
check "validate writes a file for a build server" grep -q "<testsuite" out/gap.xml
# What is quoted is what is printed.
sh -c "$(grep 'cut -d' lines)" | tr -s ' -' | sed 1,2d >printed
sed -n '/^| mig /,/^| mcc /s/ |$//p' README.md | tr -s ' -' >quoted
check "README quotes the property table" same "$(cat quoted)" "$(sed 's/ $//' printed)"
for words in "modularity:0.859" "mcc:0.707" "mig:0.002"; do
    check "README quotes mixing, $words" sh -c \
        './assay table --db out/first.db --scenarios mixing | grep -q "^$1 .* $2$" && grep -q "$1. [a-z ]*$2" README.md' \
        - "${words%:*}" "${words#*:}"
done
if [ -n "$python" ]; then
    ./assay validate python:examples/metric.py --against mig@zaidi2020 >caused 2>&1
    check "what cuts factors as the definition does has no limit" \
        sh -c '! ./assay validate python:examples/metric.py --against mig 2>&1 | grep "A limit"'
    check "first-hour.md quotes the cause" same "$(sed -n 's/^    \(Your values equal .*\)/\1/p' docs/first-hour.md)" \
        "$(sed -n '1s/ --against$//p' caused)"
fi
check "first-hour.md quotes the table of groups" same "$(sed -n '/^    Group /,/^    noise /s/^    //p' docs/first-hour.md)" \
    "$(sed -n '/mig/,/^noise /{/──/d;p;}' study.txt | head -3)"
cd / || exit 99
done_testing
