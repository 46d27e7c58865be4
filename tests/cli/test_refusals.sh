#!/bin/sh
# Files that are missing, bad, or cannot be written: exit 3 or 4, one line that names the file, and nothing lost.
. tests/cli/tap.sh
cd "$dir" || exit 99

plan p 60 0:2 noise mig >p.yaml
"$assay" run p.yaml --db good.db 2>err
head -c 8192 good.db >cut.db
head -c 3000 /dev/urandom | tr '\0' 'x' >noise.bin
: >empty
mkdir -p folder
printf 'v1,z1\n1,2\nx,4\n' >word.csv
printf 'v1,z1\n1,2\n3,nan\n' >nan.csv
printf 'a,b\n1,2\n3,4\n' >names.csv

# the scores of this one cannot be read to the end
"$assay" run p.yaml --db large.db --seeds 0:40 2>err
half=$(($(stat -c %s large.db) / 2))
{ head -c $half large.db; head -c $half /dev/zero | tr '\0' Z; } >half.db
for command in "export -o kept" "export --format jsonl -o kept" "table -o kept"; do
    echo keep >kept
    check "$command: a store that is half scribbled" refuses 3 "half.db: " "$assay" $command --db half.db
    check "$command: the file that was there is as it was" same "$(cat kept) $(ls | grep -c kept)" "keep 1"
done

# Where -o leads to is looked at before anything is read or scored: a store that is not there is not even missed.
for command in score study validate table judge agree compare advise reproduce export generate list status; do
    "$assay" "$command" --help | grep -q -e '--output' || continue
    words= && case $command in
    score) words="--scenario noise" ;; validate) words="mig --against rmig" ;; generate) words=noise ;;
    esac
    check "$command: -o in a folder that is not there comes first" refuses 4 "none/x: cannot be written" \
        "$assay" $command $words -o none/x
done

check "a hunt's --out is looked at first" refuses 4 "empty/x" "$assay" hunt mig --out empty/x --evaluations 60
check "  and nothing was scored" same "$(cat out)" ""

for command in "status" "export" "table" "export -o kept" "table -o kept"; do
    echo keep >kept
    check "$command: no store" refuses 3 "none.db: " "$assay" $command --db none.db
    check "$command: an empty store" refuses 3 "empty: " "$assay" $command --db empty
    check "$command: a folder" refuses 3 "folder: a folder" "$assay" $command --db folder
    check "$command: noise" refuses 3 "noise.bin: " "$assay" $command --db noise.bin
    check "$command: a store cut short" refuses 3 "cut.db: " "$assay" $command --db cut.db
    check "$command: the file that was there is as it was" same "$(cat kept)" keep
done
check "no store was made by looking for it" test ! -e none.db
check "nothing was left over" same "$(ls | grep -c kept)" 1
check "run: a file that is no store" refuses 3 "noise.bin: " "$assay" run p.yaml --db noise.bin
check "run: a store in a file's place" refuses 3 "empty/x.db: " "$assay" run p.yaml --db empty/x.db
check "run: no name" refuses 2 "--db" "$assay" run p.yaml --db ""
check "run: folders are made" exits 0 "$assay" run p.yaml --db new/deep/x.db
mkfifo nobody.yaml
check "run: a pipe that nobody writes to is not waited for" refuses 3 "nobody.yaml: a pipe that nobody writes to" \
    "$assay" run nobody.yaml --db x.db
check "run: a plan through a pipe" sh -c 'cat p.yaml | "$1" run /dev/stdin --db new/deep/x.db 2>err' - "$assay"
check "run: a plan that is not there" refuses 3 "no plan 'none.yaml' (assay list plans; as a file: No such file" "$assay" run none.yaml --db x.db
check "run: a plan that is a folder" refuses 3 "no plan 'folder' (assay list plans; as a file: Is a directory)" "$assay" run folder --db x.db
check "run: a plan that is noise" refuses 3 "noise.bin" "$assay" run noise.bin --db x.db
printf 'samples: 10\nseeds: 0:3\nscenarios: [noise, nose]\nmetrics: mig\n' >bad.yaml
check "run: a plan with a mistake names the line" \
    refuses 3 "bad.yaml:3: no scenario 'nose'" "$assay" run bad.yaml --db x.db
check "run: no store for a bad plan" test ! -e x.db

for file in none.npz none.csv empty folder noise.bin word.csv nan.csv names.csv; do
    echo keep >kept
    check "score $file" refuses 3 "$file" "$assay" score --data $file -m mig
    check "score $file -o" refuses 3 "$file" "$assay" score --data $file -m mig --format json -o kept
    check "score $file: the file that was there is as it was" same "$(cat kept)" keep
done
printf '1\n2\n3\n' >three.csv
printf '1\n2\n' >two.csv
check "score: factors and codes of different lengths" \
    refuses 3 "two.csv" "$assay" score --factors three.csv --codes two.csv
check "score: a wrong list of kinds" refuses 2 "kinds" "$assay" score --factors three.csv --codes three.csv --kinds none
check "a word that is no number is at line 3" refuses 3 "line 3" "$assay" score --data word.csv -m mig

# what is no file
mkfifo pipe
for path in pipe /dev/null; do
    check "status: $path" refuses 3 "$path: a pipe or a device" timeout 10 "$assay" status --db $path
    check "run: $path" refuses 3 "$path: a pipe or a device" timeout 10 "$assay" run quick --db $path
