#!/bin/sh
# Directions of codes and of true features, and activations, from files: the same scores as of the scenario; refusals.
. tests/cli/tap.sh
. tests/python/interpreter.sh

"$assay" generate features --set encoder=absorbed --set dose=0.3 -n 400 -s 2 -o "$dir/x.npz"
metrics=mcc-directions,detectors,reconstruction,absorption:order=table,tpp:order=table,scr:order=table # draw nothing
scores() { "$assay" score "$@" --metrics "$metrics" --format csv 2>/dev/null; }
"$assay" score --scenario features --set encoder=absorbed --set dose=0.3 -n 400 -s 2 --metrics "$metrics" \
    --format csv >"$dir/scenario.csv"
scores --data "$dir/x.npz" >"$dir/file.csv"
check "an .npz has its directions" cmp -s "$dir/scenario.csv" "$dir/file.csv"
check "nine numbers and more" exits 0 test "$(wc -l <"$dir/file.csv")" -gt 9
check "without a process of its own, too" same "$(ASSAY_READERS=inside scores --data "$dir/x.npz")" \
    "$(cat "$dir/file.csv")"

"$assay" score --data "$dir/x.npz" --metrics mcc-directions >"$dir/table" 2>/dev/null
check "a first table counts the codes" same "$(sed -n '5{s/^ *//;s/  */ /g;p;}' "$dir/table" | cut -d' ' -f1,2)" "400 64"
"$assay" generate noise --set alpha=0.2 -n 50 -o "$dir/bare.npz"
check "dense codes have none" same "$("$assay" score --data "$dir/bare.npz" --metrics mig 2>/dev/null | grep -c zeros)" 0
check "what does not apply says so" same "$("$assay" score --data "$dir/bare.npz" --metrics detectors 2>&1 | grep -c \
    'reads directions')" 6
check "a group leaves it out" same "$("$assay" score --data "$dir/bare.npz" --metrics hoyer,family:dictionary \
    --format csv 2>/dev/null | wc -l)" 2
check "a scenario has its own" refuses 2 "leave out" "$assay" score --scenario noise --directions "$dir/x.npz"
check "validation has none" refuses 2 "data of a validation have none" "$assay" validate mig --against mcc-directions
check "of one side alone" refuses 3 "\`true_directions\` is missing" "$assay" score --data "$dir/bare.npz" \
    --directions "$dir/x.npz:directions"

mkdir "$dir/models"
cp "$dir/x.npz" "$dir/bare.npz" "$dir/models"
study() { # of both models with a group: hoyer and dose each, the others of the one with directions
    "$assay" study "$dir/models" --db "$dir/study.db" --metrics hoyer,family:dictionary --draws 2 2>&1
}
cells=$("$assay" list metrics --format csv | grep -c ',dictionary,')
check "a study scores what has directions with them" same "$(study | grep -c " $((4 + cells)) cells computed")" 1
check "and misses nothing" same "$(study | grep -c ' 0 cells computed')" 1

cat >"$dir/tiny.yaml" <<'Y'
name: tiny
samples: 60
seeds: 0:2
metrics: [mig, mcc-directions]
scenarios:
  - {features: {encoder: oracle, dose: 0}}
  - {noise: {alpha: 0}}
Y
check "a plan has cells where directions are" exits 0 sh -c '"$1" run "$2/tiny.yaml" --db "$2/tiny.db" 2>&1 |
    grep -q "6 computed"' - "$assay" "$dir"
check "the judge says where they are not" exits 0 sh -c '"$1" judge --db "$2/tiny.db" --format csv 2>/dev/null |
    grep "^mcc-directions" | grep -q "the metric reads directions, and it has none"' - "$assay" "$dir"

needs_numpy "files of other shapes"
"$python" - "$dir" <<'P'
import json
import os
import sys
import zipfile
import numpy as np
d = sys.argv[1] + "/"
x = dict(np.load(d + "x.npz"))
x["activations"] = x["factors"] @ x["true_directions"]
for name, a in x.items():
    np.save(d + name + ".npy", a)
