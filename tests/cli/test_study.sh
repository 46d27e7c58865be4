#!/bin/sh
# Representations of one's own in a store: every way to name them, what changed, what is damaged. (Killed:
# test_kills.sh.)
. tests/cli/tap.sh
cd "$dir" || exit 99
make_models() { # make_models FOLDER ENDING: three of each of two kinds
    for kind in noise mixing; do
        mkdir -p "$1/$kind"
        for k in 1 2 3; do
            "$assay" generate $kind --set alpha=0.$k --samples 300 --seed $k -o "$1/$kind/$k$2" 2>/dev/null
        done
    done
}
metrics=mig,hoyer,sap,modularity
make_models m .npz
study() { "$assay" study "$@" --metrics $metrics; }

check "a folder" exits 0 study m --db one.db --draws 9 --jobs 1
check "  says what was done" says "6 representations in one.db: 30 cells computed"
check "  in groups called like its folders, not like scenarios" same \
    "$("$assay" export --db one.db | cut -d, -f1 | sort -u | tr '\n' ' ')" "mixing noise scenario "
check "with other threads the same" exits 0 study m --db two.db --draws 9 --jobs 3
dump() { "$assay" table --db "$1" --format csv; }
check "  scores" same "$(scores one.db | cksum)" "$(scores two.db | cksum)"
check "again" exits 0 study m --db one.db --draws 9
check "  nothing is left to do" says "0 cells computed"
# of FILE in the store, and as `assay score` gives it
stored() { "$assay" export --db one.db --metrics mig | awk -F, -v at="model=$1" '$2 == at && $9 == "" { print $10 }'; }
scored() { "$assay" score --data "m/$1.npz" --metrics mig --format csv 2>err | awk -F, 'NR == 2 { print $4 }'; }
check "a score is that of assay score" same "$(stored noise/2)" "$(scored noise/2)"
check "  and a number" [ -n "$(stored noise/2)" ]

# What changes, and what is broken.
"$assay" generate mixing --set alpha=0.45 --samples 300 --seed 9 -o m/mixing/2.npz 2>/dev/null
head -c 500 m/noise/3.npz >part && mv part m/noise/3.npz
before=$(scores one.db | grep '^noise' | cksum)
check "a damaged file: the others are scored, and it is named" exits 3 study m --db one.db --draws 9
check "  by name" says "m/noise/3.npz"
check "  and that one had changed" says "5 cells computed"
check "  its scores are those of the new arrays" same "$(stored mixing/2)" "$(scored mixing/2)"
check "  nothing is lost of what the damaged one held" same "$(scores one.db | grep '^noise' | cksum)" "$before"
check "  nor forgotten: status says why" has "its scores are of what it held before" status --db one.db
"$assay" generate noise --set alpha=0.3 --samples 300 --seed 3 -o m/noise/3.npz 2>/dev/null
"$assay" generate mixing --set alpha=0.2 --samples 300 --seed 2 -o m/mixing/2.npz 2>/dev/null
check "all is well again" exits 0 study m --db one.db --draws 9
check "  with the scores of the beginning" same "$(scores one.db | cksum)" "$(scores two.db | cksum)"

mkfifo m/noise/pipe.npz m/noise/tube.csv
check "a pipe in the folder is not waited for" exits 3 study m --db one.db --draws 9
check "  it is named" says "pipe.npz: is a pipe or a device"
check "  whatever its name" says "tube.csv: is a pipe or a device"
rm m/noise/pipe.npz m/noise/tube.csv
check "and all is well without it" exits 0 study m --db one.db --draws 9

cp -r m elsewhere
check "the same group and name elsewhere, with the first still there" refuses 3 "separate them by" study elsewhere \
    --db one.db
mv m gone
check "moved" exits 0 study elsewhere --db one.db --draws 3
check "  keeps its scores, and its draws, more than are asked for" says "0 cells computed"
check "  draws too" same "$("$assay" table --db one.db --format csv | awk -F, 'NR > 1 { print $17 }' | sort -u)" 9
check "  under the new path" same "$("$assay" table --db one.db --format csv | grep -c elsewhere/)" 24
check "more draws" exits 0 study elsewhere --db one.db --draws 11
check "  replace them" same "$("$assay" table --db one.db --format csv | awk -F, 'NR > 1 { print $17 }' | sort -u)" 11
mv gone m

