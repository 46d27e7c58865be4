#!/bin/sh
# What is made of a store that lacks cells of its plan says at its head how many, in every format that has a place for
# it, and standard error says so for all. Of a complete store nothing says so.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
no_gnuplot

few="--scenarios noise,duplicate --seeds 0:6 --samples 200 --metrics mig,sap,modularity"
"$assay" run quick $few --db whole.db 2>err || cat err
"$assay" run quick $few --db part.db --shard 1/2 2>err || cat err
counts=$("$assay" status --db part.db --format csv | awk -F, 'NR > 1 { w += $3; m += $5 } END { print m, "of the", w }')
said="Incomplete: $counts cells of plan quick are missing."
case $counts in 0* | ' of'*) echo "Bail out! the shard is whole: $counts"; exit 99 ;; esac

digest=$("$assay" status --verify --db whole.db | tail -n 1 | cut -c1-16)
head_has() { head -n 3 out | tr '\n' ' ' | grep -qF -- "$said"; } # in the first lines
for command in "table" "judge" "judge mig" "judge mig calibrated" "judge --published" "agree" \
    "reproduce" "reproduce guard"; do
    check "a head: $command" exits 0 "$assay" $command --db part.db
    check "... says what is missing" head_has
    check "... and so does standard error" says "part.db: $said"
    check "a whole store: $command" exits 0 "$assay" $command --db whole.db
    check "... says nothing of it" sh -c '! grep -q Incomplete out err'
    check "... but which it is" sh -c 'tr "\n" " " <out | grep -qF "$1"' - "180 of 180 cells asked for · digest $digest"
done
for command in table judge agree reproduce; do
    for format in json csv markdown latex html; do
        check "$command as $format, with a word on standard error" notes "$said" $command --format $format --db part.db
        case $format in
        csv) check "... and a table of nothing but records" sh -c '! grep -q Incomplete out' ;;
        latex) check "... as a comment" sh -c 'grep -qF "% $1" out' - "$said"
            check "... and in what is typeset" sh -c 'grep -v "^%" out | grep -qF "$1"' - "$said" ;;
        json) check "... as a value" grep -qF "\"incomplete\": \"$said" out ;;
        *) check "... in the text" prints "$said" ;;
        esac
    done
done
check "what is exported are the scores alone, with a word on standard error" notes "$said" export --db part.db
check "... and every line a record" same "$(cut -d, -f1 out | sort -u | tr '\n' ' ')" "duplicate noise scenario "

check "... a digest of a whole one" notes "whole.db: 180 of 180 cells asked for · digest $digest" export --db whole.db
check "figures" exits 0 "$assay" plot noise sheet-mig-default --db part.db --out figures
check "... say so in what gnuplot draws" grep -qF "missing." figures/noise.gp figures/sheet-mig-default.gp
check "... in their numbers" grep -qF "$said" figures/noise.dat
check "... and in the words of the picture" grep -qF "$said" figures/noise.svg
check "a page" exits 0 "$assay" report --db part.db --out page
check "... before its first section" sh -c 'sed "/<section/q" page/index.html | grep -qF "$1"' - "$said"
check "... and all of its tables" same "$(grep -LF "$said" page/tables/*.md page/tables/*.tex page/tables/*.json)" ""
check "... and figures" same "$(grep -LF "$said" page/figures/*.dat)" ""
check "the page of a whole store" exits 0 "$assay" report --db whole.db --out all
check "... says nothing of it" sh -c '! grep -rqF Incomplete all'
check "... but its digest, and so do its tables and figures" same "$(grep -LF "$digest" all/index.html all/tables/*.md \
    all/tables/*.tex all/tables/*.json all/figures/*.dat)" ""

# What a run asked for stays asked for: a narrower one makes no store complete.
cp part.db narrow.db
"$assay" run quick $few --scenarios noise --metrics mig --seeds 0:1 --db narrow.db 2>err || cat err
check "a narrower run is no remedy" has " of the 180 cells of plan quick are missing[.]" table --db narrow.db
"$assay" run quick $few --seeds 2:8 --db narrow.db 2>err || cat err
check "seeds that overlap are asked for once" same "$("$assay" table --db narrow.db | grep -o "[0-9]* of the 240")" \
    "$("$assay" status --db narrow.db --format csv | awk -F, 'NR > 1 { m += $5; w += $3 } END { print m, "of the", w }')"

# Models that were never scored are missing cells, too, and one is one.
"$assay" generate noise --samples 60 --seed 1 -o a.npz 2>err
"$assay" study a.npz --db own.db --draws 0 --metrics mig >out 2>err
check "a whole study" exits 0 "$assay" table --db own.db
check "... says nothing of it" sh -c '! grep -q Incomplete out err'
cd "$root" || exit 99
done_testing
