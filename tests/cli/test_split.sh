#!/bin/sh
# A split of one's own: which rows are learnt from and which are scored; and what metrics say that have parts of their own.
. tests/cli/tap.sh
. tests/python/interpreter.sh
needs_numpy "a split"
cd "$dir" || exit 99
"$assay" generate features --samples 2000 -o features.npz 2>/dev/null || exit 99
"$python" - <<'P' || exit 99
import numpy as np
g = np.random.default_rng(3)
n = 300
v = g.integers(0, 3, (n, 2)) + 0.1 * g.random((n, 2))
z = v @ [[1, 0.2], [0.3, 1]] + 0.2 * g.normal(size=(n, 2))
z[200:] += 3 * g.normal(size=(100, 2))  # what is learnt there is another thing
learns = np.arange(n) % 7 < 4
first = np.argsort(~learns, kind="stable")
def write(name, rows):
    with open(name, "w") as f:
        f.write("a,b,part,z1,z2\n")
        for s in rows:
            f.write(",".join([repr(float(x)) for x in v[s]] + ["train" if learns[s] else "test"] + [repr(float(x)) for x in z[s]]) + "\n")
write("t.csv", range(n))
np.save("learns.npy", learns)
np.savetxt("short.csv", learns[:-1], "%d")
np.savetxt("none.csv", 0 * learns, "%d")
np.savetxt("two.csv", learns + 1, "%d")
full = dict(np.load("features.npz"))
for name, split in ("half", np.arange(n) % 2 == 0), ("thirds", np.arange(n) % 3 < 2):
    rows, k = np.argsort(~split, kind="stable"), np.resize(split, 2000)
    np.save(f"{name}.npy", split)
    np.save(f"{name}-features.npy", k)
    np.savez(f"{name}-as-it-is.npz", factors=v, codes=z)
    np.savez(f"{name}-first.npz", factors=v[rows], codes=z[rows])
    np.savez(f"{name}-features-first.npz", **{m: x[np.argsort(~k, kind="stable")] if len(x) == 2000 else x for m, x in full.items()})
x, w = [np.column_stack([z[rows], np.ones(rows.sum())]) for rows in (learns, ~learns)]
found = w @ np.linalg.lstsq(x, v[learns], None)[0]
r2 = 1 - ((v[~learns] - found) ** 2).sum(0) / ((v[~learns] - v[~learns].mean(0)) ** 2).sum(0)
open("r2", "w").write(f"{r2.mean():.9f}\n")
# mcc-weak by the definition, of canonical directions of the rows learnt from
def side(x):
    left, s, right = np.linalg.svd(x[learns] - x[learns].mean(0), full_matrices=False)
    return left, right.T / s