# Groups and columns.
check "groups by an expression" exits 0 study m --db two.db --draws 9 --group '/([0-9])[.]npz'
check "  keep the scores" says "0 cells computed"
check "  of the groups" same "$("$assay" export --db two.db | cut -d, -f1 | sort -u | tr '\n' ' ')" "1 2 3 scenario "
check "an expression that matches nothing" refuses 2 "says nothing of any of the 6 files" study m --db x.db --group zzz
check "no expression" refuses 2 "--group '(':" study m --db x.db --group '('
cat >manifest.csv <<'M'
path,group,name,beta
m/noise/1.npz,a,first,4
m/noise/2.npz,a,"second, with a comma",16
"m/mixing/1.npz",b,,1
M
check "a manifest" exits 0 study manifest.csv --db man.db --draws 0
check "  of names" same "$("$assay" export --db man.db | cut -d, -f2-3 |
    grep -o 'model=first\|model=second, with a comma\|model=1' | sort -u | wc -l)" 3
printf '%s\n' path,group,note 'm/noise/1.npz,a,"x, y; z"' m/noise/2.npz,a, >notes.csv
"$assay" study notes.csv --metrics mig --db notes.db --draws 0 2>err
check "  and columns, as they are" same "$("$assay" table --db notes.db --format csv | tr -d '\r' | cut -d, -f25- |
    sed 's/,dose_.*//; s/,rows of their own (8 factors),0,,,,,,,,,,$//' | tr '\n' '|')" 'note,data_set,clusters,best|"x, y; z"||'
echo "path,group
m/none.npz,a" >bad.csv
check "a manifest with a file that is not there" exits 3 study bad.csv --db bad.db
check "  says which" says "m/none.npz"
check "no such word" refuses 3 "nowhere: No such file" study nowhere --db x.db

# Pairs, with factors of their own or shared.
mkdir -p pairs/one shared
"$assay" generate noise --set alpha=0.2 --samples 200 -o pairs/x.npy 2>/dev/null
check "generate writes pairs" same "$(ls pairs/x-*.npy | wc -l)" 2
cp pairs/x-factors.npy pairs/one/factors.npy && cp pairs/x-codes.npy pairs/one/codes.npy
cp pairs/x-factors.npy shared/factors.npy && cp pairs/x-codes.npy shared/a_codes.npy &&
    cp pairs/x-codes.npy shared/b_codes.npy
"$assay" generate noise --set alpha=0.2 --samples 200 -o shared/c.csv 2>/dev/null
echo "epoch,loss" >shared/log.csv
check "pairs, shared factors, text" exits 0 study pairs shared --db pairs.db --draws 0
check "  are five representations" says "5 representations in pairs.db"
same_values() { "$assay" export --db pairs.db --metrics mig | awk -F, '$9 == "" { print $10 }' | sort | uniq -c; }
check "  of the same scores" same "$(same_values | wc -l) $(same_values | awk '{ print $1 }')" "1 5"

# Tables: by group and by file, the best, what is chance, every number.
"$assay" generate noise --set alpha=1 --samples 300 --seed 1 -o chance.npz 2>/dev/null
{
    echo path,group,data
    for k in 1 2 3; do echo "m/mixing/$k.npz,mixing,drawn" && echo "m/noise/$k.npz,noise,drawn"; done
    echo chance.npz,chance,drawn
} >drawn.csv
check "codes that know nothing" exits 0 "$assay" study drawn.csv --metrics mig,hoyer --db t.db --draws 19
check "by group" exits 0 "$assay" table --db t.db
check "  mean and interval over three models" sh -c 'grep -Eq "^mixing +3 +0[.][0-9]+ ± 0[.]" "$1"' - out
check "  one group is at the level of chance" sh -c 'grep "^chance" "$1" | grep -q ᶜ' - out
for k in 1 2 3; do "$assay" generate noise --set alpha=0.$((k * 4 - 4))$k --samples 300 --seed $k -o few-$k.npz 2>/dev/null; done
"$assay" study few-1.npz few-2.npz --metrics mig --db two.db2 --draws 0 --group '(few)' 2>err
check "two models" exits 0 "$assay" table --db two.db2
check "  of other rows each have a wide interval, without draws" sh -c 'grep -Fq "(0.000 to 1.000)" "$1"' - out
check "  and the table says why" prints "one degree of freedom"
"$assay" study few-1.npz few-2.npz few-3.npz --metrics mig,hoyer --db few.db --draws 0 --group '(few)' 2>err
check "three models, as far apart as can be" exits 0 "$assay" table --db few.db
check "  have one as wide as the range" sh -c 'grep -Eq "^few +3 +0[.][0-9]+ .0.000 to 1.000" "$1"' - out
check "  but for what says something" sh -c 'grep -Eq "^few .* 0[.][0-9]+ ± 0[.]" "$1"' - out
check "  the foot says what the interval covers" prints "covers the choice of rows and of runs"
printf '%s\n' path,group m/mixing/1.npz,mixing m/mixing/2.npz,mixing m/mixing/3.npz,mixing m/noise/1.npz,noise \
    m/noise/2.npz,noise >uneven.csv
