#!/bin/sh
# What scores are worth: models with one known defect are told so, others that no one defect explains.
. tests/cli/tap.sh

root=$PWD
cd "$dir" || exit 99
mkdir m
n=500
for model in 'noise alpha=0.3' 'mixing alpha=0.22' 'duplicate copies=2' 'dropped count=2'; do
    set -- $model
    "$assay" generate "$1" --set "$2" --profile dsprites -n $n --seed 77 -o "m/$1.npz" || exit 99
done
metrics=mig:bins=40,modularity,dci-rfc,mcc:nominal=number
check "study --explain" exits 0 "$assay" study m --db s.db --kinds categorical --metrics $metrics --draws 0 --explain
# The one number, or the two of "A to B", between "like" and the rest hold what was done.
found() { # found MODEL DOSE REST
    sed -n "s/^m  *$1  *one explanation, by 6 scores: like \\([0-9.]*\\) *t*o* *\\([0-9.]*\\) *$3.*/\\1 \\2/p" out >numbers
    awk -v dose="$2" '{ high = $2 == "" ? $1 : $2; 
        found = $1 - .6 <= dose && dose <= high + .6 && high - $1 < 8 } END { exit !found }' numbers
}
check "noise is found" found noise 30 "% noise"
check "mixing is found" found mixing 22 "% of another"
check "copies are found" found duplicate 2 "codes for each"
check "dropped factors are found" found dropped 2 "of 5 factors"
check "each score's doses are shown of a few models" grep -q "mcc:nominal=number" out
check "printed again from the store alone" sh -c '"$0" study --explain --db s.db | grep -q "% noise"' "$assay"
check "curves are not computed twice" sh -c '"$0" study m --db s.db --kinds categorical --metrics '$metrics' --draws 0 \
    --explain 2>&1 >/dev/null | grep -q " 0 computed"' "$assay"
check "every score of every model is a row" exits 0 "$assay" study --explain --db s.db --format csv
check "... with its doses" sh -c 'head -1 out | grep -q "noise_dose,noise_low,noise_high" &&
    [ "$(grep -c "^m,noise," out)" -eq 6 ]'
check "a model beyond a single defect" sh -c \
    '"$0" generate affine --set map=none --profile dsprites -n '$n' --seed 3 -o a.csv &&
    "$0" generate mixing --set alpha=0.3 --profile dsprites -n '$n' --seed 3 -o b.csv &&
    paste -d, a.csv b.csv | awk -F, "NR == 1 { print \"v1,v2,v3,v4,v5,z1,z2,z3,z4,z5\" } NR > 1 {
        print \$1 \",\" \$2 \",\" \$3 \",\" \$4 \",\" \$5 \",\" \$6 + \$16 \",\" \$7 + \$17 \",\" \$8 + \$18 \",\" \
            \$9 + \$19 \",\" \$10 + \$20 }" >m/both.csv' "$assay"
check "... with --kinds" exits 0 "$assay" study m --db s.db --kinds categorical --metrics $metrics --draws 0 --explain
check "... have no one explanation" grep -Eq "^m +both +no one explanation" out
check "agree is of the models, not of the curves" exits 0 "$assay" agree --db s.db --draws 0
check "... as many as there are" prints "on 5 representations"
check "... which --scenarios names" exits 0 "$assay" agree --db s.db --draws 0 --scenarios noise,mixing
check "... and they are more" grep -q "on [0-9][0-9][0-9]* representations" out
check "a table as CSV is one table, of the models" exits 0 "$assay" table --db s.db --format csv
check "... with one header" same \
    "$(grep -c '^group,\|^scenario,\|^.$' out) $(cut -d, -f1 out | sort -u | tr '\n' ' ')" \
    "1 group m "
check "the page says it too" exits 0 "$assay" report --db s.db --out page
check "... have a section" grep -q "What the scores mean" page/index.html
check "... and all doses as a file" sh -c 'head -1 page/tables/doses.csv | grep -q noise_dose'
check "fewer bins than classes are remarked once" sh -c '
    "$0" study m --db t.db --kinds categorical --metrics mig --draws 0 2>&1 |
    grep -c "factor 2 (counted from 0) has 40 classes" | grep -qx 1' "$assay"
check "nothing is named" refuses 2 "no file or folder" "$assay" study --db s.db
check "a store without models" refuses 3 "No such file" "$assay" study --explain --db "$dir/none.db"
cd "$root" || exit 99
done_testing
