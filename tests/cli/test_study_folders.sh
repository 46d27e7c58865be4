#!/bin/sh
# Folders as they are: what cannot be read, what is no representation, links, equal, renamed and deleted files.
. tests/cli/tap.sh
cd "$dir" || exit 99
chmod 755 "$dir"
model() { "$assay" generate noise --set alpha=0.3 --samples 120 --seed "$1" -o "$2" 2>/dev/null; }
study() { "$assay" study "$@" --metrics mig,hoyer --draws 0; }
mkdir -p t/a t/b
for k in 1 2 3 4; do model $k m$k.npz; done
cp m1.npz t/a/model.npz && model 5 t/a/model.csv && cp m2.npz t/b/two.npz

# What a folder holds beside representations.
echo x >t/a/model.pt && echo x >t/a/other.PT && echo x >t/b/model.h5 && touch t/b/1.json t/b/2.json t/b/3.json t/b/4.json t/b/log
check "a folder with files of other formats is scored" exits 0 study t --db one.db
check "  all that is a representation" says "3 representations in one.db: 9 cells computed"
check "  each format is listed with the line of Python that exports it" says \
    "passed over: t/a/other.PT: in Python: import numpy, torch;"
check "  one by one" says "passed over: t/b/model.h5: in Python: import numpy, h5py;"
check "  three of the rest are named" says "passed over: t/b/3.json: of no format that assay reads"
check "  no fourth" sh -c '! grep -q "4\.json" err'
check "  what is more is counted" says "passed over: 2 more: of no format that assay reads"
check "  two files of one name keep their endings" same "$("$assay" export --db one.db | cut -d, -f2 | sort -u |
    grep -c 'model=a/model.csv\|model=a/model.npz')" 2
check "a named file of another format ends with 3" exits 3 study t/a/model.npz t/a/model.pt nowhere --db two.db
check "  after the rest was scored" says "1 representation in two.db: 3 cells computed"
check "  and says why" says "not scored: t/a/model.pt: assay does not read .pt; in Python: import numpy, torch"
check "  of a word that is no file, too" says "not scored: nowhere: No such file or directory"
rm t/a/model.pt t/a/other.PT t/b/model.h5 t/b/?.json t/b/log

# Links: in a circle, in diamonds, to nothing, to a file that is there.
last=1
while [ $last -lt 25 ]; do
    mkdir -p t/d/$last && for k in 1 2 3; do ln -s ../$((last + 1)) t/d/$last/l$k; done
    last=$((last + 1))
done
mkdir t/d/25 && cp m3.npz t/d/25/deep.npz && ln -s .. t/d/up && ln -s ../b/two.npz t/a/latest.npz && ln -s self t/d/self
check "links in diamonds are followed once" exits 3 study t --db links.db
check "  each real file is a model once" says "4 representations in links.db"
check "  under its own name" same "$("$assay" export --db links.db | grep -c 'model=b/two')" \
    "$("$assay" export --db links.db | grep -c 'model=a/model.npz')"
check "  a link to a file that is there is named" says "passed over: t/a/latest.npz: the same file as t/b/two.npz"
check "  a link to itself, too" says "not scored: t/d/self: Too many levels of symbolic links"
rm t/d/self
check "  without it all is well" exits 0 study t --db links.db
ln -s nowhere.npz t/a/dangling.npz
check "a link to nothing is reported and the rest is scored" exits 3 study t --db links.db
check "  by name" says "not scored: t/a/dangling.npz: a link to a file that is not there"
rm -r t/a/dangling.npz t/a/latest.npz t/d

# Pipes, and names that are no line of text.
mkfifo t/a/pipe.npz t/a/pipe
cp m4.npz "t/b/new
line.npz" && cp m4.npz "t/b/$(printf 'latin\351').npz"
check "a pipe and names that are no text are reported and the rest is scored" exits 3 study t --db names.db
check "  three representations" says "3 representations in names.db"
check "  the pipe" says "not scored: t/a/pipe.npz: is a pipe or a device"
check "  one that could be no representation" says "passed over: t/a/pipe: is a pipe or a device"
check "  a name of two lines, as one" says "not scored: t/b/new line.npz: its name is not one line of UTF-8; rename it"
check "  a name in another encoding" says "not scored: t/b/latin?.npz: its name is not one line of UTF-8; rename it"
rm t/a/pipe* t/b/new* t/b/latin*

