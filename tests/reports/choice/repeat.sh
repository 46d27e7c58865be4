#!/bin/sh
# Sets of eight banks, the pairs of plan bank that concordance is of, each set its own draw: what repeat.py prints.
# usage: repeat.sh ASSAY FOLDER [SETS]; a set that is there is not scored again. Minutes for each on one core.
assay=$1 folder=$2 sets=${3:-20}
metrics=mig-sup,modularity,minimality,irs,dlig,mig,rmig,xmig,explicitness,r2-heldout,linearity,mcc-weak,dcimig,mcc
mkdir -p "$folder" || exit 99
awk '/the same on both sides/ { exit } { print }' bench/plans/bank.yaml >"$folder/pairs.yaml"
set=0
while [ $set -lt "$sets" ]; do
    first=$((1001 + 8 * set))
    [ -s "$folder/$set.json" ] || {
        "$assay" run "$folder/pairs.yaml" --metrics $metrics --seeds $first:$((first + 8)) --db "$folder/$set.db" \
            >/dev/null 2>"$folder/err" &&
            "$assay" advise --db "$folder/$set.db" --format json >"$folder/$set.json" ||
            { cat "$folder/err" && exit 1; }
    }
    set=$((set + 1))
done
python3 tests/reports/choice/repeat.py "$folder"
