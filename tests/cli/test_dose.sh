#!/bin/sh
# What is wrong with models of known defects, in the tables, the csv and the page; real encoders are none of it.
. tests/cli/tap.sh
[ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import numpy, sklearn' 2>/dev/null ||
    { skip "doses" "no scikit-learn" python3-sklearn; done_testing; }
cd "$dir" || exit 99
/usr/bin/python3 - <<'P'
import os

import numpy as np

rng = np.random.default_rng(9)
os.makedirs("turned_and_bent")
for run in range(2):
    v = rng.random((600, 3))
    z = np.tanh(3 * (2 * v - 1) @ np.linalg.qr(rng.normal(size=(3, 3)))[0])
    np.savez(f"turned_and_bent/{run}.npz", factors=v, codes=z)
P
"$assay" study turned_and_bent --db bent.db --metrics mig >/dev/null 2>err
check "codes that are no sums" exits 0 "$assay" table --db bent.db
check "  have no noise, and no share that is described" sh -c \
    'grep -Eq "^turned_and_bent +– " out && grep -Eq "^turned_and_bent +[0-9.]+ %.* –$" out'
check "  and no cause of their scores" same "$(grep -c 'Which defect costs' out)" 0
/usr/bin/python3 - <<'P'
import os

import numpy as np
from sklearn.datasets import load_digits
from sklearn.decomposition import NMF, PCA, FastICA

rng = np.random.default_rng(3)
factors = rng.uniform(-1, 1, (800, 4))
spread = factors.std(0)


def save(name, v, z):
    os.makedirs(os.path.dirname(name), exist_ok=True)
    np.savez(name, factors=v, codes=z)


turn = np.eye(4)
turn[:2, :2] = [[np.cos(0.5), np.sin(0.5)], [-np.sin(0.5), np.cos(0.5)]]
for run in range(3):
    noise = spread * rng.normal(size=factors.shape)
    save(f"lab/noisy/{run}.npz", factors, factors + 0.5 * noise)
    save(f"lab/rotated/{run}.npz", factors, factors @ turn + 0.1 * noise)
    save(f"idle/{run}.npz", factors, np.c_[factors + 0.1 * noise, rng.normal(size=(800, 2))])
    save(f"lab/lacking/{run}.npz", factors, np.c_[factors[:, :2], factors[:, :2]] + 0.1 * noise)
x, y = load_digits(return_X_y=True)
for name, how in (("pca", PCA(6)), ("ica", FastICA(6, random_state=0, max_iter=400)),
                  ("nmf", NMF(6, random_state=0, max_iter=300))):
    save(f"digits/{name}/0.npz", y[:, None], how.fit_transform(x))
P
check "models of known defects" exits 0 "$assay" study lab --db lab.db --metrics mig,r2-heldout
check "  what nobody declared is said" says "a group for each folder, each model a training run, rows independent"
check "a table" exits 0 "$assay" table --db lab.db
check "  has the noise: .25 / 1.25" grep -Eq '^noisy +(19[.][5-9]|20[.][0-4]) %' out
check "  the angle: half of sin(.5)^2, 20 degrees" grep -Eq '^rotated .* 11[.][3-7] % = 20°' out
check "  missing factors and duplicates" grep -Eq '^lacking .* 2 +2 +0$' out
check "  which score loses by what: r2-heldout sees no turn" grep -Eq '^rotated +r2-heldout +1[.]000 +0 +0 +0 +0 ' out
"$assay" table --db lab.db --format csv >out 2>err
check "  csv adds up, little is unexplained, and no code of a missing factor is found" /usr/bin/python3 -c '
import csv
parts = "ideal missing duplicates curvature mixing noise unexplained".split()
rows = [r for r in csv.DictReader(open("out"))]
assert len(rows) == 18 and not [r for r in rows if r["metric"] == "dose"]
for r in rows:
    assert abs(sum(float(r["dose_" + p]) for p in parts) - float(r["score"])) < 1e-12, r
    assert abs(float(r["dose_unexplained"])) < 0.02, r
    assert r["metric"] == "mig" or r["items_found"] == ("0 1" if r["group"] == "lacking" else "0 1 2 3"), r'
check "the doses by themselves, compared" exits 0 "$assay" compare noisy rotated --db lab.db --metrics dose
check "  with the difference" grep -Eq '^dose noise +noisy +rotated +0[.]1[89]' out
"$assay" study idle --db idle.db --metrics mig-sup >/dev/null 2>err
check "idle codes" exits 0 "$assay" table --db idle.db
check "  cost what they cost; a defect that is not there costs nothing" \
    grep -Eq '^idle +mig-sup +0[.]9[0-9]* +-0[.][23][0-9]* +0 +0 +0 +-0[.]' out
check "  under their name" grep -q '  Missing, idle  ' out
"$assay" study idle --db circle.db --metrics mig,xmig --kinds cyclic:2,continuous,continuous,continuous >/dev/null 2>err
check "with a factor on a circle" exits 0 "$assay" table --db circle.db
check "  no amount, and why" same "$(tr '\n' ' ' <out | grep -c 'each model is not known: factor v1 is cyclic')" 1
check "  a score that no group has is named below, and has no column" same \
    "$(grep -c '^Group.*xmig' out) $(grep -c '^Undefined for all groups: xmig[.]' out)" "0 1"
check "  and nothing is split" same "$(grep -c 'Which defect costs' out)" 0
"$assay" table --db circle.db --format csv >out 2>err
check "  in csv, too" same "$(sed 1d out | cut -d, -f28-34 | sort -u)" ",,,,,,"
check "encoders of digits" exits 0 "$assay" study digits --db digits.db --metrics mig
check "  are none of it" exits 0 "$assay" table --db digits.db
check "  and their scores are not split by it" same "$(grep -c 'Which defect costs' out)" 0
check "  each, and marked so" same "$(grep -Ec '^(pca|ica|nmf) .*[1-5][0-9][.][0-9] %.*ᵈ$' out)" 3
/usr/bin/python3 - <<'P'
import os

import numpy as np

rng = np.random.default_rng(4)
for run, n in enumerate((400, 300)):
    for group in "many", "more":
        v = rng.integers(0, 70, (n, 2))
        os.makedirs(group, exist_ok=True)
        np.savez(f"{group}/{run}.npz", factors=v, codes=v + rng.normal(size=v.shape))
P
"$assay" study many more --db many.db --metrics mig >/dev/null 2>err
no_gnuplot
check "a page of what cannot be measured" exits 0 "$assay" report --db many.db --out page
flat() { sed 's/<[^>]*>//g' page/index.html | tr '\n' ' '; }
check "  says so, and not that nothing is wrong" same "$(flat | grep -o 'Not known: [^.]*[.]' | head -1)" \
    "Not known: a factor has more than 64 classes."
check "  and the paragraph has the rows of all" same "$(flat | grep -o 'of 300 to 400 rows')" "of 300 to 400 rows"
check "a page of what is no sum" exits 0 "$assay" report --db bent.db --out page
check "  says so" same "$(flat | grep -o 'codes that are no sums[^.]*[.]' | head -1)" \
    "codes that are no sums of functions of one factor each: noise is not separable, and no share is described."
check "  and asks no metric what it sees of that" same "$(flat | grep -c 'Which metric sees it')" 0
check "without -dose" exits 0 "$assay" study lab --db none.db --metrics mig,-dose
check "  there are none" same "$("$assay" table --db none.db 2>err | grep -c 'What is wrong')" 0
done_testing
