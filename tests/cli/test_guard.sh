#!/bin/sh
# assay reproduce guard: published means of Joshi et al. 2026 next to those of a store, and the defects by numbers.
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
check "every value" exits 0 "$assay" reproduce guard --db g.db --format csv -o all.csv
check "items: 15 experiments and the defects" same "$(tail -n +2 all.csv | cut -d, -f1 | sort -u | wc -l)" 16
study='Joshi et al. 2026, experiment'
check "MIG of perfect codes is the published one" row \
    "guard-01,\"$study 1\",guard,structure=independent;codes=scaled;rows=test,mig," "0.7411588,,0.74115883.*,reproduced"
check "with redundant factors too" row \
    "guard-01,\"$study 1\",guard,structure=redundant;codes=scaled;rows=test,mig," ",reproduced"
check "correlated factors are others: within their error, not the same" row \
    "guard-01,\"$study 1\",guard,structure=correlated;codes=scaled;rows=test,mig," "0.7211189,,0.7168.*reproduced"
check "R2 that falls by rounding is the published one" row \
    "guard-02,\"$study 2, tanh\",guard,structure=independent;codes=curved;alpha=0.005;rows=split,r2" ",reproduced"
check "four seeds are not five" row \
    "guard-06,\"$study 6\",guard,structure=independent;codes=fewer;factors=10;width=5;rows=test,mcc,guard2026,mcc" \
    ",not in this store,.*seeds 42:47"
check "DCI of the four seeds that trees take" row \
    "guard-10,\"$study 10\",guard,structure=independent;codes=curved;rows=test,dci-gbt" ",4,reproduced,,,200,"
check "RDC where its features leave rows" row \
    "guard-10,\"$study 10\",guard,structure=independent;codes=scaled;rows=test,mcc-rdc" ",5,reproduced,,,20,"
check "and where they fill them" row \
    "guard-10,\"$study 10\",guard,structure=independent;codes=scaled;rows=test,mcc-rdc" \
    ",0,differs,undefined in 5 of 5 seeds.*,10,"
check "InfoC of one code is none" row \
    "guard-14,\"$study 14\",guard,structure=independent;codes=fewer;factors=10;width=1;rows=test,infoc" \
    ",0,differs,undefined in 10 of 10 seeds"
check "data beyond the range of a double" same "$(grep -c 'out of reach' all.csv)" 48
check "for people: experiments are summed up" has "15, noise in" reproduce guard --db g.db
check "what agrees is counted" prints "results"
check "a defect is a claim that its numbers show" sh -c \
    '"$1" reproduce guard-16 --db g.db --format csv | grep "defect 10" | grep -c reproduced | grep -qx 2' - "$assay"
check "or a statement" sh -c 'grep "^guard-16" all.csv | grep -q "experiment 2 has two panels, .*,differs,"'
check "the checklist leaves it out" exits 0 "$assay" reproduce --db g.db
check "unless it is asked for" sh -c '! grep -q "Joshi" out'
check "three seeds of noise" exits 0 "$assay" run quick --scenarios guard --metrics mig --seeds 0:3 --db three.db
check "are judged" exits 0 "$assay" judge mig null-safe --db three.db
check "as too few" prints "only 3 of 5 seeds of guard structure=independent;codes=gaussian-noise;width=20"
cd "$root" || exit 99
done_testing
