#!/bin/sh
# A store vouches for itself: its digest is that of a program written from docs/digest.md, and the same for any threads,
# shards, order and resume. A cell that is not what was written is named with its shard, whoever opens the store; the
# rest can be had.
. tests/cli/tap.sh
root=$PWD
cd "$dir" || exit 99
export TMPDIR=$dir
digest() { "$assay" status --verify --db "$1" 2>err | tail -n 1; }
own() { python3 "$root/tests/digest.py" "$@"; } # how many cells do not match, and the digest of the store
few="--scenarios noise,duplicate --seeds 0:4 --samples 60 --metrics mig,mig:bins=5,sap,control-noise"
"$assay" run quick $few --db whole.db 2>err || cat err
whole=$(digest whole.db)
check "the program of docs/digest.md computes the same" same "$(own whole.db)" "0 $whole"
for i in 1 2 3; do "$assay" run quick $few --db $i.db --shard $i/3 --jobs $i 2>err; done
check "a shard has another one" test "$(digest 1.db)" != "$whole"
"$assay" merge all.db 3.db 1.db 2.db 2>err
check "three shards have that of one run" same "$(digest all.db)" "$whole"
"$assay" merge again.db 2.db 3.db all.db 1.db 2>err
check "in whatever order and however often" same "$(digest again.db)" "$whole"
"$assay" run quick $few --seeds 0:2 --db two.db 2>err
check "two seeds are another plan" test "$(digest two.db)" != "$whole"
"$assay" run quick $few --db two.db --jobs 2 2>err
check "and that of all once it was gone on with" same "$(digest two.db)" "$whole"

"$assay" generate noise --samples 60 --seed 1 -o a.npz 2>err
"$assay" study a.npz --db own.db --draws 20 --metrics mig,sap 2>err || cat err
check "a study's intervals count" same "$(own own.db)" "0 $(digest own.db)"
cp own.db other.db
check "every number of them" test "$(own other.db 'UPDATE uncertainty SET sd = sd + 0.125')" != "0 $(digest own.db)"

check "the digest of a paper: says so" has "whole.db: the same: " verify whole.db "$(echo "$whole" | cut -c1-16)"
check "another one" exits 1 "$assay" verify whole.db 00000000
check "no digest" exits 2 "$assay" verify whole.db xyz
check "seconds do not count" same "$(own two.db 'UPDATE cell SET seconds = 7')" "0 $whole"

# what nobody but a disk, or a stranger, would do
try() { # what is done, and the words of the refusal; by every reader
    cp all.db bad.db
    python3 -c 'import sqlite3, sys; sqlite3.connect("bad.db", isolation_level=None).executescript(sys.argv[1])' "$1"
    for command in "table --db bad.db" "export --db bad.db" "status --db bad.db" \
        "run quick $few --db bad.db" "merge new.db bad.db"; do
        rm -f new.db
        exits 3 "$assay" $command && grep -q "^assay: bad.db: .*$2" err || { echo "# $command"; cat err; return 1; }
    done
}
cell="the cell noise alpha=0.* 60 samples, seed [0-3], mig@default, which came from [123].db, does not match its digest"
mig="(SELECT cell.id FROM cell JOIN variant ON variant.id = variant JOIN metric ON metric.id = metric JOIN point ON
    point.id = point WHERE metric.name = 'mig' AND point.name LIKE 'alpha%' LIMIT 1)"
check "a value" try "UPDATE score SET value = value + 0.125 WHERE item = -1 AND cell = $mig" "$cell"
check "a value that is gone" try "DELETE FROM score WHERE item = 0 AND cell = $mig" "$cell"
check "a version" try "UPDATE cell SET version = '9' WHERE id = $mig" "$cell"
check "a cell of another seed" try "UPDATE cell SET seed = 77 WHERE id = $mig" "the cell noise .* seed 77, .*does not match"
check "an option" try "UPDATE variant_option SET number = 6" "the table variant_option is not as assay wrote it"
check "a cell that is gone" try "DELETE FROM score WHERE cell = $mig; DELETE FROM cell WHERE id = $mig" \
    "table \(score\|cell\)"
check "seconds" try "UPDATE cell SET seconds = 7 WHERE id = 1" "the table cell is not as assay wrote it"
check "what is wanted" try "UPDATE want SET seed_end = 3" "the table want is not as assay wrote it"
check "a truth" try "UPDATE point SET modularity = 0.5" "the table point is not as assay wrote it"
check "a title" try "UPDATE scenario SET title = 'x'" "the table scenario is not as assay wrote it"

# the rest
shard=$(python3 -c 'import sqlite3; d = sqlite3.connect("all.db")
d.execute("UPDATE score SET value = 0.5 WHERE cell = 5 AND item = -1"); d.commit()
print(*d.execute("SELECT name FROM shard JOIN cell ON shard = shard.id WHERE cell.id = 5").fetchone())')
check "a store without a damaged cell" exits 0 "$assay" merge mended.db all.db --repair
check "... has all others" same "$("$assay" export --db mended.db 2>err | cut -d, -f1-6 | sort -u | wc -l)" \
    "$(($("$assay" export --db whole.db 2>err | cut -d, -f1-6 | sort -u | wc -l) - 1))"
check "... lacks one" exits 1 "$assay" status --check --db mended.db
check "without the shard" exits 0 "$assay" merge dropped.db all.db --drop-shard "$shard"
check "... which then is taken anew" exits 0 "$assay" merge dropped.db "$shard"
check "... and all is as it was" same "$(digest dropped.db)" "$whole"
check "no such shard" refuses 3 "all.db: none of its cells came from" "$assay" merge x.db all.db --drop-shard nowhere.db
cd "$root" || exit 99
done_testing
