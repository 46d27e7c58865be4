#!/bin/sh
# What may stand in one mean, and what is said of it: one checkpoint for all groups, settings that differ within a group,
# groups that a data set lacks, any name of a group, columns that nobody asked about.
. tests/cli/tap.sh
cd "$dir" || exit 99
model() { # model FILE NOISE SEED [ROWS [COPIES]]: 60 rows, three factors, their codes; noise 9: the last code is constant
    awk -v noise="$2" -v seed="$3" -v rows="${4:-7}" -v copies="${5:-1}" 'BEGIN { srand(rows); for (r = 0; r < 180; r++) v[r] = rand(); srand(seed)
        print "v1,v2,v3,z1,z2,z3" (copies > 1 ? ",z4,z5,z6" : "")
        for (r = 0; r < 60; r++) { line = v[3 * r] "," v[3 * r + 1] "," v[3 * r + 2]
            for (j = 0; j < 3 * copies; j++) {
                k = j % 3
                line = line "," (noise == 9 ? (k < 2) * (v[3 * r + k] + .1 * (rand() - .5)) : v[3 * r + k] + noise * (rand() - .5))
            }
            print line } }' >"$1"
}
study() { "$assay" study "$@" --metrics mcc,mig,-dose; }
mkdir lab
for group in a b c; do for seed in 1 2; do for order in 10 20 30; do
    model lab/$group$seed-$order.csv "$(echo "$group $order" | tr abc 124 | awk '{ print $1 * 6 / $2 }')" $seed$order
done; done; done

# c ends at 10, d has no checkpoints, a is ahead at its own last one.
{ echo path,group,seed,order && for m in a1 a2 b1 b2; do
    for order in 10 20 30; do echo "$m-$order.csv,${m%?},${m#?},$order"; done
done && echo c1-10.csv,c,1,10 && echo c2-10.csv,c,2,10 && echo c1-20.csv,d,1, && echo c2-20.csv,d,2,; } >lab/orders.csv
grep -v '^a.*,30$' lab/orders.csv >lab/all.csv
check "groups whose checkpoints differ" exits 0 study lab/all.csv --db all.db
check "  are compared at one" exits 0 "$assay" compare --db all.db
check "  that all have, which is said" prints "Of checkpoints those of order 10 count, the last that all groups have; --along"
check "  the same as at that order" same "$(grep ^mcc out)" "$("$assay" compare --db all.db --at 10 | grep ^mcc)"
check "  nor are runs of others held against each other" exits 0 "$assay" study lab/all.csv --consistency --format csv
check "  but at that order" same "$(awk -F, 'NR > 1 { print $1 $3 }' out | tr '\n' ' ')" "a10 b10 c10 d "
sed 's/^c\(.\)-10.csv,c,\(.\),10/c\1-30.csv,c,\2,5/' lab/orders.csv >lab/most.csv
study lab/most.csv --db most.db 2>err
check "  c shares none: named" has "those of order 30 count, the last that all groups have but c;" compare --db most.db
check "  and nowhere else" same "$(grep -c '^mcc .* c ' out) $(grep -c '^mcc .* d ' out)" "0 1"
check "  of its runs, too" same "$("$assay" study lab/most.csv --consistency | grep '^Without')" \
    "Without two runs (at that order): c."
check "along checkpoints groups stand against groups" exits 0 "$assay" compare a b --db most.db --along order --format csv
check "  at each" same "$(tr -d '\r' <out | awk -F, '$1 == "mcc" && $5 { print $4 $5 $NF }' | tr '\n' ' ')" "ab10 ab20 ab30 "
check "  the best of each is bold" exits 0 "$assay" table --db most.db --metrics mcc --scenarios a,b --along order --format markdown
check "  the first, too" same "$(grep -c '^| a .*[*][*]' out) $(grep -c '^| b .*[*][*]' out)" "2 0"

# Two learning rates under one name.
{ echo path,group,seed,lr,loss && echo a1-30.csv,a,1,.1,3 && echo a2-30.csv,a,2,.1,4 && echo b1-30.csv,b,1,.1,5 &&
    echo b2-30.csv,b,2,.1,6 && echo b1-20.csv,b,1,.01,7; } >lab/rates.csv
study lab/rates.csv --db rates.db 2>said
check "settings that differ within a group" exits 0 "$assay" table --db rates.db
check "  are said, once" same "$(grep -c 'Models of one seed in group b differ in lr,loss, and' out) $(grep -c lr, said)" "1 1"
check "  by compare" same "$("$assay" compare --db rates.db | grep -c 'group b differ in lr,loss')" 1
check "  and not where they are parted" same "$("$assay" compare --db rates.db --each lr | grep -c 'differ in')" 0

# Two data sets; c is on the first alone.
{ echo path,group,seed,data && for m in a1 a2 b1 b2; do echo "$m-30.csv,${m%?},${m#?},easy" &&
    sed '2d' lab/$m-20.csv >lab/$m-hard.csv && echo "$m-hard.csv,${m%?},${m#?},hard"; done &&
    echo c1-30.csv,c,1,easy && echo c2-30.csv,c,2,easy; } >lab/sets.csv
study lab/sets.csv --db sets.db 2>err || exit 99
for what in "--pareto mcc,mig" --best-of; do
    check "$what over data sets is one table for programs" exits 0 "$assay" compare --db sets.db $what --format csv
    check "  whose rows say which" same "$(grep -c ^data_set, out) $(sed 1d out | cut -d, -f1 | sort -u | tr '\n' ' ')" "1 easy hard "
    check "  in JSON, too" same "$("$assay" compare --db sets.db $what --format json | grep -c '"rows"')" 1
