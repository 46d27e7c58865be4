#!/bin/sh
# No two rooms export the same name: in an archive the linker would take either of them without a word.
. tests/cli/tap.sh
twice=$(nm -g --defined-only "$O/libassay.a" 2>/dev/null | awk 'NF == 3 && $2 ~ /^[TDBRC]$/ { print $3 }' | sort | uniq -d)
check "there are names" test "$(nm -g --defined-only "$O/libassay.a" | wc -l)" -gt 500
check "each is exported once" same "$twice" ""
done_testing
