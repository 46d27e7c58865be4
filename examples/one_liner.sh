#!/bin/sh
# Metrics that are commands. In them {factors} and {codes} become .npy files, {factors.csv} and {codes.csv} the same as
# text, {seed} a number; what the command prints is the score: a number, an array (an item per factor or per code), or
# an object of such. What follows exec: is quoted where it holds commas or colons; name= and other options come after.
#
#     sh examples/one_liner.sh [ARGUMENTS OF assay score]
set -e
assay=${assay:-assay}
[ $# -gt 0 ] || set -- --scenario noise --samples 1000

# awk: the squared correlation of the first factor and the first code, a number
correlation=$(cat <<'METRIC'
exec:"awk -F, 'NR == FNR { v[FNR] = $1; next }
    { x = v[FNR]; y = $1; n++; sx += x; sy += y; xx += x * x; yy += y * y; xy += x * y }
    END { c = n * xy - sx * sy; print c * c / ((n * xx - sx * sx) * (n * yy - sy * sy)) }
    ' {factors.csv} {codes.csv}":name=first-pair
METRIC
)

# NumPy: the largest absolute correlation of each factor with any code, an array
largest=$(cat <<'METRIC'
exec:'python3 -c "import sys, numpy as np
v, z = np.load(sys.argv[1]), np.load(sys.argv[2])
print(abs(np.corrcoef(v.T, z.T))[:v.shape[1], v.shape[1]:].max(axis=1).tolist())
" {factors} {codes}':name=largest-correlation:measures=explicitness
METRIC
)

"$assay" score "$@" --metrics "mig,$correlation,$largest"
