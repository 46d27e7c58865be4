#!/bin/sh
# One representation in every format that is read has one score, to the bit; broken files are refused by name.
. tests/cli/tap.sh
. tests/python/interpreter.sh
formats=$PWD/tests/bench/arrays/formats.py
needs_numpy "formats"
mkdir "$dir/m" && "$python" "$formats" "$dir/m" && cd "$dir" || exit 99
score() { "$assay" score "$@" --metrics mig,dcimig,minimality --format csv 2>err | tr -d '\r' | cut -d, -f4 | tr '\n' ' '; }
want=$(score --data m/plain.npz)
check "a score" same "$(echo "$want" | grep -c '0[.][0-9]* 0[.][0-9]* 0[.]')" 1
for file in text.tsv packed.csv.gz twice.tsv.gz F64.safetensors F32.safetensors F16.safetensors BF16.safetensors; do
    check "$file is the same" same "$(score --data m/$file)" "$want"
done
for form in csr csc coo; do
    check "sparse codes, $form" same "$(score --factors m/f.npy --codes m/sparse-$form.npz)" "$want"
done
for form in csr csc coo; do
    check "sparse factors and codes, $form" same \
        "$(score --factors m/factors-$form.npz --codes m/sparse-$form.npz)" "$want"
done
check "  whose size is noted" grep -q "sparse and are kept so: 96 x 5" err
check "  one matrix is no representation" exits 3 "$assay" score --data m/sparse-csr.npz --metrics hoyer
check "    and what to do is said" says 'name it as `codes` in a manifest'
# What each further value takes of memory, of 12 bytes. A process begins with the memory of the one that starts it.
"$python" - <<'END'
import numpy as np
np.save("many-f.npy", np.arange(2000) % 2)
for per in 100, 300:
    rows, cols = np.divmod(np.arange(2000 * per), per)
    cols = (cols * 7 + rows) % 4000
    by_column = np.argsort(cols, kind="stable")
    np.savez("vast.npz", data=[1.0], row=[0], col=[0], shape=(2000, 140000), format=np.array(b"coo"))
    for form, lines, other, ends in ("csr", rows, cols, 2001), ("csc", cols[by_column], rows[by_column], 4001):
        np.savez(f"many-{form}-{per}.npz", data=np.ones(len(rows)), indices=other.astype("i4"), shape=(2000, 4000),
                 indptr=np.searchsorted(lines, np.arange(ends)).astype("i4"), format=np.array(form.encode()))
END
for form in csr csc; do
    for per in 100 300; do
        "$python" -S -c 'import os, resource, sys
if os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:]) == 0:
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' \
            "$assay" score --factors many-f.npy --codes "many-$form-$per.npz" --metrics active-units 2>err | tail -n 1
    done >bytes
    case $O in
    *-san) pointless "what a value of $form takes in memory" "the sanitizers take memory of their own" ;;
    *) check "a value of $form takes three times its size in memory, at most" exits 0 \
        awk '{ at[NR] = $1 * 1024 } END { one = (at[2] - at[1]) / 400000 / 12; exit !(one > 1 && one < 3) }' bytes ;;
    esac
done
check "what no whole table is made for" exits 0 "$assay" score --factors many-f.npy --codes vast.npz --estimate
check "  is left out" says "metrics need whole tables, more than are made (\`assay list limits\`): they do not apply"
check "  and takes no time" grep -q "^udr@default  *0.000  does not apply" out
check "  nor memory" grep -q "memory: .* up to about [0-9.]* MB with" out
for file in m-numpy/*.npy; do
    check "factors of NumPy, $file" same "$(score --factors $file --kinds categorical --codes m/plain.npz:codes)" "$want"
done
check "zeros that compress to nothing" exits 0 "$assay" score --data m-numpy/zeros.npz --metrics hoyer
check "names that are none of ours" refuses 3 "no array 'factors' in it, there is: v, z" \
    "$assay" score --data m-numpy/named.npz --metrics mig
check "  are named" same "$(score --factors m-numpy/named.npz:v --codes m-numpy/named.npz:z)" "$want"
check "a pickle is not read" refuses 3 "array factors.npy: holds Python objects" \
    "$assay" score --data m-numpy/pickled.npz --metrics mig
for file in w.npz w.csv; do "$assay" generate cardinality --samples 50 -o $file; done
for file in n.npy n.csv; do "$assay" generate noise --set alpha=0.3 --samples 50 -o $file; done
check "NumPy reads what is written" exits 0 "$python" "$formats"
check "arrays of other names" same "$(score --factors m/other.safetensors:y --codes m/other.safetensors:latent)" "$want"
mv m/manifest.tsv . # a folder with a manifest is refused
check "a study of the folder" exits 3 "$assay" study m --db s.db --metrics mig --draws 0
for broken in bad-cut bad-header bad-json bad-twice bad-type bad-short bad-index bad-format bad-cut.csv; do
    check "  refuses $broken" grep -Eq "^not scored: .*/$broken[.]" err
done
check "  and names the format that is damaged" grep -q "array format: damaged at byte" err
check "  scores the others, all alike" same \
    "$("$assay" export --db s.db --metrics mig | tr -d '\r' | awk -F, 'NR > 1 && $9 == "" { print $10 }' | sort | uniq -c | wc -l)" 1
mv manifest.tsv m
check "tabs, named arrays" notes "4 representations in t.db" study m/manifest.tsv --db t.db --metrics mig --draws 0
while IFS=: read -r broken reason; do
    check "$broken: $reason" refuses 3 "$reason" "$assay" score --data "m-bad/$broken.safetensors" --metrics mig
done <<'B'
tail:something follows them
overlap:'codes' of the .safetensors has bytes that belong to another array
same:bytes that belong to another array
gap:'codes' of the .safetensors has a gap before it
float:a shape that is not made of whole numbers
bare:no shape
shape:more than memory can address
size:a shape and a dtype that do not make its bytes
kind:a dtype that the format does not know
three:data_offsets that are not two whole numbers
back:data_offsets that are not two whole numbers
metadata:'__metadata__' of the .safetensors has other things than texts
list:it does not begin with {
index:100000000 are the most
B
check "an index of shards lists what there is" refuses 3 "no array 'factors' in its weight_map" \
    "$assay" score --factors m-bad/model.safetensors.index.json --codes m/f.npy --metrics mig
cp m-bad/model.safetensors.index.json other.json
check "other JSON is no array" refuses 3 "is JSON, not an array; of JSON lists of shards are read" \
    "$assay" score --factors other.json --codes m/f.npy --metrics mig
done_testing
