#!/bin/sh
# statements.sql: every statement that the store asks for by name is there once, and none is there that nobody asks for.
. tests/cli/tap.sh

sql=bench/store/statements.sql
sed -n 's/^-- name: //p' $sql | sort >"$dir/there"
{
    calls='STORE_WITH|STORE_RUN_WITH|STORE_DO|PUT_ID|store_run|store_prepare|store_prepare_filtered|store_put_sql'
    calls="$calls|store_run_of|store_prepare_of|first_row|for_all|tell_differences|refuse_other"
    grep -ohE "($calls)"'\([^()"]*"[a-z._]+"' \
        bench/store/*.c | sed 's/.*"\(.*\)"/\1/'
    grep -o '{[a-z_.]*}' $sql | tr -d '{}' | grep -vxE 'name|table|place|create|rules'
} | sort -u >"$dir/asked"

check "there are statements" test "$(wc -l <"$dir/there")" -gt 50
check "no name stands twice" test -z "$(uniq -d "$dir/there")"
check "what is asked for is there" test -z "$(comm -13 "$dir/there" "$dir/asked")"
for name in $(comm -23 "$dir/there" "$dir/asked"); do
    check "$name is used" grep -q "\"$name\"" bench/store/*.c
done
done_testing