done
check "a data set is called as it is on the screen" same "$("$assay" table --db sets.db --format csv | sed 1d |
    grep -o 'easy,0,\|hard,0,' | sort -u | tr '\n' ' ') $("$assay" compare --db sets.db --format csv | cut -d, -f24 | sort -u |
    tr '\n' ' ')" "easy,0, hard,0,  data_set easy hard "
check "a group that a data set lacks is missing there by name" sh -c '"$0" compare --db sets.db | grep -q "^Not on data set hard: c[.]" &&
    "$0" table --db sets.db | grep -q "^Not on data set hard: c[.]"' "$assay"
check "  and at a value of a column" same "$("$assay" compare --db rates.db --each lr | grep '^Not on')" "Not on lr .01: a."
check "  not where all have it" same "$("$assay" compare --db sets.db --scenarios a,b | grep -c '^Not on')" 0

check "agreement of runs is a table of any format" same "$("$assay" study lab/all.csv --consistency --format json | grep -c '"rows"') \
$("$assay" study lab/all.csv --consistency --format latex | grep -c 'tabular}$') $("$assay" study lab/all.csv --consistency \
    --format markdown | grep -c '^| a ')" "1 1 1"

printf '%s\n' path,group,seed a1-30.csv,'"lr=1,b=2"',1 a2-30.csv,'"lr=1,b=2"',2 b1-30.csv,b,1 b2-30.csv,b,2 >lab/commas.csv
check "names with commas" exits 0 study lab/commas.csv --db commas.db
check "  are quoted in the five lines" says "ahead for certain: 'lr=1,b=2' on "

# Who is ahead in sap of one code a factor, and in mcc of two; c is behind in both.
mkdir front && for seed in 1 2 3; do
    model front/a$seed.csv 1 $seed && model front/b$seed.csv .1 $seed 7 2 && model front/c$seed.csv 3 $seed 7 2
done
"$assay" study front --group '/([abc])' --metrics sap,mcc,-dose --db front.db 2>err
check "a front whose rows differ" exits 0 "$assay" compare --db front.db --pareto sap,mcc --format csv
check "  has both, and not who is below one of them in both" same "$(tr -d '\r' <out | sed 1d | cut -d, -f2,5- | tr '\n' ' ')" \
    "a,yes, b,yes, c,,a "
check "  though each is above the other for certain" same "$("$assay" compare --db front.db | grep -Ec '^(sap .* a [0-9.]* [|] [bc]|mcc .* b [0-9.]* [|] a) ')" 2

"$assay" study lab/orders.csv --all --db stopped.db >out 2>err &
pid=$!
until "$assay" status stopped.db --format csv 2>said | grep -q '^study,' || ! kill -0 $pid; do sleep .05; done
kill -INT $pid
wait $pid
check "a study that was stopped" same "$?" 130
check "  has not done all" sh -c '"$0" table --db stopped.db 2>&1 | grep -Eq "Incomplete: .*[0-9]+ models are not read yet[.]"' "$assay"
check "  which status checks" exits 1 "$assay" status stopped.db --check

# Columns that look like a design and are none.
for word in method Grp dataset; do
    sed "1s/group/$word/;1s/data$/other/" lab/sets.csv >lab/asked.csv
    check "a column $word is asked about" exits 3 study lab/asked.csv --db asked.db
    check "  once, and nothing is scored" same "$(grep -c "column '$word': is it '" err)" 1
done
printf 'path,epoch,arch\na1-10.csv,1,x\na1-20.csv,2,x\n' >lab/asked.csv
check "a column epoch may be something else" exits 0 study lab/asked.csv --db asked.db
check "  and is asked about" says "warning: column 'epoch' of lab/asked.csv: is it 'order'?"
check "  no groups are called declared" says "design: a group for each folder, "
study lab/sets.csv --db sets.db 2>err
check "  but where they are" says "design: groups as declared, "
check "  where nothing is asked" same "$(grep -c 'is it' err)" 0

# Codes of which one is constant: mcc is of two factors alone.
mkdir part && echo path,group,seed,data >part/manifest.csv
for rows in 1 2 3 4 5 6; do for seed in 1 2 3; do
    model part/a$rows$seed.csv 9 $rows$seed $rows && model part/b$rows$seed.csv 1 9$rows$seed $rows
    printf '%s\n' "a$rows$seed.csv,a,$seed,d$rows" "b$rows$seed.csv,b,$seed,d$rows" >>part/manifest.csv
done; done
"$assay" study part/manifest.csv --metrics mcc,-dose --db part.db --draws 19 2>err || exit 99
check "ranks of partly defined scores say so" sh -c '"$0" compare --db part.db | grep -Eq "^mcc .* a 1[.]0 [(]part[)] [|] b 2[.]0 "' "$assay"
no_gnuplot
check "a page of them" exits 0 "$assay" report --db part.db --out page
check "  says it in the paragraph" grep -q "a scores highest, [0-9.]*, over those items alone that are defined[.] It is above b" page/index.html
"$assay" table --db part.db --format csv -o whole.csv
check "  and how many items" cmp whole.csv page/tables/models.csv

"$assay" agree --db sets.db --all --draws 5 2>err | sed 1d >alone
"$assay" run quick --scenarios noise --samples 100 --seeds 0:1 --metrics mcc --db sets.db >out 2>err || exit 99
check "models agree within their data sets where the store has scenarios, too" same \
    "$("$assay" agree --db sets.db --all --draws 5 2>err | sed 1d)" "$(cat alone)"
check "  which they do" grep -q "^Stratified: the mean over 2 data sets" alone

done_testing