np.savez(d + "whole.npz", **x)
np.save(d + "across.npy", x["true_directions"].T)
np.save(d + "other.npy", x["directions"][:, :5])
# The same dictionary, of activations moved by a vector, of inputs scaled before encoding, of a decoder with a skip path.
rng = np.random.default_rng(5)
bias, scale = rng.normal(size=x["directions"].shape[1]), 1 + rng.random(x["directions"].shape[1])
moved = {**x, "activations": x["activations"] + 1000 * bias}
np.savez(d + "unsaid.npz", **moved)
np.savez(d + "bias.npz", **moved, bias=1000 * bias)
np.savez(d + "column.npz", **{**x, "activations": x["activations"] + bias}, bias=np.float32(bias)[:, None])
np.savez(d + "scaled.npz", **{**moved, "directions": x["directions"] / scale}, bias=1000 * bias, scale=scale)
np.savez(d + "once.npz", **{**x, "directions": x["directions"] / 4}, scale=np.atleast_1d(np.float32(4)))
np.savez(d + "unscaled.npz", **{**x, "directions": x["directions"] / 4})
skip = x["activations"] @ rng.normal(size=(len(bias), len(bias)))
target = {**x, "activations": x["codes"] @ x["directions"] + skip}
np.savez(d + "noskip.npz", **target)
np.savez(d + "skip.npz", **target, reconstruction=target["activations"])
for name, other in {"short": {"bias": bias[:-1]}, "two": {"scale": scale[:2]}, "rows": {"reconstruction": skip[1:]}}.items():
    np.savez(d + name + ".npz", **x, **other)
np.savez(d + "nothing.npz", **{k: a for k, a in x.items() if k != "activations"}, reconstruction=skip)
np.save(d + "bias.npy", 1000 * bias)
np.save(d + "moved.npy", moved["activations"])
os.makedirs(d + "runs")
for run in range(3):
    for name, noise in (("alike", 0.05), ("apart", 2.0)):
        other = x["directions"] + noise * rng.normal(size=x["directions"].shape)
        np.savez(f"{d}runs/{name}{run}.npz", **{**x, "directions": other})
broken = x["directions"].copy()
broken[3, 1] = np.nan
np.save(d + "broken.npy", broken)
np.savez(d + "half.npz", **{k: x[k] for k in ("factors", "codes", "directions")})


def safetensors(path, arrays):
    head, at, body = {}, 0, b""
    for name, a in arrays.items():
        raw = a.astype("<f8").tobytes()
        head[name] = {"dtype": "F64", "shape": list(a.shape), "data_offsets": [at, at + len(raw)]}
        at, body = at + len(raw), body + raw
    text = json.dumps(head).encode()
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text + body)


safetensors(d + "x.safetensors", {k: x[k] for k in ("factors", "codes", "directions", "true_directions")})
parts = {"m-1-of-2.safetensors": ("factors", "directions"), "m-2-of-2.safetensors": ("codes", "true_directions")}
for shard, names in parts.items():
    safetensors(d + shard, {k: x[k] for k in names})
listed = {name: shard for shard, names in parts.items() for name in names}
for path, more in {"m": {}, "lost": {"bias": "m-3.safetensors"}, "up": {"bias": "../x.safetensors"}}.items():
    with open(d + path + ".safetensors.index.json", "w") as file:
        json.dump({"metadata": {}, "weight_map": {**listed, **more}}, file)
z = x["codes"]
at = np.nonzero(z)
for folder in ("thin", "full"):
    os.makedirs(d + folder)
    for name in ("factors", "directions", "true_directions"):
        np.save(f"{d}{folder}/a_{name}.npy", x[name])
np.save(d + "full/a_codes.npy", z)
np.savez(d + "thin/a_codes.npz", data=z[at], indices=at[1].astype("i4"), shape=np.array(z.shape), format="csr",
         indptr=np.concatenate([[0], np.cumsum((z != 0).sum(1))]).astype("i4"))
with zipfile.ZipFile(d + "x.pt", "w") as z:
    z.writestr("archive/data.pkl", b"\x80\x02}q\x00.")
P
check "a .safetensors has them" same "$(scores --data "$dir/x.safetensors")" "$(cat "$dir/file.csv")"
check "so have the shards of an index" same "$(scores --data "$dir/m.safetensors.index.json")" "$(cat "$dir/file.csv")"
check "one of them by its name" same "$("$assay" score --factors "$dir/m.safetensors.index.json:factors" --codes \
    "$dir/m.safetensors.index.json:codes" -m mcc -f csv 2>/dev/null)" "$("$assay" score --data "$dir/x.npz" -m mcc -f csv \
    2>/dev/null)"
check "a shard that is not there" refuses 3 "the shard m-3.safetensors, which has \`bias\`, is not there" "$assay" \
    score --data "$dir/lost.safetensors.index.json"
