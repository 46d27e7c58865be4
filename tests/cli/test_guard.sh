#!/bin/sh
# assay reproduce guard: published means of Joshi et al. 2026 beside those of a store, and the defects by numbers.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
cat > few.yaml <<'EOF'
name: few
samples: 200
seeds: 42:47
scenarios: [{guard: {structure: [independent, redundant, two-parents], codes: [scaled], rows: [test]}}]
metrics: ['mcc@guard2026,mig:rule=range:bins=20:factor-bins=20']
parts:
  - {}
  - {scenarios: [{guard: {structure: [independent], codes: [curved], alpha: [0, 0.005], rows: [split]}}],
     samples: 1000, metrics: ['r2-heldout@guard2026,r2-heldout@guard2026:train=1,r2-heldout:train=1']}
  - {scenarios: [{guard: {structure: [correlated], codes: [scaled], rows: [test]}}]}
  - {scenarios: [{guard: {structure: [independent], codes: [fewer], factors: [10], width: [5], rows: [test]}}],
     seeds: 42:46}
  - {scenarios: [{guard: {structure: [independent], codes: [curved], rows: [test]}}], metrics: ['dci-gbt@guard2026']}
  - {scenarios: [{guard: {structure: [independent], codes: [scaled], rows: [test]}}], samples: [10, 20],
     metrics: ['mcc-rdc@guard2026']}
  - {scenarios: [{guard: {structure: [independent], codes: [fewer], factors: [10], width: [1], rows: [test]}}],
     seeds: 42:52, metrics: ['infoc@guard2026']}
  - {scenarios: [{affine: {map: [none, affine]}}], samples: 1000, metrics: ['r2-heldout@guard2026,r2-heldout']}
EOF
row() { grep "^$1" all.csv | grep -qE -- "$2"; } # row BEGINNING REST
check "some points of the plan" exits 0 "$assay" run few.yaml --db g.db
check "every cell" exits 0 "$assay" reproduce guard --db g.db --format csv -o all.csv
check "cells of 15 experiments, all of them" same "$(tail -n +2 all.csv | cut -d, -f1 | sort -u | wc -l)" 15
check "MIG of perfect codes is the published one" row \
    "exp01,,MIG,structure=independent;codes=scaled;rows=test," "0.7411588,0.74115883.*,reproduced"
check "with redundant factors too" row "exp01,,MIG,structure=redundant;codes=scaled;rows=test," ",reproduced"
check "correlated factors are others: no bits" row \
    "exp01,,MIG,structure=correlated;codes=scaled;rows=test," "within error|differs"
check "R2 that falls by rounding is the published one" row \
    "exp02,tanh,R2,structure=independent;codes=curved;alpha=0.005;rows=split," ",reproduced"
check "four seeds are not five" row \
    "exp06,,MIG,structure=independent;codes=fewer;factors=10;width=5;rows=test," ",not in this store"
check "DCI of the four seeds that trees take" row \
    "exp10,,DCI modularity,structure=independent;codes=curved;rows=test,200," ",5,4,0.98.*,within error"
check "RDC where its features leave rows" row \
    "exp10,,RDC,structure=independent;codes=scaled;rows=test,20," ",reproduced"
check "and where they fill them" row "exp10,,RDC,structure=independent;codes=scaled;rows=test,10," ",undefined here"
check "InfoC of one code is none" row \
    "exp14,,InfoC,structure=independent;codes=fewer;factors=10;width=1;rows=test," ",10,0,1,,,undefined here"
check "for people" exits 0 "$assay" reproduce guard --db g.db
check "defects are shown by numbers" prints "experiment 2 shows one experiment twice"
check "each of the 22" same "$(grep -cE '^ +[0-9]+  [^ ]' "$dir/out")" 22
check "seeds that trees refuse are counted" prints "refused at 200 rows"
check "a cell that is missing is counted" prints "assay run guard"
check "three seeds of noise" exits 0 "$assay" run quick --scenarios guard --metrics mig --seeds 0:3 --db three.db
check "are judged" exits 0 "$assay" judge mig null-safe --db three.db
check "as too few" prints "only 3 of 5 seeds of guard structure=independent;codes=gaussian-noise;width=20"
cd "$root" || exit 99
done_testing