"$assay" study uneven.csv --metrics mig --db uneven.db --draws 9 2>err
check "three runs and two" exits 0 "$assay" table --db uneven.db
check "  leave room for the failures of two" prints "2 runs that did not fail leave room for failures in up to 78 %"
sed 's/,noise/,"a, b; c"/' uneven.csv >comma.csv
"$assay" study comma.csv --metrics mig --db comma.db 2>err && "$assay" report --db comma.db --out comma 2>err
check "a group's name with commas is quoted in the paragraph" grep -Fq "Training runs: &#39;a, b; c&#39; 2, " comma/index.html
"$assay" study drawn.csv --metrics mig,hoyer --db nine.db --draws 9 2>err
for by in group file; do
    check "nine draws by $by" exits 0 "$assay" table --db nine.db --by $by
    check "  mark nothing as chance, and say so once" same "$(grep -c '[0-9]ᶜ\|shuffled against' out) $(grep -c 'too few shuffled codes' out)" \
        "0 1"
done
check "  nor does csv" same "$("$assay" table --db nine.db --format csv | awk -F, '$8 == "mig" { n += $20 >= 0.1; said += $21 != "" }
    END { print n, said + 0 }')" "7 0"
check "nineteen for .99" exits 0 "$assay" study drawn.csv --metrics mig,hoyer --db nine.db --draws 19 --interval .99
check "  are too few, too" sh -c '"$0" table --db nine.db | tr "\\n" " " | grep -q "with --draws 99"' "$assay"
check "by file" exits 0 "$assay" table --db t.db --by file --format markdown
check "  of which confidence the intervals are" prints "half of the 95 % interval over drawn rows"
check "  what is indistinguishable from the best is bold, of what claims a property" same "$(grep -c '[*][*]0' out)" 2
check "  hoyer never looks at factors: chance is for mig" same "$(grep -c '<sup>c</sup> |' out)" 1
check "every number" exits 0 "$assay" table --db t.db --format csv
check "  in rows" same "$(wc -l <out)" 15
check "  with p and what is corrected for chance" same \
    "$(awk -F, '$8 == "mig" && $21 == "no" { n += $20 == 0.05 && $22 < $11 && $14 < $11 && $11 < $15 }
        END { print n }' out)" 6
"$assay" study m/noise --metrics t-mex --db mex.db --draws 19 2>err
check "  of mismatches, which claim nothing, a chance level and nothing that takes more for better" same \
    "$("$assay" table --db mex.db --format csv | tr -d '\r' | awk -F, '$10 == "share" { more += $20 != "" && $21 != "" }
        $10 == "mismatches" { none += $18 != "" && $20 $21 $22 == "" } END { print more, none }')" "3 3"
check "LaTeX" exits 0 "$assay" table --db t.db --by file --format latex
check "  is split where it is wider than a column" sh -c \
    'grep -q "^% wider than a line: set as several" "$1" && [ $(sed "/duplicates/q" "$1" | grep -c "begin{tabular}") -gt 2 ]' - out