check "or elsewhere" refuses 3 "is no .safetensors of this folder" "$assay" score --data "$dir/up.safetensors.index.json"
two="--factors $dir/factors.npy --codes $dir/codes.npy"
# shellcheck disable=SC2086 # several words
check "files of their own" same "$(scores $two --directions "$dir/directions.npy" --true-directions \
    "$dir/true_directions.npy")" "$(cat "$dir/file.csv")"
near() { # near A B: explained variances that differ by no more than rounding
    "$python" -c 'import sys; sys.exit(not abs(float(sys.argv[1]) - float(sys.argv[2])) < 1e-12)' "$1" "$2"
}
variance() { scores "$@" | sed -n 's/.*explained-variance,[^0-9-]*\(-*[0-9.e-]*\).*/\1/p'; }
check "activations of one's own" near "$(variance --data "$dir/whole.npz")" "$(variance --data "$dir/x.npz")"
check "as a file" near "$(variance --data "$dir/x.npz" --directions "$dir/directions.npy" --true-directions \
    "$dir/true_directions.npy" --activations "$dir/activations.npy")" "$(variance --data "$dir/x.npz")"
alike() { # alike A B: tables of scores that differ by no more than rounding of activations of 1000
    "$python" -c 'import csv, sys
a, b = ([r for r in csv.reader(open(p))] for p in sys.argv[1:])
number = lambda t: float(t) if t.replace(".", "").replace("-", "").replace("e", "").isdigit() else None
one = lambda x, y: x == y or (number(x) is not None and number(y) is not None and abs(number(x) - number(y)) < 1e-6)
sys.exit(len(a) < 9 or len(a) != len(b) or not all(one(x, y) for r, q in zip(a, b) for x, y in zip(r, q)))' "$1" "$2"
}
scores --data "$dir/whole.npz" >"$dir/whole.csv"
for name in bias column scaled once; do
    scores --data "$dir/$name.npz" >"$dir/$name.csv"
    check "what the decoder adds: $name" alike "$dir/$name.csv" "$dir/whole.csv"
done
check "what it gives, skip path and all" same "$(variance --data "$dir/skip.npz")" "1"
said() { "$assay" score --data "$dir/$1.npz" --metrics reconstruction 2>&1 | grep -c "$2"; }
check "a vector that no array says" same "$(said unsaid 'give it as .bias.')" 1
check "a scale that no array says" same "$(said unscaled 'give .scale.')" 1
check "more than both" same "$(said noskip 'give what it returns as .reconstruction.')" 1
for name in bias scaled skip whole; do check "nothing of $name" same "$(said "$name" 'give ')" 0; done
check "a bias of another length" refuses 3 "\`bias\` is 31 x 1, and \`directions\` have 32 dimensions" "$assay" score \
    --data "$dir/short.npz"
check "a scale" refuses 3 "\`scale\` is 2 x 1, and \`directions\` have 32 dimensions; it has one number, or one" "$assay" \
    score --data "$dir/two.npz"
check "a row less" refuses 3 "\`reconstruction\` is 399 x 32, and there are 400 samples" "$assay" score --data "$dir/rows.npz"
check "of no activations" refuses 3 "\`reconstruction\` without \`activations\`" "$assay" score --data "$dir/nothing.npz"
one="$two --directions $dir/directions.npy"
# shellcheck disable=SC2086
{
    check "a transposed array" refuses 3 "save its transpose" "$assay" score $one --true-directions "$dir/across.npy"
    check "another space" refuses 3 "one space of activations" "$assay" score $two --directions "$dir/other.npy" \
        --true-directions "$dir/true_directions.npy"
    check "rows of activations" refuses 3 "one row for each sample" "$assay" score $one --true-directions \
        "$dir/true_directions.npy" --activations "$dir/directions.npy"
    check "no number" refuses 3 "row 3, column 1 (counted from 0) of \`directions\` is not finite" "$assay" score $two \
        --directions "$dir/broken.npy" --true-directions "$dir/true_directions.npy"
}
check "a file with half of them" refuses 3 "half.npz: \`true_directions\` is missing" "$assay" score --data "$dir/half.npz"
# Columns of a manifest name the same files: the same scores. A file that has directions of its own is refused others.
printf 'factors,codes,directions,true_directions,lr\nfactors.npy,codes.npy,directions.npy,true_directions.npy,.1\n' \
    >"$dir/lab.csv"
check "a study by a manifest" exits 0 "$assay" study "$dir/lab.csv" --db "$dir/lab.db" --metrics reconstruction --draws 0
value() { "$assay" export --db "$dir/lab.db" 2>/dev/null | tr -d '\r' | grep "reconstruction,default,$1,overall,," | cut -d, -f10; }
check "reads directions from files" same "$(value explained-variance)" \
    "$(variance --data "$dir/x.npz")"
