#!/bin/sh
# The union of stores: the same bytes in any order, merged twice (killed: test_kills.sh); a score that differs is named
# with both values and stores, and its store is not taken; other versions are refused unless asked for, other schemas
# always.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
export TMPDIR=$dir
plan p '[300, 400]' 0:6 'noise, {mixing: {alpha: [0.1, 0.33]}}, dead-code' \
    "mig, sap, dcimig@zaidi2020, control-noise, 'mig:bins=5', smoothness" >p.yaml
check "the plan as one run" exits 0 "$assay" run p.yaml --db whole.db
whole=$(scores whole.db | cksum)
mkdir part
for i in 1 2 3 4 5 6 7; do exits 0 "$assay" run p.yaml --shard $i/7 --db part/$i.db --jobs $((i % 2 + 1)); done

check "seven shards" exits 0 "$assay" merge all.db part/1.db part/2.db part/3.db part/4.db part/5.db part/6.db part/7.db
check "the bytes of one run" same "$(scores all.db | cksum)" "$whole"
check "the plan is done" same "$("$assay" status --db all.db --format csv | cut -d, -f1-6)" \
    "$("$assay" status --db whole.db --format csv | cut -d, -f1-6)"
check "again, as a folder: nothing new" notes " 0 cells new" merge all.db part
check "the same bytes" same "$(scores all.db | cksum)" "$whole"
check "in another order" exits 0 "$assay" merge back.db part/6.db part/2.db part/7.db part/1.db part/4.db part/5.db \
    part/3.db
check "the same bytes" same "$(scores back.db | cksum)" "$whole"
check "and its table" same "$("$assay" table --db back.db | cksum)" "$("$assay" table --db whole.db | cksum)"
check "with one run: nothing new" notes " 0 cells new" merge all.db whole.db back.db

# what is missing
check "six of seven" exits 0 "$assay" merge six.db part/1.db part/2.db part/3.db part/5.db part/6.db part/7.db
check "what is missing" exits 1 "$assay" status six.db --check --format csv
missing=$(($(scores whole.db | cut -d, -f1-6 | sort -u | wc -l) - $(scores six.db | cut -d, -f1-6 | sort -u | wc -l)))
check "all of it" same "$(awk -F, 'NR > 1 { n += $5 } END { print n }' out)" "$missing"
check "two stores" refuses 2 "'all.db' has no place here" "$assay" status six.db all.db
check "nothing" exits 0 "$assay" status all.db --check

# a score that differs
sql() {
    python3 "$root/tests/digest.py" "$@" >/dev/null # with digests that fit: what is merged is checked against them first
}
cp part/3.db altered.db
sql altered.db "UPDATE score SET value = value + 0.125 WHERE item = -1 AND value IS NOT NULL AND cell = (SELECT
    min(cell) FROM score JOIN cell ON cell.id = cell WHERE item = -1 AND value IS NOT NULL)"
check "an altered score" exits 1 "$assay" merge all.db altered.db
check "the cell and both values" test "$(grep -c ' samples, seed .* in all.db, .* in altered.db$' err)" -eq 1
check "it is not taken" says "altered.db: 1 values differ"
check "the union is as it was" same "$(scores all.db | cksum)" "$whole"
check "the others are taken all the same" exits 1 "$assay" merge new.db part/3.db altered.db part/1.db
check "and the first store is named" says " in part/3.db, "
check "two of three" says "new.db: 2 of 3 stores taken"
cp part/3.db altered.db
sql altered.db "DELETE FROM score WHERE cell = (SELECT max(cell) FROM score)"
check "a cell without its scores" exits 1 "$assay" merge all.db altered.db
check "both are named" says "failed, or has other values, in altered.db than in all.db"

# days on which cells were added
SOURCE_DATE_EPOCH=1709251199 "$assay" run quick --db early.db --scenarios noise --seeds 0:1 --samples 100 --metrics \
    mig 2>err
SOURCE_DATE_EPOCH=1709251200 "$assay" run quick --db late.db --scenarios noise --seeds 1:2 --samples 100 --metrics mig \
    2>err
check "stores of two days" exits 0 "$assay" merge days.db late.db early.db
days='import sqlite3; print(*(r[0] for r in sqlite3.connect("days.db").execute("SELECT day FROM day ORDER BY day")))'
check "the union has both" same "$(python3 -c "$days")" "2024-02-29 2024-03-01"
SOURCE_DATE_EPOCH=2024-03-02 "$assay" run quick --db days.db --scenarios noise --seeds 2:3 --samples 100 \
    --metrics mig 2>err
check "no number of seconds is no time in 1970" sh -c '! python3 -c "$1" | grep 1970' - "$days"

# versions, schemas
cp part/3.db old.db
sql old.db "UPDATE cell SET version = '0.0.9'"
check "another version" exits 3 "$assay" merge all.db old.db
check "both versions are named" says "old.db: its cells were scored by assay 0.0.9, those of all.db by"
check "unless --mixed" exits 0 "$assay" merge all.db old.db --mixed
cp part/3.db older.db
sql older.db "PRAGMA user_version = 4"
cp older.db before.db
check "a store of another schema is not taken" exits 3 "$assay" merge all.db older.db
check "and the sentence says what to do" says "older.db: a store of schema 4, made by another version of assay"
check "it stays as it is" cmp older.db before.db
check "nor is it taken with --mixed" exits 3 "$assay" merge all.db older.db --mixed

# wishes
exits 0 "$assay" run p.yaml --db a.db --seeds 0:4
exits 0 "$assay" run p.yaml --db b.db --seeds 2:6
check "seeds that overlap" exits 0 "$assay" merge wide.db a.db b.db
check "are wished for once" same "$("$assay" status --db wide.db --format csv | cut -d, -f1-6)" \
    "$("$assay" status --db whole.db --format csv | cut -d, -f1-6)"
check "the same bytes" same "$(scores wide.db | cksum)" "$whole"

# plans
sed 's/^seeds.*/seeds: 0:7/' p.yaml >q.yaml
exits 0 "$assay" run q.yaml --db q.db --scenarios noise
check "another plan of the same name" exits 3 "$assay" merge all.db q.db
check "the plan is named" says "q.db: the plan 'p' is another one than that in all.db"

# what is no store
echo text >text.db
check "no store, no file: the others are taken" exits 3 "$assay" merge some.db text.db part/1.db nowhere.db
check "and both are named" test "$(grep -c '^assay: \(text\|nowhere\).db: ' err)" -eq 2
check "one of three" says "some.db: 1 of 3 stores taken"
mkdir empty
check "an empty folder" refuses 3 "empty: no file in this folder" "$assay" merge some.db empty
check "OUT among the stores of a folder is left out: six are taken" notes "6 of 6 stores taken" merge part/1.db part
check "the same bytes" same "$(scores part/1.db | cksum)" "$whole"
done_testing
