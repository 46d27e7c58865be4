#!/bin/sh
# Functions as repositories write them run by their names: data objects, codes x samples, flags behind the name, tensors,
# dicts in dicts, methods; and what cannot be run says why. tests/candidates/repository has them.
. tests/cli/tap.sh
. tests/python/interpreter.sh
needs_numpy "functions of repositories"
export ASSAY_PYTHON="$python"
file=tests/candidates/repository/wild/scores.py
score() { "$assay" score --scenario noise --profile cars3d -n 300 --format csv -m "$1"; }
of() { awk -F, -v name="$1" '$1 ~ "^" name "@" && !n++ { print $4 }' "$dir/out"; }
names=plain
for one in by_data by_factors fixed _columns rows halves flagged:squared=False flagged:squared=False:power=1 with_matrix as_json found_first \
    Score Score:power=1 Score.compute Score.of; do
    names="$names,python:$file:$one"
done
check "a score in many forms" exits 0 score "python:$file:$names"
want=$(of plain)
check "the plain one" test -n "$want"
for one in by_data by_factors fixed _columns rows halves flagged with_matrix as_json found_first Score Score.compute Score.of; do
    check "$one is the plain one" awk -v a="$(of "$one")" -v b="$want" 'BEGIN { exit !(a && (a - b) ^ 2 < 1e-24) }'
done
check "value and items are one output" same "$(awk -F, '$1 ~ "^as_json@" { print $2 }' "$dir/out")" as_json
check "flags make another metric" same "$(sed -n 's/^\(flagged@[0-9a-f]*\),.*/\1/p' "$dir/out" | sort -u | wc -l)" 2
check "how it is called is printed, and what is not installed" test -n "$(grep 'by_data(ground_truth_data,.*absl' "$dir/err")"
check "and that arrays are turned" test -n "$(grep '_columns(.*columns x samples' "$dir/err")"
check "what is asked of tensors" exits 0 score "python:$file:tensors"
check "gives the same to 7 digits" awk -v a="$(of tensors)" -v b="$want" 'BEGIN { exit !((a - b) ^ 2 < 1e-12) }'
check "a factor that is held" exits 0 "$assay" score --scenario noise --set alpha=0 --profile cars3d -n 300 --format csv \
    -m "python:$file:one_kept"
check "is held in the rows that are drawn" same "$(of one_kept)" 1
check "dicts in dicts" exits 0 score "python:$file:nested"
check "have outputs by name, without what is of another shape" same \
    "$(awk -F, 'NR > 1 { print $2 }' "$dir/out" | tr '\n' ' ')" "wild.score wild.per_factor model n "
check "a tuple of numbers" exits 0 score "python:$file:triple"
check "is as many outputs" same "$(awk -F, 'NR > 1 { print $2 }' "$dir/out" | tr '\n' ' ')" "triple.1 triple.2 triple.3 "
check "one output alone" exits 0 score "python:$file:triple:output=triple.2"
check "has a half" awk -v a="$(of triple)" -v b="$want" 'BEGIN { exit !((2 * a - b) ^ 2 < 1e-24) }'
check "an order that was said" exits 0 score "python:$file:plain:as=codes-first"
check "is another one" test "$(of plain)" != "$want"
check "arrays that were said to be turned" refuses 3 "" score "python:$file:plain:as=disentanglement_lib"
check "no such flag" refuses 3 "'sqared' is no parameter (latents, targets, squared, power)" score "python:$file:flagged:sqared=1"
check "a flag that is needed" refuses 3 "FUNCTION:squared=VALUE" score "python:$file:flagged"
check "what a missing module would compute" refuses 3 "torch.mean is called, and is not installed" \
    env ASSAY_PYTHON="$python" "$assay" score --scenario noise -n 300 -m "python:$file:uses_torch"
check "by names that say nothing, both orders are tried" exits 0 "$assay" validate "python:$file:unnamed" --against \
    r2-heldout:order=table --scenarios noise,irrelevant-code -n 200
check "and the right one is said" test -n "$(grep "Called as unnamed(found, true): found the codes, true the factors" "$dir/out")"
check "no such order" refuses 3 "it is codes-first, factors-first or" score "python:$file:plain:as=codes"
check "what is masked" exits 0 "$assay" score --scenario noise --profile cars3d -n 300 --items --format csv -m "python:$file:masked"
check "is no number" test -n "$(grep 'nonfinite' "$dir/out")"
check "a file that is not there" refuses 3 "candidates run in an empty folder: name it by os.path.dirname(__file__)" \
    score "python:$file:of_a_file"
done_testing