# Folders and files that may not be read, which root may.
mkdir t/secret && cp m3.npz t/secret/x.npz && cp m4.npz t/b/closed.npz && chmod 000 t/secret t/b/closed.npz
mkdir free && chmod 777 free
ordinary=
[ "$(id -u)" != 0 ] || ordinary="setpriv --reuid 65534 --regid 65534 --clear-groups"
# shellcheck disable=SC2086
check "a folder and a file that may not be read do not end a study" exits 3 \
    $ordinary "$assay" study t --db free/closed.db --metrics mig --draws 0
check "  the others are scored" says "6 cells computed"
check "  the folder is named" says "not scored: t/secret: Permission denied"
check "  the file, too" says "not scored: t/b/closed.npz: cannot be opened: Permission denied"
chmod 755 t/secret && rm -r t/secret && rm -f t/b/closed.npz

# Equal files.
mkdir same && for k in 1 2 3 4 5; do cp m1.npz same/copy$k.npz; done
check "five copies of one model" exits 0 study same --db same.db
check "  are reported" says "5 files hold the same arrays, same/copy1.npz and same/copy2.npz first: they are one model"
check "  their table" exits 0 "$assay" table --db same.db
check "  has one model without an interval" sh -c 'grep -Eq "^same +1 +0[.][0-9]+ +0[.][0-9]+ *$" "$1"' - out
check "  and says so" prints "4 models hold the same arrays as another of their group"
check "  by file there are five" same "$("$assay" table --db same.db --format csv | grep -c ',mig,')" 5

# Renamed and deleted files.
study t same --db all.db 2>err
mv t/b/two.npz t/b/renamed.npz
check "a renamed file keeps its scores" exits 0 study t --db all.db
check "  nothing is computed" says " 0 cells computed"
check "  it is recognised" says "1 had another name before"
check "  and is there once" same "$("$assay" export --db all.db | grep -c 'model=b/two')" 0
rm t/a/model.csv
check "a deleted file" exits 0 study t --db all.db
check "  is marked as gone" says "1 model of the store is marked as gone"
check "  the store says which: by its path" has "t/a/model.csv" status --db all.db
check "  the table leaves it out" same "$("$assay" table --db all.db --format csv 2>err | grep -c model.csv)" 0
check "  and says so" says "note: 1 model is left out, since the file was deleted"
check "  but for --keep-missing" same "$("$assay" table --db all.db --format csv --keep-missing | grep -c model.csv)" 2
model 5 t/a/model.csv
check "what is back" exits 0 study t --db all.db
check "  has its scores" says " 0 cells computed"
check "  and is in the table" same "$("$assay" table --db all.db --format csv | grep -c model.csv)" 2
mkdir elsewhere && cd elsewhere && cp ../m4.npz . 
check "from another folder" exits 0 study m4.npz --db ../all.db
check "  no file of elsewhere is marked" same "$("$assay" table --db ../all.db --format csv | grep -c model.csv)" 2
cd ..

# Warnings before scoring.
awk 'BEGIN { srand(1); print "v1,v2,v3,z1,z2,z3"
    for (k = 0; k < 400; k++) { if (k % 10 == 0) u = rand(); print u "," 2 * u + 1 "," 7 "," rand() "," rand() "," rand() } }' \
    >odd.csv
check "odd data are scored" exits 0 "$assay" score --data odd.csv --metrics mig
check "  equal factors are named" says "warning: factors v1 and v2 are nearly equal"
check "  repeated rows, too" says "warning: the continuous factors take 40 different rows among 400"
check "  and constant columns" says "warning: 1 of 3 factors is constant, factor v3 first"
check "  in JSON all three" same "$("$assay" score --data odd.csv --metrics mig --format json 2>/dev/null |
    grep -c '"warning":')" 3
check "a study says the same" exits 0 study odd.csv --db odd.db
check "  of its file" says "warning: odd.csv: factors v1 and v2 are nearly equal"
awk 'BEGIN { srand(2); printf "v1"; for (j = 1; j <= 20; j++) printf ",z%d", j; print ""
    for (k = 0; k < 25; k++) { printf "%s", rand(); for (j = 1; j <= 20; j++) printf ",%s", rand(); print "" } }' >few.csv
check "25 rows of 20 codes" exits 0 "$assay" score --data few.csv --metrics mig
check "  are too few" says "warning: 25 rows for 20 codes: codes that carry no information explain about 83 % of a factor"
check "ordinary data" exits 0 "$assay" score --data m1.npz --metrics mig
check "  have no warning" sh -c '! grep -q "^warning" "$1"' - err

# Means over part of the items.
awk 'BEGIN { srand(3); print "v1,v2,z1,z2"
    for (k = 0; k < 300; k++) { a = rand(); print a ",0.5," a "," rand() } }' >part.csv
