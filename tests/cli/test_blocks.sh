#!/bin/sh
# Blocks of columns: what is said of them is what NumPy says, and blocks that are none are refused before scoring.
. tests/cli/tap.sh
. tests/python/interpreter.sh
needs_numpy "blocks of columns"
"$python" tests/reference/blocks.py make "$dir/t.csv" || exit 99
blocks() { "$assay" score --data "$dir/t.csv" --factors a..d --metrics mcc "$@"; }
check "blocks by names and places" exits 0 blocks --factor-blocks a..b,c,4 --code-blocks 1-3,z4-z5,z6 --format json -o "$dir/t.json"
check "say what NumPy says" "$python" tests/reference/blocks.py check "$dir/t.json"
check "without blocks of factors each is one" exits 0 blocks --code-blocks 1-3,6 --format csv -o "$dir/t.out"
check "as a table" grep -q '^factors,1-3,6' "$dir/t.out"
check "of four matrices" same "$(grep -c '^d,' "$dir/t.out")" 4
check "a column that is not there" refuses 2 "block 2: no factor 'aa': $did_you_mean 'a'? (a, b, c, d)" blocks --factor-blocks c,aa
check "at the end of a range" refuses 2 "block 1: no code 'z9': $did_you_mean 'z1'?" blocks --code-blocks z1..z9
check "a place beyond the last" refuses 2 "block 1: no code '7'" blocks --code-blocks 7
check "an empty block" refuses 2 "block 2 has no code" blocks --code-blocks 1,,3
check "and none at all" refuses 2 "block 1 has no factor" blocks --factor-blocks ''
check "a range backwards" refuses 2 "block 1: 3-1 stands behind its end" blocks --code-blocks 3-1
check "blocks that overlap" refuses 2 "blocks 1 and 3 both have code z2" blocks --code-blocks 1-2,3,z2..z4
sed 's/^\([^,]*\),[^,]*,/\1,word\1,/; s/,word0[.]\(.\)[^,]*/,word\1/; 1s/worda/b/' "$dir/t.csv" >"$dir/classes.csv"
check "a block with classes does not apply" exits 0 "$assay" score --data "$dir/classes.csv" --factors a..d --metrics mcc --factor-blocks a..b,c \
    --code-blocks 1-3,6 --format json -o "$dir/c.json"
check "and says why" sh -c "tr -d '\n' <'$dir/c.json' | grep -q '\"not-applicable: factor b is categorical'"
check "where factors are numbers it does" sh -c "tr -d ' \n' <'$dir/c.json' | grep -q '\[null,null\]'"
done_testing
