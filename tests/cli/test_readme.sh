#!/bin/sh
# The commands of the README that name files of this checkout do what it says, in a copy of it.
. tests/cli/tap.sh
python=
for one in "$ASSAY_PYTHON" python3 /usr/bin/python3; do
    [ -n "$one" ] && [ -z "$python" ] && "$one" -c 'import numpy' 2>/dev/null && python=$one
done
mkdir "$dir/tree" && cp -r README.md include examples "$dir/tree" && cd "$dir/tree" || exit 99
ln -s "$assay" assay
sed -n '/^## You wrote/,$p' README.md | grep -E '^    (\./assay|mkdir)' | sed 's/^    //' >lines
check "ten lines" same "$(wc -l <lines)" 10
while read -r line; do
    want=0
    case $line in *"exit status 1"*) want=1 ;; esac
    case $line in
    *python:*) [ -n "$python" ] || { skip "$line" "no Python with NumPy" python3-numpy; continue; } ;;
    *"judge gap"*) [ -n "$python" ] || { skip "$line" "no Python with NumPy" python3-numpy; continue; } ;;
    esac
    case $line in
    *audit* | *report*) command -v gnuplot >/dev/null || { skip "$line" "no gnuplot" gnuplot-nox; continue; } ;;
    esac
    check "$line" exits $want sh -c "$line"
done <lines
if [ -n "$python" ]; then check "the page of the audit" test -s out/gap/index.html; fi
check "the file for a build server" grep -q "<testsuite" out/gap.xml
# What names files of a reader's own is not run; it is typed as `make` leaves the program, and there is such a command.
check "no command of README is on the PATH" same "$(grep -c '^    assay ' README.md)" 0
sed -n 's/^    \.\/assay \([a-z]*\) .*/\1/p' README.md | sort -u >named
check "README shows commands" test "$(wc -l <named)" -gt 10
for command in $(cat named); do check "$command is one" exits 0 "$assay" help "$command"; done
cd / || exit 99
done_testing