check "a mean over part of the factors" exits 0 study part.csv --db part.db
check "  is marked in the table" sh -c '"$1" table --db part.db | grep -q "part .*(part)"' - "$assay"
for format in markdown latex; do
    check "  in $format" sh -c '"$1" table --db part.db --format $2 | grep -q "(part)"' - "$assay" $format
done
awk 'BEGIN { srand(4); print "v1,v2,z1,z2"
    for (k = 0; k < 300; k++) { a = rand(); print a "," rand() "," a "," rand() } }' >whole.csv
study part.csv whole.csv --db halves.db >out 2>err
check "  where it is compared, too" sh -c '"$1" compare --all --by file --db halves.db --metrics mig >both &&
    grep -q "^mig  *part  *1  *[0-9.]*ᵃ" both && grep -q "^mig  *part  *whole  *[-0-9.]*ᵃ" both &&
    grep -q "^ᵃ over those items alone" both && grep -q "^ᵃ of means over different items" both' - "$assay"
check "  and for programs" same "$("$assay" compare --by file --db halves.db --metrics mig --format csv | tr -d '\r' |
    awk -F, 'NR > 1 { print $4 "-" $5 "-" $(NF - 2) }' | tr '\n' ' ')" "part--yes whole--no part-whole-yes "
check "  in csv" same "$("$assay" table --db part.db --format csv | tr -d '\r' | awk -F, '$8 == "mig" { print $23, $24 }')" "2 1"
check "  a whole mean is not" same "$("$assay" table --db part.db --format csv | tr -d '\r' |
    awk -F, '$8 == "hoyer" { print $23 "-" $24 }')" "-0"
# A manifest is often what a tracker of experiments exports: hundreds of columns of settings.
dumped() { printf 'path,said,%s\nm1.npz,%04000d,%s\n' "$(seq -s , -f 'c%g' "$1")" 0 "$(seq -s , "$1")" >dump.csv; }
dumped 1022
check "a manifest of 1024 columns" exits 0 study dump.csv --db dump.db
check "  is one, whole" same "$("$assay" table --by file --along c1022 --db dump.db --format csv | grep -c 'm1[.]npz.*,0\{4000\},1,.*,1022,')" 2
check "  without column c1023" refuses 2 "no column 'c1023' of the manifests" "$assay" table --along c1023 --db dump.db
dumped 1023
check "one of more" refuses 3 "dump.csv: line 1 has more than 1024 fields, more than a manifest has" "$assay" study dump.csv --db dump2.db

mkdir notes && cp m1.npz notes/ && printf 'day,what\n1,2\n' >notes/diary.csv
check "a table of something else is passed over" exits 0 study notes --db notes.db
check "  for what it lacks" says "passed over: notes/diary.csv: has no columns of factors and of codes; name factors v1, v2, ..."
# Names are what was typed, in folders and manifests, and stay apart.
mkdir -p 'marks/lr=1,b=4' 'marks/lr=1;b=4' marks/lr=1_b=4
cp m1.npz 'marks/lr=1,b=4/x,1.npz' && cp m2.npz 'marks/lr=1;b=4/x;1.npz' && cp m1.npz marks/lr=1_b=4/x_1.npz
cp m1.npz y1.npz && cp m2.npz y2.npz && cp m1.npz y3.npz
printf 'path,group,name,data\ny1.npz,"a,b",m,d\ny2.npz,a;b,m,d\ny3.npz,a_b,m;k=1,d\n' >marks.csv
check "groups whose names differ by a mark alone" exits 0 study marks marks.csv --db marks.db
check "  are those in every format" sh -c 'for f in table markdown csv json; do
    "$0" table --db marks.db --metrics mig --format $f >said.txt || exit 1
    for n in "lr=1,b=4" "lr=1;b=4" "a,b" "a;b"; do grep -qF "$n" said.txt || { echo "# $f lacks $n"; exit 1; }; done
    done' "$assay"
