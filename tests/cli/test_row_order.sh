#!/bin/sh
# Rows in an order: the warning of score and study, --shuffle, and the same rows in another order.
. tests/cli/tap.sh
. tests/python/interpreter.sh
needs_numpy "rows in another order"
cd "$dir" || exit 99
mkdir one two
"$python" -c '
import numpy as np
r = np.random.default_rng(3)
v = np.sort(r.random((300, 2)), axis=0)
z = v + .1 * r.normal(size=v.shape)
p = np.random.default_rng(7).permutation(300)
save = lambda to, rows: np.savez(to, factors=v[rows], codes=z[rows], cluster=rows // 3)
save("one/sorted.npz", np.arange(300)), save("two/shuffled.npz", p)
np.save("cluster.npy", np.arange(300) // 3), np.save("of-shuffled.npy", p // 3)
np.savez("factors.npz", factors=v, codes=z[p])' || exit 99

scored() { "$assay" score --metrics mig,snc@*,r2-heldout@* --format csv "$@" 2>/dev/null; }
check "a warning names who goes by the order" exits 0 "$assay" score --data one/sorted.npz -m mig,snc@*,med@cao2022
check "with what is in order" says "rows stand in an order: v1 changes between the halves, in deviations, by 1.7"
check "presets that learn from the first rows" says "of snc@mahon2023, med@cao2022. If the order means nothing, --shuffle 0"
check "shuffled rows have none" exits 0 "$assay" score --data one/sorted.npz -m mig --shuffle 5
check "they say nothing" sh -c '! grep -q "in an order" err'
check "as NumPy shuffles" same "$(scored --data one/sorted.npz --shuffle 7)" "$(scored --data two/shuffled.npz)"
check "which is another score of what goes by the order" sh -c 'test "$1" != "$2"' - \
    "$(scored --data one/sorted.npz | grep mahon2023)" "$(scored --data two/shuffled.npz | grep mahon2023)"

study() { "$assay" study --metrics mig,snc@mahon2023 --draws 9 "$@" 2>err >out; }
rows() { "$assay" table --db "$1" --format csv | cut -d, -f8-12 | sort -u | grep snc; }
study one --db one.db --shuffle 7 --cluster cluster.npy
study two --db two.db --cluster of-shuffled.npy
check "a study shuffles alike, its clusters too" same "$(rows one.db)" "$(rows two.db)"
check "and says so of each model" sh -c '"$1" table --db one.db --format csv | head -1 | grep -q shuffle' - "$assay"
study one two --db both.db
check "the same rows in another order" grep -q "2 files hold the same rows in another order, .*sorted.npz and .*shuffled.npz" err
check "they are warned of" grep -q "rows stand in an order: v1" err
cp one/sorted.npz two/
study two --db of-two.db
models() { "$assay" table --db "$1" | awk '$1 == "two" { print $2; exit }'; }
check "count once in a group" same "$(models of-two.db)" 1
cp factors.npz two/other.npz
study two --db of-three.db
check "codes in another order than factors are another model" \
    same "$(models of-three.db)" 2
check "a seed is a whole number" refuses 2 "--shuffle 1.5: a whole number" \
    "$assay" score --factors factors.npz:factors --shuffle 1.5
done_testing