printf 'factors,codes,directions,true_directions,activations,bias\n%s,moved.npy,bias.npy\n' \
    factors.npy,codes.npy,directions.npy,true_directions.npy >"$dir/bias.csv"
check "and a bias" exits 0 "$assay" study "$dir/bias.csv" --db "$dir/bias.db" --metrics reconstruction --draws 2
check "with what it explains" near "$("$assay" export --db "$dir/bias.db" 2>/dev/null | tr -d '\r' |
    grep "reconstruction,default,explained-variance,overall,," | cut -d, -f10)" "$(variance --data "$dir/x.npz")"
# A folder of sparse codes, beside which directions stand: the numbers of dense ones, drawn rows too.
of_folder() {
    "$assay" study "$dir/$1" --db "$dir/$1.db" --metrics mig,mcc,mcc-directions,tpp,modularity --draws 3 2>"$dir/$1.err"
    "$assay" export --db "$dir/$1.db" --draws 2>/dev/null | sed "s/$1/folder/g"
}
of_folder thin >"$dir/thin.csv"
of_folder full >"$dir/full.csv"
check "sparse codes of a folder stay so" sh -c 'grep -q "are kept so: 400 x 64" "$1"' - "$dir/thin.err"
check "and have the numbers of dense ones" cmp -s "$dir/thin.csv" "$dir/full.csv"
check "of all of them" exits 0 test "$(wc -l <"$dir/thin.csv")" -gt 60
consistent() { "$assay" study "$dir/runs" --group '(alike|apart)' --consistency --format csv 2>/dev/null | tr -d '\r' | sed -n "s/^$1,,,3,3,//p"; }
check "directions of runs that are alike agree" exits 0 awk -F, 'BEGIN { split(ARGV[1], a); exit !(a[1] > .8 && a[5] < .02) }' "$(consistent alike)"
check "those of others by chance" exits 0 awk -F, 'BEGIN { split(ARGV[1], a); exit !(a[1] < .7 && a[5] > .02) }' "$(consistent apart)"
printf 'path,directions,true_directions\nx.npz,directions.npy,true_directions.npy\n' >"$dir/twice.csv"
check "directions named twice" exits 3 "$assay" study "$dir/twice.csv" --db "$dir/twice.db" --metrics mcc --draws 0
check "are refused" sh -c 'grep -q "x.npz has directions, and the manifest names others" "$1"' - "$dir/err"
check "CSV says that it has no directions" notes "npz holds their directions, too" \
    generate features --set features=8 --samples 20 -o "$dir/out.csv"
check "a PyTorch file" refuses 3 "safetensors.torch.save_file" "$assay" score --data "$dir/x.pt"
"$python" - "$dir" <<'END'
import sys
import numpy as np
d = sys.argv[1] + "/decoders/"
import os
os.mkdir(d)
rng = np.random.default_rng(1)
on, known = rng.random((300, 6)) < 0.2, rng.normal(size=(6, 5))
np.save(d + "on.npy", on), np.save(d + "known.npy", known), np.save(d + "x.npy", on @ known + 9)
for k in range(4):
    z = on * rng.normal(1, 0.1, on.shape)
    rows, cols = np.nonzero(z)
    np.savez(d + f"z{k}.npz", data=z[rows, cols], row=rows, col=cols, shape=z.shape, format=np.array(b"coo"))
    np.save(d + f"w{k}.npy", known)
np.save(d + "whole.npy", z)
head = "codes,factors,directions,true_directions,activations,group,seed\n"
line = "z{0}.npz,on.npy,w{0}.npy,known.npy,x.npy,g,{0}\n"
open(d + "all.csv", "w").write(head + "".join(line.format(k) for k in range(4)))
open(d + "some.csv", "w").write(head + "".join(line.format(k) for k in range(3)) + "whole.npy,on.npy,,,,g,3\n")
END
check "a bias that four decoders add" exits 0 "$assay" study "$dir/decoders/all.csv" --db "$dir/all.db" --metrics mcc \
    --draws 0 -j 1
check "  is asked for once" same "$(grep -c 'give it as .bias.' "$dir/err")" 1
check "  and the others are named" says "the same of 3 more, with numbers of their own: z1, z2, z3"
check "runs of which one has no directions" exits 0 "$assay" study "$dir/decoders/some.csv" --consistency
check "  are not compared, for a reason" grep -q "g: only 3 of its 4 runs have directions in one space" "$dir/out"
done_testing