check "  six" same "$("$assay" table --db marks.db --by group --metrics mig 2>/dev/null | grep -Ec '^(lr=1|a).* 1 ')" 6
check "  models keep theirs" same "$("$assay" export --db marks.db --metrics mig 2>/dev/null | cut -d, -f2 | sort -u | grep -c 'x;1$\|m;k=1$')" 2
check "  compared" exits 0 "$assay" compare 'a,b' 'a;b' --db marks.db --metrics mig
check "  by these names" sh -c 'tr "\n" " " <"$1" | grep -Eq " a,b (scores|is indist|and) .*a;b"' - out
check "  chosen by one" same "$("$assay" table --db marks.db --scenarios 'lr=1,b=4' --metrics mig --format csv | wc -l)" 2
check "  but by no part of it" refuses 3 "no scenario 'lr=1': $did_you_mean 'lr=1,b=4'?" "$assay" table --db marks.db --scenarios 'lr=1' --format csv
study marks marks.csv --db marks.db >/dev/null 2>err
check "  again, nothing is left to do" says "6 representations in marks.db: 0 cells computed"
if command -v gnuplot >/dev/null; then
    check "  drawn" exits 0 "$assay" plot --db marks.db --metrics mig --out marked
    check "  each by its own" sh -c 'grep -qF "lr=1;b=4" marked/*.svg && grep -qF "lr=1,b=4" marked/*.svg'
fi
printf 'path,group\nm1.npz,noise\nm2.npz,noise models\n' >called.csv
plan p 100 0:1 '{noise: {alpha: [0.3]}}' mig >p.yaml && "$assay" run p.yaml --db called.db >/dev/null 2>&1
check "groups called like a scenario, and like another group" exits 0 "$assay" study called.csv --db called.db --draws 0 --metrics mig,mcc
check "  are called as they were named" same "$("$assay" table --db called.db --format csv 2>err | sed 1d | cut -d, -f1 | sort -u | tr '\n' ' ')" \
    "noise noise models "
check "  and found" exits 0 "$assay" compare noise 'noise models' --db called.db --scenarios 'noise,noise models'
check "  one by itself" same "$("$assay" table --db called.db --by file --format csv --scenarios 'noise models' | sed 1d | cut -d, -f1 | sort -u)" \
    "noise models"
check "  apart from the scenario" same "$("$assay" export --db called.db --metrics mig | cut -d, -f1,2 | sort -u | tr '\n' ' ')" \
    "noise models,model=m2 noise,alpha=0.3 noise,model=m1 scenario,point "
printf 'path,group\nm1.npz,%0600d\n' 1 >long.csv
check "a group whose name would be cut is refused" refuses 3 "more than 480 bytes" "$assay" study long.csv --db long.db
mkdir -p one/x two/x && cp m1.npz one/x/ && cp m2.npz two/x/m1.npz
check "files of one name and group in two folders are refused" exits 2 study one two --group x --db same.db
check "  with the remedy" says "would both be 'x/m1' of the group 'x'; separate them by --group"

# A design that is declared is used, or refused.
mkdir kept && cp m1.npz m2.npz kept/ && printf 'path,group,seed\nm1.npz,g,0\nm2.npz,g,0\n' >kept/manifest.csv
check "a folder with a manifest" refuses 2 "kept/manifest.csv is a manifest" "$assay" study kept --db kept.db
mkdir above && cp -r kept above/
check "  below it, too" refuses 2 "above/kept/manifest.csv is a manifest" "$assay" study above --db kept.db
check "  itself" exits 0 study kept/manifest.csv --db kept.db --draws 19
check "  keeps the runs" says "runs by seed"
if [ -x /usr/bin/python3 ] && /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    /usr/bin/python3 -c '
import numpy as np
r = np.random.default_rng(3); v = r.random((60, 2))
np.savez("inside.npz", factors=v, codes=v + .1 * r.standard_normal(v.shape), cluster=np.arange(60) // 6, words=v,
         subject=np.array([f"s, {chr(0x4e2d + 256 * k)}" for k in range(10)])[np.arange(60) // 6])
np.save("apart.npy", np.arange(60) // 6)'
    for word in cluster inside.npz:cluster apart.npy subject inside.npz:subject; do
        printf 'path,cluster\ninside.npz,%s\n' $word >inside.csv
        rm -f inside.db && study inside.csv --db inside.db >out 2>err
        check "rows in clusters by $word" same "$("$assay" table --db inside.db --format csv 2>/dev/null | tr -d '\r' |
            awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "clusters") at = k } NR == 2 { print $at }')" 10
    done
    for word in slurm01 words absent.npy; do
        printf 'path,cluster\ninside.npz,%s\n' $word >inside.csv
        check "no clusters by $word" exits 3 study inside.csv --db no.db
        check "  which is said" says "$word"
    done
fi

printf 'path,group\na.npz,"open\n' >"$dir/open.csv"
check "a manifest that cannot be read is passed over" exits 3 "$assay" study "$dir/open.csv" --db "$dir/open.db"
check "with its name before the reason, once" test "$(grep -c "open.csv: line 2: a quote" "$dir/err")" -ge 1
check "and not again" test "$(grep -c "open.csv: .*open.csv:" "$dir/err")" -eq 0
done_testing
