#!/bin/sh
# The lines of docs/sparse.md, run as they stand: from a dictionary with a bias and labels of any type to a sentence.
. tests/cli/tap.sh
. tests/python/interpreter.sh
needs_numpy "from a checkpoint to a sentence"

awk '/^    import numpy/ { on = 1 } on && !/^    / && NF { exit } on { print substr($0, 5) }' docs/sparse.md >"$dir/export.py"
check "the page has lines that export" grep -q 'bias=' "$dir/export.py"
cat >"$dir/make.py" <<'P'
"""make.py TYPE SEED: a dictionary that gives back its inputs, of concepts that occur together, by the page's lines."""
import sys
import numpy as np
kind, rng = sys.argv[1], np.random.default_rng(int(sys.argv[2]))
n, dims = 1200, 24
parent = rng.random((n, 4)) < 0.4
child = (rng.random((n, 8)) < 0.5) & np.repeat(parent, 2, axis=1)
both = np.column_stack([parent, child])
W = np.linalg.qr(rng.normal(size=(dims, dims)))[0][:12]
codes = both * (1 + 0.2 * rng.random(both.shape))
b = 40 * rng.normal(size=dims)
x, labels = codes @ W + b, both.astype(kind)


class sae:
    W_dec, b_dec = W, b
    encode = staticmethod(lambda x: (x - b) @ W.T)


exec(open("export.py").read())
P
cd "$dir" || exit 1
for kind in uint8 bool int64 float64; do
    check "exported with labels of $kind" exits 0 "$python" make.py "$kind" 1
    "$assay" score --data sae.npz --metrics family:dictionary,mcc,linearity,r2-heldout --format csv 2>err | tr -d '\r' >"$kind.csv"
    check "  nothing is missing, says assay" same "$(grep -c 'give ' err)" 0
    check "  as with other labels" cmp -s "$kind.csv" uint8.csv
done
value() { sed -n "s/^[^,]*,$1,[^,]*,\([^,]*\),.*/\1/p" uint8.csv; }
one() { awk 'BEGIN { exit !(ARGV[1] > 1 - ARGV[2] && ARGV[1] < 1 + ARGV[2]) }' "$1" "$2"; }
for output in uniqueness explained-variance shrinkage; do
    check "an ideal dictionary has $output 1" one "$(value "$output")" 1e-6
done
check "directions of least squares are those of the dictionary" one "$(value mcc-directions)" .001
check "and no absorption" same "$(value absorption-gap)" 0
mkdir lab
for seed in 1 2 3; do "$python" make.py bool "$seed" && mv sae.npz "lab/topk-$seed.npz"; done
"$python" - <<'P'
import numpy as np
for seed in (1, 2, 3):
    data = dict(np.load(f"lab/topk-{seed}.npz"))
    data["codes"] = data["codes"] * (np.random.default_rng(seed).random(data["codes"].shape) < 0.6)
    np.savez(f"lab/lossy-{seed}.npz", **data)
P
check "a study of both" exits 0 "$assay" study lab --group '([a-z]+)-' --db lab.db --metrics best-code,reconstruction,tpp \
    --draws 19
check "  of lossy codes no bias is asked for again, nor a scale" same "$(grep -c 'give ' "$dir/err")" 0
check "compares them, on what is good by its own standard" exits 0 sh -c '"$1" compare --db lab.db |
    grep -q "^best-code f1 .*topk .* | lossy"' - "$assay"

# In files of their own codes are as sparse as in one: no amounts of noise and mixing, and nothing that is made of them.
mkdir parts
"$python" - <<'P'
import numpy as np
for seed in (1, 2):
    data = dict(np.load(f"lab/lossy-{seed}.npz"))
    data["codes"] = data["codes"] * (np.random.default_rng(seed).random(data["codes"].shape) < 0.1)
    np.save(f"parts/lossy-{seed}_codes.npy", data["codes"])
    np.savez(f"whole-{seed}.npz", **data)
np.save("parts/factors.npy", data["factors"])
P
mkdir whole && mv whole-?.npz whole
for where in whole parts; do
    check "a study of sparse codes, $where" exits 0 "$assay" study $where --db $where.db --metrics best-code --draws 3
    check "  leaves amounts out" grep -q "amounts of noise and mixing are left out" "$dir/err"
    check "  and what they cost" same "$("$python" -c '
import sqlite3, sys
of = sqlite3.connect(sys.argv[1])
print(*of.execute("SELECT count(*) > 0, sum(kind = 4) FROM uncertainty").fetchone(), of.execute("SELECT name FROM metric").fetchall())
' $where.db)" "1 0 [('best-code',)]"
done
done_testing
