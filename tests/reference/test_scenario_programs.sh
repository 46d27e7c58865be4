#!/bin/sh
# assay generate --numpy: every scenario has a program that writes the bits of the product (scenarios.py; all points:
# `make reference`).
. tests/cli/tap.sh
. tests/python/interpreter.sh
needs_numpy "the programs of scenarios"
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1

alike() { # alike ARGUMENT...: the program, run alone, writes what the product writes
    "$assay" generate "$@" -o "$dir/ours.npz" && "$assay" generate "$@" --numpy -o "$dir/program.py" &&
        env -u PYTHONPATH "$python" -I "$dir/program.py" "$dir/theirs.npz" && "$python" - "$dir" <<'P'
import sys
import numpy as np
with np.load(sys.argv[1] + "/ours.npz") as ours, np.load(sys.argv[1] + "/theirs.npz") as theirs:
    sys.exit(any(ours[name].tobytes() != theirs[name].tobytes() for name in ("factors", "codes", "kinds")))
P
}
check "of the usual rows" alike noise
check "of rows and a seed that are named" alike trig --set order=peer --samples 77 --seed 9
check "on the factors of a profile" alike mixing --set alpha=0.3 --profile dsprites -n 40
check "that profile as a setting" alike mixing --set factors=pos -n 40
check "of a recipe" alike --recipe 'v: 2 uniform, levels(3); z = noise(v, {alpha}); permute' --set alpha=0.2 -s 3
check "of as many rows as it says" alike --recipe 'v: 2 uniform; z = v; rows(33)'
check "a pair's side" alike bank --set pair=12 --set side=b
check "a profile has one, too" exits 0 sh -c '"$1" describe mpi3d --numpy >"$2/program.py" && "$3" "$2/program.py" \
    "$2/theirs.npz"' - "$assay" "$dir" "$python"
check "what is no data is no program" refuses 2 "1 to \`factors\` codes" "$assay" generate guard --set codes=fewer \
    --set width=9 --numpy
check "nor on factors that do not go with it" refuses 2 "not applicable" "$assay" generate letters --profile pos --numpy
check "nor of a file's factors" refuses 2 "not those of a file" "$assay" generate noise --factors-from "$dir/ours.npz" \
    --numpy
case $O in
*-san) pointless "programs and library agree" "the library has sanitizers" ;;
*)
    check "programs and library agree" exits 0 env ASSAY_LIBRARY="$O/libassay.so" "$python" tests/reference/scenarios.py
    sed -n '/^not/,/^ok/p' "$dir/out"
    ;;
esac
done_testing
