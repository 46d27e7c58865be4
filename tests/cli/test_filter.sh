#!/bin/sh
# --metrics of commands that show scores: groups, all, presets and what is left out.
. tests/cli/tap.sh
cd "$dir" || exit 99

"$assay" run quick --db q.db --scenarios noise --seeds 0:1 --samples 60 --metrics mig,mig@zaidi2020,rmig,hoyer 2>err
shown() { "$assay" table --db q.db --metrics "$1" | sed -n 's/^\([a-z][-a-z0-9@]*\)  .*[0-9].*/\1/p' | tr '\n' ' '; }

"$assay" run quick --db v.db --scenarios noise --seeds 0:1 --samples 60 --metrics mig,mig:factor-bins=4:bins=5 2>err
check "a variant, however it is written" exits 0 "$assay" table --db v.db --format csv \
    --metrics mig:bins=5:factor-bins=4
check "... alone" same "$(sed 1d out | cut -d, -f5-6 | cut -d: -f1 | sort -u)" "mig,default"
check "... with its options" sh -c '! sed 1d "$1" | grep -v "bins=5"' - out
check "a variant that is not there" refuses 3 "no such scores" "$assay" table --db v.db --metrics mig:bins=6
check "an option that is none" refuses 2 "no option" "$assay" table --db v.db --metrics mig:bin=6
check "an id: every preset" same "$(shown mig)" "mig mig@zaidi2020 "
check "an id with its preset" same "$(shown mig@zaidi2020)" "mig@zaidi2020 "
check "id@*" same "$(shown 'mig@*')" "mig mig@zaidi2020 "
check "a family" same "$(shown family:information)" "mig mig@zaidi2020 rmig "
check "all, one left out" same "$(shown all,-mig)" "rmig hoyer "
check "all, one preset left out" same "$(shown all,-mig@default)" "mig@zaidi2020 rmig hoyer "
check "all with a preset" same "$(shown all@zaidi2020)" "mig@zaidi2020 "
check "what costs little" same "$(shown cost:cheap)" "mig mig@zaidi2020 rmig hoyer "
check "what reads an option" same "$(shown reads:bins)" "mig mig@zaidi2020 rmig "
check "all, what reads an option left out" same "$(shown all,-reads:bins)" "hoyer "
check "a cost that is none" refuses 2 "no cost 'foo'" "$assay" table --db q.db --metrics cost:foo
check "a family that is none" refuses 2 "family" "$assay" table --db q.db --metrics family:none
check "nothing left" refuses 2 "leaves nothing" "$assay" table --db q.db --metrics=-mig
check "nothing left of one entry" same "$(shown family:information,hoyer,-family:information)" "hoyer "
check "nothing left to score" refuses 2 "leaves no metric" "$assay" score --scenario noise --metrics all,-all
check "an export of nothing" refuses 3 "no such scores" "$assay" export --db q.db --scenarios mixing -o none.csv
check "leaves no file" test ! -e none.csv
check "plot takes the same" refuses 2 "family" "$assay" plot --db q.db --metrics family:none
done_testing
