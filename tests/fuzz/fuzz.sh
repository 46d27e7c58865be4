#!/bin/sh
# Gives every fuzz target (or those named) to libFuzzer for FUZZ_S seconds, one process each, beginning with the kept
# inputs. What it finds grows build/fuzz/TARGET; an input that crashes, leaks or takes over 5 s is left in build/fuzz as
# TARGET-crash-... and ends this with status 1. FUZZ_RUNS=N stops after N inputs instead.
programs=build/clang-san-fuzz/tests/fuzz
[ $# -gt 0 ] || set -- $(cd tests/fuzz && ls fuzz_*.c | sed 's/fuzz_\(.*\)\.c/\1/')
if [ -n "$FUZZ_RUNS" ]; then limit=-runs=$FUZZ_RUNS; else limit=-max_total_time=${FUZZ_S:-60}; fi
failed=0
for target; do
    mkdir -p "build/fuzz/$target"
    log=build/fuzz/$target.log
    dictionary=tests/fuzz/$target.dict
    if [ -f "$dictionary" ]; then dictionary=-dict=$dictionary; else dictionary=; fi
    case $target in store) length=32768 ;; *) length=4096 ;; esac # the smallest stores are of 20,000
    if "$programs/fuzz_$target" "$limit" $dictionary -max_len=$length -timeout=5 -rss_limit_mb=2048 \
        -print_final_stats=1 \
        -verbosity=1 "-artifact_prefix=build/fuzz/$target-" "build/fuzz/$target" "tests/fuzz/corpus/$target" \
        >"$log" 2>&1; then
        echo "ok - $target: $(sed -n 's/stat::number_of_executed_units: *//p' "$log") inputs"
    else
        echo "not ok - $target: see $log; $(sed -n 's/.*Test unit written to //p' "$log" | tail -1)"
        failed=1
    fi
done
exit $failed