if command -v gnuplot >/dev/null; then
    "$assay" generate noise --set alpha=0.2 --samples 150 --seed 4 -o short.npz 2>/dev/null
    "$assay" study m/mixing short.npz --metrics mig --db sizes.db --draws 0 --group '(mixing|short)' 2>err
    check "models of several sizes in one figure" exits 0 "$assay" plot --db sizes.db --out sizes
    check "  which says so" same "$(ls sizes/*.dat) $(grep -c '150 to 300 samples' sizes/models.dat)" \
        "sizes/models.dat 1"
    long=whose-name-takes-half-of-a-line
    for k in 1 2 3 4 5 6 7 8 9; do
        mkdir -p "groups/$k-$long" && cp short.npz "groups/$k-$long"
    done
    mkdir "groups/end-$long-$long" && cp short.npz "groups/end-$long-$long/0.npz"
    "$assay" study groups --metrics mig --db groups.db --draws 0 2>err
    check "more groups than a small figure has lines" exits 0 "$assay" plot --db groups.db --out groups
    check "  are all in its key" same "$(grep -c ">[1-9]-$long<" groups/models.svg)" 9
    check "  a name that has no room without its middle" grep -q ">end-whose.*….*-line<" groups/models.svg
    printf 'path,group,data\n%s,a,x\n%s,b,x\n%s,c,x\n%s,a,y\n%s,c,y\n' few-1.npz few-2.npz few-3.npz m/noise/1.npz \
        m/noise/2.npz >lacks.csv
    "$assay" study lacks.csv --metrics mig --db lacks.db --draws 0 2>err
    check "a group that a data set lacks" exits 0 "$assay" plot --db lacks.db --out lacks
    check "  leaves the others their colours" same "$(grep -ho "ls [0-9] title '.'" lacks/*.gp | sort | uniq -c | xargs)" \
        "2 ls 1 title a 1 ls 2 title b 2 ls 3 title c"
    check "a page without verdicts" exits 0 "$assay" report --db t.db --out page
    check "  with the table of groups" grep -q "chance</th>" page/index.html
    check "  their figure" test -s page/figures/models.pdf
    "$assay" table --db t.db --format csv >out
    check "  and every number" cmp out page/tables/models.csv
else
    skip "the page" "no gnuplot" gnuplot-nox
fi
for k in 1 2 3; do "$assay" study drawn.csv --metrics mig,hoyer --db part.$k --draws 19 --shard $k/3 2>err; done
check "in three parts" exits 0 "$assay" merge parts.db part.1 part.2 part.3
check "  the same table" same "$("$assay" table --db parts.db --format csv | sort | cksum)" \
    "$("$assay" table --db t.db --format csv | sort | cksum)"
check "no such table" refuses 2 "no choice 'model' of table --by (file, group)" "$assay" table --db t.db --by model
check "columns of the manifest" same "$("$assay" table --db man.db --format csv | tr -d '\r' | grep -c ',16,[^,]*,0,')" 4

# A link back, codes alone, notes that alternate.
mkdir -p back/one && cp pairs/x-codes.npy back/one/b-codes.npy
for k in 1 2 3; do "$assay" generate noise --samples 200 --seed $k -o back/one/$k.npy; done
ln -s .. back/one/up && ln -s ../one back/one/itself
check "links back into the folder" exits 3 study back --db back.db --draws 0
check "  are not followed" says "3 representations in back.db"
check "  codes without factors are reported" says \
    "b-codes.npy: codes without factors: back/one/b-factors.npy is not there"
check "  what is the same is noted once" same "$(grep -c '^note: back' err)" 1
check "  with how many more" says "note: the same of 2 more"
check "  status" exits 0 "$assay" status --db back.db --format json
check "  says it in the same words" prints "codes without factors: back/one/b-factors.npy is not there, nor"
"$assay" study m --metrics mig,hoyer,sap --draws 0 --db rows.db 2>/dev/null
check "status has a row for each group" same "$("$assay" status --db rows.db --format csv | grep -c '^study,')" 2

# A file that is named twice, by its folder and one above.
check "a folder and one above it" exits 0 "$assay" study m/noise m ./m/noise/1.npz --metrics mig --draws 0 --db twice.db
check "  each file is a model once" says "6 representations in twice.db: 12 cells computed"

# Two files that would be one.
mkdir -p p/a q/a && cp m/noise/1.npz p/a/1.npz && cp m/noise/2.npz q/a/1.npz
check "two files of one group and name" refuses 2 "separate them by --group" study p q --db x.db
check "  --group separates them" exits 0 study p q --db x.db --group '^[pq]'

for word in status agree judge table "plot --list" export; do
    # shellcheck disable=SC2086
    check "$word reads it" exits 0 "$assay" $word --db two.db
done
check "fewer bins than classes are remarked once" sh -c '
    "$0" generate noise --profile dsprites -n 300 -o bins.npz && "$0" study bins.npz --db t9.db --kinds categorical \
        --metrics mig --draws 0 2>&1 | grep -c "factor v3 has 40 classes" | grep -qx 1' "$assay"
