#!/bin/sh
# Models of known defects (tests/bench/study/models.py), as somebody scores his own: one command, then one for the
# table. What is known of their quality is found again: scores fall with the defect, and what is left of a model that
# knows nothing is chance.
. tests/cli/tap.sh
. tests/python/interpreter.sh
models=$PWD/tests/bench/study/models.py
cd "$dir" || exit 99
needs_numpy "studies of models"
for factors in classes continuous; do
    "$python" "$models" $factors 25 400 $factors
    check "$factors: a study of 25" exits 0 "$assay" study $factors/manifest.csv --db $factors.db \
        --metrics mig,dcimig,minimality
    check "$factors: its table" exits 0 "$assay" table --db $factors.db
    check "$factors: a row for each group" same "$(grep -c ' 5  *0[.]' out)" 5
    check "$factors: every number" exits 0 "$assay" table --db $factors.db --format csv
    tr -d '\r' <out >$factors.csv
    # group,model,...,metric (8),...,score (11),...,p (20),at_chance (21),corrected (22),items,items_undefined,amount (25)
    for kind in noisy entangled collapsed dead; do
        falls=$(awk -F, -v kind=$kind '$1 == kind { n++; if (m[$8] != "" && $11 >= m[$8]) bad++; m[$8] = $11 }
            END { print n, bad + 0 }' $factors.csv)
        check "$factors, $kind: scores fall from model to model" same "$falls" "15 0"
    done
    check "$factors: perfect codes are beyond chance" same \
        "$(awk -F, '$25 == "0.0000" { n++; above += $21 == "no" && $20 == 0.01 }
            END { print n, above }' $factors.csv)" \
        "15 15"
    check "$factors: nothing but noise is within it" same \
        "$(awk -F, '$1 == "noisy" && $25 == "1.0000" { n++; p += $20 > 0.05 }
            END { print n, (p >= 2) }' $factors.csv)" "3 1"
done

# Columns that were meant for those of a design, and a file that stands in a manifest twice.
"$python" -c '
import numpy as np
r = np.random.default_rng(1)
for name in "one", "two":
    v = r.random((60, 2))
    np.savez(name + ".npz", factors=v, codes=v + .1 * r.normal(size=v.shape))' || exit 99
set -- one.npz two.npz
for pair in grp:group file:path Group:group Seed:seed dataset:data clusters:cluster; do
    meant=${pair#*:}
    [ "$meant" = path ] && head=${pair%:*},group || head=path,${pair%:*}
    printf '%s\n%s,a\n%s,b\n' "$head" "$1" "$2" >near.csv
    check "${pair%:*} for $meant" refuses 3 "column '${pair%:*}': is it '$meant'?" "$assay" study near.csv --metrics mig --db near.db
done
printf 'path,group,epoch,date,method\n%s,a,1,x,y\n%s,b,2,x,y\n' "$1" "$2" >far.csv
check "columns of one's own" exits 0 "$assay" study far.csv --metrics mig,-dose --db far.db
# Nobody named metrics: of many models those that a quarter of an hour is enough for, the same in every shard.
awk 'BEGIN { print "path,group,seed"; for (k = 0; k < 4000; k++) printf "m%d.npz,a,%d\n", k, k }' >many.csv
"$python" -c '
import numpy as np
r = np.random.default_rng(1)
v = r.random((1000, 5))
for k in range(3):
    np.savez(f"m{k}.npz", factors=v, codes=v + .1 * r.normal(size=v.shape))' || exit 99
check "of 4,000 models, 3 of which are there" exits 3 "$assay" study many.csv --db many.db --draws 1
grep "^note: .* metrics are left out" err >left
check "  what takes long is left out" sh -c 'grep -Eq "^note: [0-9]+ metrics are left out, which would take [0-9]+ CPU minutes more for 4000 models: " "$1"' - "$dir/err"
check "  the same of a shard" sh -c '[ -s left ] && "$0" study many.csv --db shard.db --draws 1 --shard 2/3 2>&1 |
    grep -Fxqf left' "$assay"
check "  mig is one of them, dci-rf is not" same "$("$assay" export --db many.db | cut -d, -f5 | sort -u | grep -cx 'mig\|dci-rf')" 1
check "of 2 all are scored" exits 0 "$assay" study m0.npz m1.npz --db few.db --draws 0
check "  without a note" sh -c '! grep -q "left out, which" "$1"' - "$dir/err"
printf 'path,group,data\n%s,a,x\n%s,a,y\n%s,b,x\n' "$1" "$1" "$2" >twice.csv
check "a model in two data sets" exits 3 "$assay" study twice.csv --metrics mig,-dose --db twice.db
check "  is said, and stays in the first" says "stands in a manifest twice, in groups a and a; the first is scored"
check "  the rest is scored" same "$("$assay" table --db twice.db --format csv | tail -n +2 | wc -l)" 2
done_testing
