#!/bin/sh
# Of few seeds, undefined scores, one scenario, models alone: every command prints what is true of them with status 0,
# and none of it is a metric's failure or a recommendation.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
no_gnuplot

three="--scenarios noise,mixing,duplicate --samples 200 --metrics mig,sap,modularity,dci-lasso"
"$assay" run quick $three --seeds 0:1 --db one.db 2>err || cat err
"$assay" run quick $three --seeds 0:2 --db two.db 2>err || cat err
"$assay" run quick --scenarios dead-code --seeds 0:6 --samples 60 --metrics xmig --db undefined.db 2>err || cat err
"$assay" run quick --scenarios noise --seeds 0:10 --samples 200 --metrics mig,sap --db noise.db 2>err || cat err
"$assay" generate noise --samples 60 -o a.npz 2>err
"$assay" study a.npz --db models.db --draws 0 --metrics mig,sap >out 2>err || cat err

decided() { # the verdicts on scores, of a store: fail or pass, with seeds
    "$assay" judge --db "$1.db" --format csv 2>>err |
        awk -F, 'NR > 1 && $11 ~ /^[0-9]+$/ && ($5 == "fail" || $5 == "pass")' | wc -l
}
for name in one two undefined noise models; do
    for command in judge "judge --published" reproduce "table" report; do
        set -- --db $name.db
        [ "$command" = report ] && set -- "$@" --out page-$name
        check "$name: $command" exits 0 "$assay" $command "$@"
        if [ "$command" = report ]; then sed 's/<[^>]*>//g' page-$name/index.html >out; fi
        check "... recommends nothing" sh -c \
            '! tr "\n" " " <out | grep -qE "[Nn]earest: |nearest is|we report|We leave out|Avoid |earns a pass"'
        check "... nor speaks of 0 rows or seeds" sh -c '! tr "\n" " " <out | grep -qE "(with|of) 0 (rows|seeds)"'
    done
done
for name in one two models; do
    check "$name: scores decide nothing" same "$(decided $name)" 0
done
sentence() { # sentence NAME TEXT: in the table
    check "$1: judge says why" sh -c '"$1" judge --db $2.db 2>err | tr -s "\n " " " | grep -qF "$3"' - "$assay" "$1" "$2"
}
sentence one "Scores decide nothing here: a verdict needs 5 seeds, and there is 1."
sentence two "Scores decide nothing here: a verdict needs 5 seeds, and there are 2."
sentence models "No verdict here rests on scores: those that the properties ask for were not run."
cd "$root" || exit 99
done_testing