(lv, mv), (lz, mz) = side(v), side(z)
p, _, q = np.linalg.svd(lv.T @ lz)
a, b = v[~learns] @ mv @ p, z[~learns] @ mz @ q.T
c = np.abs(np.corrcoef(a.T, b.T)[:2, 2:])
open("mcc", "w").write(f"{max(np.trace(c), c[0, 1] + c[1, 0]) / 2:.9f}\n")
P
scored() { "$assay" score --data t.csv --factors a,b --codes z1,z2 --format csv "$@" 2>err >out; }
value() { awk -F, -v id="$1@" 'index($1, id) == 1 { printf "%.9f\n", $4; exit }' out; }
check "a split by a column of the table" exits 0 scored --split part --metrics r2-heldout,mcc-weak,snc,mig
check "is learnt from and scored as NumPy does" same "$(value r2-heldout)" "$(cat r2)"
check "by canonical directions, too" same "$(value mcc-weak)" "$(cat mcc)"
cp out column && cp err column.err
check "a file says the same" exits 0 scored --split learns.npy --metrics r2-heldout,mcc-weak,snc,mig
check "in numbers" cmp -s out column
check "a column of a file" exits 0 scored --split t.csv:part --metrics r2-heldout,mcc-weak,snc,mig
check "in words" cmp -s out column
# The rows learnt from first, and a metric that parts them as they stand: the same as by the split. LIST of metrics, and as
# they stand.
as_first() { # NAME TABLE LIST LIST-IN-ORDER
    check "$3 of $1" exits 0 "$assay" score --data "$2.npz" --split "$1.npy" --metrics "$3" --format csv
    "$assay" score --data "$2.npz" --split "$1.npy" --metrics "$3" --format csv 2>/dev/null | cut -d, -f2- >mine
    "$assay" score --data "$1-first.npz" --metrics "$4" --format csv 2>/dev/null | cut -d, -f2- >theirs
    check "$3 is that of its rows" awk -F, 'NR == FNR { a[FNR] = $3; next } ($3 - a[FNR])^2 > 1e-18 { exit 1 }
        END { if (FNR < 2) exit 1 }' mine theirs
}
as_first thirds thirds-as-it-is explicitness,med,dci-gbt:split=first,dci-rfc:split=first explicitness:split=batches,med:order=table,dci-gbt:split=first,dci-rfc:split=first
as_first half half-as-it-is sparse-probe sparse-probe:rows=halves
as_first half-features features scr,tpp,absorption scr:order=table,tpp:order=table,absorption:order=table
scored --metrics rf-acc,rf1-acc && cp out without
scored --metrics rf-acc,rf1-acc --split part
check "forests take it, too" test "$(paste -d= out without | awk -F= 'NR > 1 && $1 == $2' | wc -l)" = 0
scored --shuffle 4 --split part --metrics r2-heldout
check "rows in another order go with their split" same "$(value r2-heldout)" "$(cat r2)"
scored --metrics snc,mig && cp out without
check "snc is not what it is without" test "$(grep '^snc' column)" != "$(grep '^snc' without)"
check "mig parts no rows and is" same "$(grep '^mig' column)" "$(grep '^mig' without)"
scored --metrics dci-rf:trees=3,dci-lasso,mcc-crossfit && cp out without
scored --metrics dci-rf:trees=3,dci-lasso,mcc-crossfit --split part
check "metrics with parts of their own keep them" cmp -s out without
check "nobody is warned" test -z "$(grep 'the split' column.err)"
"$assay" score --data t.csv --factors a,b --codes z1,z2 --split part --metrics mcc-crossfit,explicitness,med,dci-gbt,dci-lasso 2>err >out
check "metrics with parts of their own are named" grep -q 'warning: the split is not that of mcc-crossfit@default, dci-lasso@default:' err
studied() { "$assay" study t.csv --factors a,b --codes z1,z2 --db s.db --metrics r2-heldout,med --draws "$@" 2>err; }
in_store() { "$assay" table --db s.db --format csv | awk -F, -v col="$1" 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $at["metric"] == "r2-heldout" { if (col == "score") printf "%.9f\n", $at[col]; else print at[col] ? $at[col] : "none" }'; }
check "a study takes a column, too" exits 0 studied 6 --split part
check "  for the score" same "$(in_store score)" "$(cat r2)"
check "  and draws rows with their part" test "$(in_store low)" != none
studied 0 --split learns.npy && check "a file says the same there" grep -q ' 0 cells computed .* 3 there before' err
check "  of which the store says the name" same "$(in_store split)" learns.npy
studied 0 --shuffle 4 && studied 0
check "a study without a split or a shuffle has no column of them" same "$(in_store split) $(in_store shuffle)" "none none"
check "a split of another length is a model that is not scored" exits 3 studied 0 --split short.csv
check "  which says why" grep -q 'not scored: --split short.csv: 299 rows' err
check "without words for them a column is codes" refuses 3 "part" "$assay" score --data t.csv --factors a,b --metrics mig
check "with them it is left out" exits 0 "$assay" score --data t.csv --factors a,b --split part --metrics snc
check "another length is refused" refuses 3 "--split short.csv: 299 rows" "$assay" score --data t.csv --factors a,b --codes z1,z2 --split short.csv
check "an empty side" refuses 3 "split: no row is learnt from" "$assay" score --data t.csv --factors a,b --codes z1,z2 --split none.csv
check "other numbers" refuses 3 "neither 1, learnt from, nor 0, scored" "$assay" score --data t.csv --factors a,b --codes z1,z2 --split two.csv
check "other words" refuses 3 "a split has the words train and test" sh -c "sed 's/train/fit/' t.csv >w.csv; exec '$assay' score --data w.csv --factors a,b --split part"
for side in test train; do sed "1!s/test\|train/$side/" t.csv >one.csv; done
check "one word" refuses 3 "a split has the words train and test" "$assay" score --data one.csv --factors a,b --split part
done_testing
