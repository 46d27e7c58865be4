#!/bin/sh
# A sent store with numbers that no program of ours writes: sums overflow, columns hold another type. That is the
# input's fault and never an internal error, in whatever command reads it.
. tests/cli/tap.sh
needs_sqlite "stores with odd numbers"
root=$PWD
cd "$dir" || exit 99
"$assay" run quick --scenarios noise --metrics mig --seeds 0:2 --samples 100 --db plain.db 2>/dev/null
cat >values <<'V'
UPDATE want SET seed_first = -9223372036854775808, seed_end = 9223372036854775807
UPDATE want SET seed_end = 9223372036854775807
UPDATE want SET samples = -9223372036854775808
UPDATE cell SET seed = -9223372036854775808 WHERE id = 1
UPDATE cell SET seed = 9223372036854775807 WHERE id = 1
UPDATE cell SET seconds = 9e999
UPDATE cell SET status = -9223372036854775808
UPDATE look SET seeds = 9223372036854775807
UPDATE point SET modularity_kind = 99, x = 9e999
UPDATE output SET axis = 99, low = 9e999, high = -9e999
UPDATE score SET value = 1e308 * (1 - 2 * (cell % 2))
V
cat >commands <<'C'
status --db sent.db
table --db sent.db
judge --db sent.db
export --db sent.db
merge union.db sent.db
merge union.db sent.db --repair
C
internal="" refused=0
while read -r change; do
    cp plain.db sent.db
    $python "$root/tests/digest.py" sent.db "$change" >out
    while read -r command; do
        rm -f union.db
        # shellcheck disable=SC2086
        "$assay" $command >out 2>err </dev/null
        status=$?
        grep -q 'is not what a store holds' err && [ $status -eq 3 ] && refused=$((refused + 1))
        case $status in 0 | 1 | 3) ;; *) internal="$internal; $change: $command: $status" ;; esac
    done <commands
done <values
[ -n "$internal" ] && echo "# $internal"
check "no value of a store is an internal error, in any command" test -z "$internal"
check "what would overflow is the store's fault, whoever opens it" test "$refused" -ge 40
done_testing
