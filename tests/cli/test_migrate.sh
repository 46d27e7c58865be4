#!/bin/sh
# A store that the program of commit 32dd893 wrote (tests/bench/store/schema_1.db): its export is that program's byte
# for byte, its cells are counted once each, a run goes on where that program stopped.
. tests/cli/tap.sh
old=$PWD/tests/bench/store/schema_1.db csv=$PWD/tests/bench/store/schema_1.csv
cd "$dir" || exit 99

cp "$old" x.db
"$assay" export --db x.db >export.csv 2>err
check "export: the old program's bytes, seconds too" cmp export.csv "$csv"
check "the copy that is kept has the bytes of the old store" cmp x.db.schema-1 "$old"
cp x.db once.db
"$assay" export --db x.db >export.csv 2>err
check "a second time: the same" cmp export.csv "$csv"
check "a second time: nothing is changed" cmp x.db once.db
check "a second time: no other copy" same "$(echo x.db*)" "x.db x.db.schema-1"

cells() { "$assay" status --db x.db --format csv 2>err | awk -F, \
    'NR > 1 { want += $3; done += $4 } END { print want, done }'; }
check "status: 129 that the plan names are 127 cells" same "$(cells)" "127 127"

cat >p.yaml <<'P'
name: small
seeds: 0:2
samples: 60
scenarios:
  - noise: {alpha: [0, 0.4, 1]}
  - dependent: {alpha: [0.25, 1], delta: [0.25, 1]}
  - trig
  - duplicate: {copies: 2, factors: 4}
  - absent
metrics: [mig, 'mig@zaidi2020:bins=15', 'dci-lasso@zaidi2020', modularity]
parts:
  - {}
  - {scenarios: {noise: {alpha: [0.4, 1]}}, seeds: 1:3, metrics: [mig, irs]}
  - {scenarios: {noise: {alpha: 1}}, seeds: 5:6, metrics: mig}
P
check "the same plan, without the candidate" exits 0 "$assay" run p.yaml --db x.db
check "  finds all its cells" says "103 cells in x.db: 0 computed"
"$assay" export --db x.db >export.csv 2>err
check "  and leaves the scores as they are" cmp export.csv "$csv"
check "judge" exits 0 "$assay" judge --db x.db
check "table" exits 0 "$assay" table --db x.db

second=$OLDPWD/tests/bench/store/schema_2
cp "$second.db" y.db
"$assay" export --db y.db >export.csv 2>err
check "schema 2: the old program's bytes" cmp export.csv "$second.csv"
check "  the copy that is kept" cmp y.db.schema-2 "$second.db"

third=$OLDPWD/tests/bench/store/schema_3
cp "$third.db" z.db
"$assay" export --db z.db >export.csv 2>err
check "schema 3: the old program's bytes" cmp export.csv "$third.csv"
check "  the copy that is kept" cmp z.db.schema-3 "$third.db"
cp "$third.db" part.db
check "  merged, once it is brought here" exits 0 "$assay" status --db part.db
check "  with its copy" exits 0 "$assay" merge z.db part.db
check "  nothing is new" says " 0 cells new"

cp "$third.db" w.db
check "a single store of schema 3, named as one of several would be" exits 0 "$assay" status w.db
check "  is told as by --db" same "$(cksum <out)" "$("$assay" status --db z.db | cksum)"

# What is no store of any schema is bad input, told with the file.
change() {
    "${PYTHON:-python3}" -c 'import sqlite3, sys; sqlite3.connect("bad.db").execute(sys.argv[1])' "$1" 2>/dev/null
}
for sql in "CREATE VIEW v AS SELECT 1" "ALTER TABLE cell ADD COLUMN more INTEGER" "CREATE TABLE more(id INTEGER)"; do
    for from in "$old" once.db; do
        cp "$from" bad.db
        if change "$sql"; then
            check "$sql, $(basename "$from")" refuses 3 "bad.db: not a usable assay store" "$assay" status --db bad.db
        else
            skip "$sql, $(basename "$from")" "no python3 with sqlite3" python3
        fi
    done
done
done_testing