check "nothing is named" refuses 2 "no file or folder" study --db x.db
check "--interval" refuses 2 "a confidence from 0.5" study m --db x.db --interval 95
"$assay" generate noise --samples 200 -o swap.npy 2>/dev/null
awk 'BEGIN { for (k = 0; k < 200; k++) print k % 3 "," k % 7 }' >labels.csv
check "classes for codes and decimals for factors" exits 0 "$assay" score --factors swap-factors.npy --codes \
    labels.csv \
    --metrics mig
check "  are reported before anything is scored" says "have the two changed places?"
# Several code tables of the same rows: what compares tables is scored, and told how many there are.
mkdir tables
awk 'BEGIN { srand(1); print "v1,z1_1,z1_2,z2_1,z2_2,z3_1,z3_2"
    for (k = 0; k < 200; k++) { a = rand(); b = rand(); print a "," a "," b "," b "," 1 - a "," a "," b * b } }' \
    >tables/three.csv
awk -F, 'NR == 1 { print "v1,z1,z2,z3,z4,z5,z6" } NR > 1' tables/three.csv >beside.csv
awk -F, '{ print $1 "," $2 "," $3 }' beside.csv >tables/one.csv
check "code tables of one file" exits 0 "$assay" study tables --db tables.db --metrics mig,udr,-dose
check "  are named" says "3 code tables of 2 codes: only metrics that compare tables score them"
udr() { awk -F, '$1 ~ /^udr/ { print $1, $4 }'; }
check "  and scored as if side by side" same \
    "$("$assay" score --data tables/three.csv --metrics all --format csv 2>err | udr)" \
    "$("$assay" score --data beside.csv --metrics udr:tables=3 --format csv 2>err | udr)"
check "  the other file by the other metrics, each once" same \
    "$("$assay" export --db tables.db | awk -F, '$9 == "" && NR > 1 { print $2, $5, $6 }' | sort | tr '\n' ' ')" \
    "model=one mig default model=one udr default model=three udr default:tables=3 "
check "  no chance level: factors are not looked at" same \
    "$("$assay" table --db tables.db --by file --format csv | awk -F, '$9 ~ /tables/ { print $16, $18 $19 $20 }')" \
    "bootstrap "
check "  again" exits 0 "$assay" study tables --db tables.db --metrics mig,udr,-dose
check "  nothing is left to do" says "0 cells computed"
head -61 tables/one.csv >plain.csv
check "where nobody asks, one table is not compared with itself" exits 0 "$assay" study plain.csv --draws 0 --db plain.db
check "  all else is scored" same "$("$assay" export --db plain.db | cut -d, -f5 | sort -u | grep -xc 'udr\|mig')" 1
check "  nor is it estimated" sh -c '"$0" study plain.csv --estimate --format csv 2>/dev/null | grep -qx "udr@default,0,does not apply,.*"' "$assay"
check "  several are" sh -c '"$0" study tables/three.csv --estimate --format csv 2>/dev/null | grep "^udr" | grep -qv ",0,"' "$assay"
check "  an estimate has no column of dashes" sh -c '"$0" study plain.csv --estimate --metrics mig,-dose 2>/dev/null | grep -qx "Columns without values are not shown: most of it is"' "$assay"
check "what takes no angle is undefined" exits 0 "$assay" study plain.csv --kinds cyclic:360 --metrics mig,irs,dci-lasso --draws 0 --db angle.db
cp plain.csv other.csv && sed -i '2s/,[^,]*$/,0.5/' other.csv
"$assay" study plain.csv other.csv --kinds cyclic:360 --metrics mig,irs,dci-lasso --draws 0 --db angle.db >/dev/null 2>err
for command in "compare --by file" "compare --all --by file" "table --by file"; do
    check "  which $command explains, once" same "$("$assay" $command --db angle.db | tr '\n' ' ' |
        grep -Eo '[0-9]* scores are undefined and left out, for reasons such as: [^.]*factor v1 is cyclic, and [a-z-]* takes its values' | wc -l)" 1
done
check "a digest without chance levels says so" says "at chance: no score that has a chance level"
check "without one that compares" exits 3 "$assay" study tables/three.csv --db other.db --metrics mig
check "  the way out" says "no metric is asked for that compares tables"
check "another number is refused" refuses 2 "udr:tables=6: there are 3 code tables" \
    "$assay" score --data tables/three.csv --metrics udr:tables=6
check "the number that plain codes are taken for is refused" refuses 2 "udr:tables=2: there are 3 code tables" \
    "$assay" score --data tables/three.csv --metrics udr,udr:tables=2
done_testing
