#!/bin/sh
# Scenarios on other factors: in a store, in a plan, judged, and never two profiles in one verdict.
. tests/cli/tap.sh

root=$PWD
cd "$dir" || exit 99
check "a plan on a profile" exits 0 "$assay" run quick --profile dsprites --scenarios \
    noise,mixing,duplicate,dependent,trig \
    --metrics mig,modularity,control-oracle --seeds 0:5 --samples 200 --db p.db
check "... says what it leaves out" grep -q "not applicable: dependent on dsprites" err
check "... and runs the rest" sh -c '"$0" status --db p.db | grep -q trig' "$assay"
check "all points are on it" sh -c '"$0" export --db p.db | tail -n +2 | grep -vc "factors=dsprites" | grep -qx 0' \
    "$assay"
check "a copy is one point, whatever the number of factors" \
    sh -c '"$0" export --db p.db | grep -c "^duplicate,copies=2;factors=dsprites,200,0,mig,default,mig,factor,," |
        grep -qx 1' "$assay"
check "judged on the only profile there is" exits 0 "$assay" judge control-oracle modularity-coherent --db p.db \
    --format json
check "... which the verdict names" sh -c 'grep -q "\"factors\": \"dsprites\"" out && grep -q "\"pass\"" out'
check "a property that asks of what is not applicable" exits 0 "$assay" judge control-oracle dependent-complete --db \
    p.db
check "... says so" sh -c 'grep -q not-claimed out && grep -q "not applicable on the factors dsprites" out'
check "what is missing" exits 0 "$assay" judge mig dead-code-safe --db p.db
check "... names the profile" sh -c 'tr -s " \n" " " <out | grep -q -- "--metrics mig --profile dsprites"'
check "no verdict of a thesis on continuous factors is shown" \
    sh -c '"$0" judge mig noise-robust --db p.db | grep -q "^published" && exit 1 || exit 0' "$assay"

check "its own factors in the same store" exits 0 "$assay" run quick --scenarios noise,mixing,duplicate --metrics \
    mig,modularity,control-oracle \
    --seeds 0:5 --samples 200 --db p.db
check "two profiles: the scenarios' own, with a word" exits 0 "$assay" judge control-oracle modularity-coherent --db \
    p.db --format json
check "... on standard error" grep -q "several factor profiles; these are on own, --profile chooses: own dsprites" err
check "... and nothing of the other" sh -c 'grep -q "\"factors\": null" out && ! grep -q "factors=dsprites" out'
check "--profile chooses" exits 0 "$assay" judge control-oracle modularity-coherent --profile dsprites --db p.db \
    --format json
check "... the other" sh -c 'grep -q "\"factors\": \"dsprites\"" out && ! grep -q "alpha=0 to\|alpha=0," out'
check "a table of one of them" sh -c '"$0" table --profile own --scenarios noise --db p.db | grep -vq dsprites' "$assay"

cat >grid.yaml <<'Y'
name: grid
seeds: 0:2
metrics: [mig]
samples: 100
factors: [own, cars3d]
scenarios: [{noise: {alpha: [0]}}, {partial: {known: [2, 8]}}]
Y
check "profiles in a plan" exits 0 "$assay" run grid.yaml --db y.db
check "... each with the points that exist there" same \
    "$("$assay" export --db y.db | tail -n +2 | grep ',0,mig,default,mig,factor,,' | cut -d, -f1,2 | sort |
        tr '\n' ' ')" \
    "noise,alpha=0 noise,alpha=0;factors=cars3d partial,known=2 partial,known=2;factors=cars3d partial,known=8 "
printf 'a,b\n0,0.5\n1,0.25\n2,0.75\n1,0.125\n0,0.5\n2,1.5\n' >mine.csv
sed 's/^factors:.*/factors-from: mine.csv/; /^samples/d' grid.yaml >file.yaml
check "the rows of a file in a plan" exits 0 "$assay" run file.yaml --db f.db
check "... as they are" sh -c '"$0" export --db f.db | grep -q "^noise,alpha=0;factors=rows-[0-9a-f]*,6,0,mig"' "$assay"
check "drawn, with --samples" exits 0 "$assay" run quick --factors-from mine.csv --samples 50 --seeds 0:1 --scenarios \
    noise --metrics mig --db f.db
check "... so named" sh -c '"$0" export --db f.db | grep -q "^noise,alpha=0;factors=drawn-[0-9a-f]*,50,0,mig"' "$assay"
check "the same rows have the same name again" sh -c '"$0" run file.yaml --db f.db 2>&1 | grep -q " 0 computed"' \
    "$assay"
check "score on a file's factors" exits 0 "$assay" score --scenario mixing --factors-from mine.csv --metrics mig
check "generate on a profile" exits 0 "$assay" generate noise --profile pos --samples 20 -o -
check "an unknown profile" refuses 2 "assay list profiles" "$assay" run quick --profile dsprite --db p.db
check "profile and file" refuses 2 "profile" "$assay" generate noise --profile pos --factors-from mine.csv -o -
check "nothing of a plan is applicable" refuses 2 "interp on dsprites" "$assay" run quick --profile dsprites \
    --scenarios interp --db p.db
check "not applicable" refuses 2 "how its factors depend" "$assay" generate dependent --profile dsprites -o -
sed 's/^factors:.*/factors: [own, nowhere]/' grid.yaml >bad.yaml
check "an unknown profile in a plan has its line" refuses 3 "bad.yaml:5: no profile 'nowhere'" "$assay" run \
    bad.yaml --db y.db
check "fewer bins than classes are remarked" exits 0 "$assay" score --scenario noise --profile dsprites -n 100 \
    --metrics mig,mig:bins=40
check "... by name" grep -q \
    "factor v3 has 40 classes, and these cut each code into fewer bins: mig (10); " out
check "... in JSON" sh -c '"$0" score --scenario noise --profile dsprites -n 100 --metrics mig --format json |
    grep -q "remark.*40 classes"' "$assay"
check "... and in a table" sh -c '"$0" table --profile dsprites --scenarios noise --db p.db | tr "\n" " " |
    grep -q "factor v3 has 40 classes"' "$assay"
check "profiles are listed" sh -c '"$0" list profiles | grep -q "^dsprites .*3 x 6 x 40 x 32 x 32"' "$assay"
check "and described" sh -c '"$0" describe pos | grep -q "adv.: 25 classes, or absent"' "$assay"
cd "$root" || exit 99
done_testing
