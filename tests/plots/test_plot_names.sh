#!/bin/sh
# assay plot: the list of figures, figures by name, sheets, and what does not go together.
. tests/cli/tap.sh
cd "$dir" || exit 99

"$assay" run quick --db q.db --scenarios noise --seeds 0:2 --samples 60 --metrics mig,mig@zaidi2020 2>err
plot() { "$assay" plot --db q.db --format svg "$@" >out 2>err; }
listed() { "$assay" plot "$@" --list >out 2>err; }
makes() { # makes DIR NAME...: these figures and no others
    made=$1
    shift
    for name in "$@"; do [ -s "$made/$name.svg" ] || { echo "# no $made/$name.svg"; return 1; }; done
    same "$(ls "$made" | grep -c svg)" $#
}

check "the list without a store" listed
check "it names the command for what is missing" grep -q 'thesis-3.3 .*assay run thesis' out
check "the list of a store" listed --db q.db
check "a document's figure that can be drawn" grep -q 'thesis-3.2 .*3\.2$' out
check "a scenario's" grep -q '^noise ' out
check "a sheet" grep -q '^sheet-mig-zaidi2020 ' out
check "missing scores" refuses 3 "assay run thesis" "$assay" plot --db q.db thesis-3.3
check "no such figure" refuses 2 "--list" "$assay" plot --db q.db nose
check "a name with --sheets" refuses 2 "one of" "$assay" plot --db q.db --sheets noise
check "a store that is not there" refuses 3 "none.db" "$assay" plot --db none.db thesis-3.2
check "no such paper" refuses 2 "(neurips, icml, acl, jmlr, thesis)" "$assay" plot --db none.db --paper nips
check "a format, before anything is read" refuses 2 "eps" "$assay" plot --db none.db --format eps
if command -v gnuplot >/dev/null; then
    check "names" plot noise thesis-3.2 sheet-mig-default -o b
    check "their files" makes b noise thesis-3_2 sheet-mig-default
    check "sheets of one preset" plot --sheets --metrics mig@zaidi2020 -o c
    check "their files" makes c sheet-mig-zaidi2020
    check "for a paper" plot noise sheet-mig-default --paper acl -o p
    check "as wide as its text, or a column" same \
        "$(sed -n 's/^W = \([0-9.]*\).*/\1/p' p/*.gp | sort -u | tr '\n' ' ')" "77.0 "
    check "the note is no part of the figure" sh -c \
        'grep -q "<text>.*Mean over" b/noise.svg && ! grep -q "<text>.*Mean over" p/noise.svg'
    check "but its caption" grep -q '^\\caption{Noise replaces the codes[.] Mean over 2 seeds' p/noise.tex
    check "with the figure at its width" grep -qF '\includegraphics[width=77.0mm]{noise.pdf}' p/noise.tex
    check "one column of two" grep -qx '.begin{figure}' p/noise.tex
    "$assay" run quick --db q.db --scenarios noise --seeds 0:2 --samples 60 --metrics mig,irs 2>err
    check "two panels" plot noise --paper icml -o w
    check "two of two" sh -c 'grep -qx ".begin{figure[*]}" w/noise.tex && grep -qx ".end{figure[*]}" w/noise.tex'
    check "for one column" plot noise --paper neurips -o n
    check "no star" grep -qx '.begin{figure}' n/noise.tex
    check "type of 7 points and more" same \
        "$(awk '/^(text|small)_size/ { print $3 }' p/style.gp | tr '\n' ' ')" "8.0 7.0 "
else
    skip "drawing" "no gnuplot" gnuplot-nox
fi
done_testing
