#!/bin/sh
# Runs test programs, a line for each, and closes with the sum: "N passed, N failed". A program is a cmocka binary or a
# shell script that prints TAP. Of a program that fails, everything it printed is shown.
passed=0 failed=0 skipped=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for test in "$@"; do
    case $test in
    *.sh) sh "$test" >"$log" 2>&1 ;;
    *) CMOCKA_MESSAGE_OUTPUT=TAP "$test" >"$log" 2>&1 ;;
    esac
    status=$?
    ok=$(grep -c '^ok .*' "$log")
    skip=$(grep -c '^ok .*# SKIP' "$log")
    ok=$((ok - skip))
    skip=$((skip + $(grep -c '^not ok .*# SKIP' "$log"))) # as cmocka 1.1 prints it
    bad=$(grep '^not ok ' "$log" | grep -vc '# SKIP')
    if [ $status -ne 0 ] && [ "$bad" -eq 0 ]; then bad=1; fi      # a crash
    if [ $((ok + bad + skip)) -eq 0 ]; then bad=1; fi             # nothing ran
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
    printf '%-52s %4d passed' "${test#"$O"/}" "$ok"
    [ "$skip" -gt 0 ] && printf ', %d skipped' "$skip"
    if [ "$bad" -gt 0 ]; then
        printf ', %d FAILED (status %d)\n' "$bad" "$status"
        sed 's/^/    /' "$log"
    else
        printf '\n'
        grep '^# skipped' "$log" | sed 's/^/    /'
    fi
done
[ "$skipped" -gt 0 ] && echo "$skipped skipped: what they need is not here, see above"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
