#!/bin/sh
# The sentences of the corpora: how many go where, all in one place or in three files, and what is refused.
. tests/cli/tap.sh
cd "$dir" || exit 99

lines() { same "$(wc -l <"$1" | tr -d ' ')" "$2"; }

check "pos into three files" exits 0 "$assay" generate pos --text sub.d.txt
check "to train" lines sub.d-train.txt 1723680
check "to validate" lines sub.d-valid.txt 574560
check "to test" lines sub.d-test.txt 574560
check "nothing on standard output" test ! -s out
check "no other file is left" same "$(ls | grep -c sub)" 3

"$assay" generate ynoc --text - >all.txt
check "ynoc on standard output" lines all.txt 720000
check "ynoc, a name without a dot" exits 0 "$assay" generate ynoc --text parts -n 30 -o table.npz
cat parts-train parts-valid parts-test >together.txt
check "the parts are the whole" cmp all.txt together.txt
check "and the table is there, too" test -s table.npz
"$assay" generate ynoc --seed 1 --text - >other.txt
check "another seed, another order" sh -c '! cmp -s all.txt other.txt'
sort all.txt >one && sort other.txt >two
check "of the same sentences" cmp one two

check "a scenario without sentences" refuses 2 "noise has no sentences" "$assay" generate noise --text x.txt
check "neither table nor text" refuses 2 "-o FILE is missing" "$assay" generate ynoc
check "no such folder" refuses 4 "none/x-train.txt: " "$assay" generate ynoc --text none/x.txt
check "standard output is full" sh -c '"$@" >/dev/full 2>err; [ $? -eq 4 ]' - "$assay" generate ynoc --text -
ln -s /dev/full full-valid.txt
check "one of the three is full" refuses 4 "full-valid.txt: cannot be written: No space left" "$assay" generate ynoc \
    --text full.txt
check "none of the others is left" same "$(ls | grep -c '^full')" 1
done_testing