done
rm pipe

# what cannot be written
for command in "list" "score --scenario noise -n 50 -m mig --format json" "score --scenario noise -n 50 -m mig" \
    "export --db good.db" "export --db good.db --format jsonl" "status --db good.db" "table --db good.db"; do
    check "$command: a full device" refuses 4 "/dev/full: cannot be written: No space left" "$assay" $command -o \
        /dev/full
    check "$command: standard output is full" sh -c '"$@" >/dev/full 2>err; [ $? -eq 4 ]' - "$assay" $command
    check "$command: no such folder" refuses 4 "none/x" "$assay" $command -o none/x
    check "$command: a folder in the way" exits 4 "$assay" $command -o folder
done
ln -s /dev/full full.csv
check "generate: a full device" \
    refuses 4 "full.csv: cannot be written: No space left" "$assay" generate noise -n 5000 -o full.csv
check "generate: standard output is full" \
    sh -c '"$@" >/dev/full 2>err; [ $? -eq 4 ]' - "$assay" generate noise -n 5 -o -
check "generate: no such folder" refuses 4 "none/x.npz" "$assay" generate noise -n 50 -o none/x.npz
for command in "describe mig" "--help" "--version" "help run" "help --man"; do
    check "$command: standard output is full" sh -c '"$@" >/dev/full 2>err; [ $? -eq 4 ]' - "$assay" $command
done
check "folders that were in the way are still folders" test -d folder

"$assay" export --db good.db >want.csv
echo old >out.csv
chmod 640 out.csv
check "-o replaces a file" exits 0 "$assay" export --db good.db -o out.csv
check "with all there is" cmp out.csv want.csv
check "and keeps its permissions" same "$(stat -c %a out.csv)" 640
(umask 027 && "$assay" export --db good.db -o masked.csv)
check "a new file has those of the umask" same "$(stat -c %a masked.csv)" 640
# the limit counts blocks of 512 bytes or of 1024, as the shell likes
echo old >out.csv
check "a file that cannot grow: 4" \
    sh -c 'ulimit -f 1 && "$@" 2>err; [ $? -eq 4 ]' - "$assay" export --db good.db -o out.csv
check "says so" says "out.csv: cannot be written: File too large"
check "and leaves what was there" same "$(cat out.csv)" old
check "and nothing else" same "$(ls -A | grep -c -e out\.csv -e assay-)" 1
check "a store that cannot grow: 4" sh -c 'ulimit -f 60 && "$@" 2>err; [ $? -eq 4 ]' - \
    "$assay" run p.yaml --db small.db --seeds 0:200
check "says what to do" says "small.db: "
check "... to go on" says "run the same command again"
check "which works" exits 0 "$assay" run p.yaml --db small.db --seeds 0:200
"$assay" run p.yaml --db whole.db --seeds 0:200 2>err
check "and ends the same" same "$(scores small.db | cksum)" "$(scores whole.db | cksum)"

# What is wrong is said before any work.
mkdir -p folder
check "a folder is no table" refuses 3 "folder: a folder, where a file is wanted; \`assay study\` takes folders" \
    "$assay" score --data folder
"$assay" generate noise -n 50 -o few.npz 2>err
check "a relation that there is not" refuses 2 "no relation 'mii': $did_you_mean 'mi'?" \
    "$assay" score --data few.npz --metrics exec:/nowhere --relation mii
check "nor an option of it" refuses 2 "no option 'bnis'" "$assay" score --data few.npz --metrics exec:/nowhere --relation mi:bnis=3
check "nothing to merge" refuses 3 "nothere.db: No such file" "$assay" merge union.db nothere.db
check "makes no store" test ! -e union.db
check "an audit of pairs alone" refuses 2 "plan audit-pairs has pairs of known order alone" \
    "$assay" audit mig --plan audit-pairs --out audited

# a folder in which nothing can be written; root can, so another user asks
as=none
command -v setpriv >/dev/null && as="setpriv --reuid=65534 --regid=65534 --clear-groups"
[ "$(id -u)" -ne 0 ] && as=
mkdir locked && cp good.db locked/ && cp "$assay" assay && chmod 755 assay && chmod 711 "$dir"
chmod 555 locked
if [ "$as" = none ] || ! $as ./assay --version >/dev/null 2>&1; then
    skip "a folder that is read-only" "no other user to be" util-linux
else
    check "read-only folder: a new store is refused" \
        refuses 4 "locked/new.db: " $as ./assay run p.yaml --db locked/new.db
    check "read-only folder: an old one, too" refuses 4 "locked/good.db: " $as ./assay run p.yaml --db locked/good.db
    check "read-only folder: a new folder" refuses 4 "locked/new: " $as ./assay run p.yaml --db locked/new/x.db
    check "read-only folder: -o" refuses 4 "locked/x.csv: " $as ./assay list -o locked/x.csv
    check "read-only folder: generate" refuses 4 "locked/x.npz" $as ./assay generate noise -n 50 -o locked/x.npz
    check "read-only folder: a finished store can be read" exits 0 $as ./assay export --db locked/good.db
    check "all of it" cmp out want.csv
    check "nothing was left there" same "$(ls locked)" good.db
fi
chmod 755 locked
done_testing
