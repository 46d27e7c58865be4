#!/bin/sh
# What the libraries show: the names of their headers and nothing else, so that a program may have functions of any
# other name. And what they need: libassay, the mathematics alone.
. tests/cli/tap.sh

# No two rooms have the same name: in an archive the linker would take either of them without a word.
twice=$(nm -g --defined-only "$O/scoring.a" "$O/above.a" 2>/dev/null | awk 'NF == 3 && $2 ~ /^[TDBRC]$/ { print $3 }' |
    sort | uniq -d)
check "there are names" test "$(nm -g --defined-only "$O/scoring.a" "$O/above.a" | wc -l)" -gt 500
check "each is defined once" same "$twice" ""

link='' san=
case $O in *-san) link=-fsanitize=address,undefined san=1 ;; esac
promised() { # promised HEADER...: the functions, but for the one that plug-ins define
    cat "$@" | tr '\n' ' ' | grep -o 'ASSAY_API [^(]*' | sed -n 's/.*[ *]\(assay_[a-z_]*\)$/\1/p' |
        grep -v '^assay_plugin$' | sort
}
shown() { awk 'NF == 3 { print $3 }' | grep -v '^__\(asan\|odr\|ubsan\|sancov\)' | sort; }
for library in libassay libassay-bench; do
    headers=include/assay.h
    [ $library = libassay ] || headers="$headers include/assay_bench.h"
    # shellcheck disable=SC2086
    want=$(promised $headers)
    check "$library: headers promise something" test "$(echo "$want" | wc -l)" -gt 30
    check "$library.a shows what they promise, nothing else" \
        same "$(nm -g --defined-only "$O/$library.a" 2>/dev/null | shown)" "$want"
    check "$library.so, too" same "$(nm -D --defined-only "$O/$library.so" | shown)" "$want"
done
if [ -z "$san" ]; then
    needed=$(readelf -d "$O/libassay.so" | sed -n 's/.*(NEEDED).*\[\(.*\)\.so.*/\1/p' | sort | tr '\n' ' ')
    check "libassay.so needs the mathematics alone" same "$needed" "libc liblbfgs libm "
fi

# Names of every room, each with a meaning of its own.
cat >"$dir/own.c" <<'C'
#include <assay.h>
#include <stdio.h>

int launch(void);
int launch(void) { return 1; }
int scoring_new(void);
int scoring_new(void) { return 2; }
const char store_open[] = "3";
int selection_add = 4, arena_alloc = 5, relation_find = 6, stream_named = 7, settings_read = 8, reasons_add = 9;
int assay_metric_mig = 10; /* a descriptor's */

int main(void)
{
    static const double factors[8] = { 0, 0, 1, 1, 0, 1, 0, 1 }, codes[8] = { 0, 0, 1, 1, 7, 7, 7, 7 };
    static const int32_t levels[2] = { 2, 2 };
    const assay_rep rep = { .abi = ASSAY_ABI, .n = 4, .n_factors = 2, .n_codes = 2,
                            .factors = factors, .codes = codes, .levels = levels };
    assay_scores scores;
    assay_error err = { "" };
    if (assay_score_all(&rep, "mig:columns=all,modularity@thesis", 0, "", "", 1, &scores, &err) != ASSAY_OK) return 1;
    for (size_t k = 0; k < scores.count; k++) printf("%s %g\n", scores.at[k].metric, scores.at[k].overall.value);
    printf("%s %d %zu\n", scores.at[1].items[1].reason->word, (int)scores.at[1].items[1].reason->axis,
           scores.at[1].items[1].reason->index);
    assay_scores_free(&scores);
    if (assay_score_all(&rep, "mig,exec:true", 0, "", "", 1, &scores, &err) != ASSAY_EUSAGE) return 2;
    puts(err.text);
    return launch() + scoring_new() != 3 || store_open[0] != '3' || assay_metric_mig != 10;
}
C
# By hand: z0 = v0 and z1 constant: gaps 1 and 0; z0 is modular, z1 is nothing.
want='mig 0.5
modularity 1
constant-code 2 1'
ln -s "$O/libassay.so" "$dir/libassay.so.0"
for road in static shared; do
    [ $road = static ] && library=$O/libassay.a || library=$O/libassay.so
    # shellcheck disable=SC2086
    check "$road: a program with names of its own links with the mathematics alone" \
        exits 0 ${CC:-gcc} -std=c17 -Wall -Wextra -Werror $link -Iinclude "$dir/own.c" -o "$dir/own" "$library" \
        -llbfgs -lm
    check "$road: it runs" exits 0 env LD_LIBRARY_PATH="$dir" "$dir/own"
    check "$road: the scores" same "$(head -n 3 "$dir/out")" "$want"
    check "$road: a metric from outside is refused" prints "exec:true: a metric from outside"
    check "$road: with what takes it" prints "assay_bench_score_all"
done
done_testing
