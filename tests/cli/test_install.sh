#!/bin/sh
# What `make install` puts down is complete: the program runs, a program of one's own compiles and links against it,
# both ways, and the manual page is one.
# shellcheck disable=SC2046,SC2086 # several words
. tests/cli/tap.sh

san='' link=''
case $O in *-san) san=SAN=1 link=-fsanitize=address,undefined ;; esac
prefix=/opt/assay
there=$dir/root$prefix
check "make install" exits 0 make -s --no-print-directory $san O="$O" PREFIX=$prefix DESTDIR="$dir/root" install
[ -x "$there/bin/assay" ] || done_testing # no use in going on
check "the program runs" exits 0 "$there/bin/assay" list metrics
check "and says its version" same "$("$there/bin/assay" --version)" "$("$assay" --version)"
for file in bin/assay include/assay.h include/assay_bench.h lib/libassay.a lib/libassay.so lib/libassay.so.0 \
    lib/pkgconfig/assay.pc lib/libassay-bench.a lib/libassay-bench.so lib/libassay-bench.so.0 \
    lib/pkgconfig/assay-bench.pc share/man/man1/assay.1; do
    check "there is $file" test -s "$there/$file"
done

cat >"$dir/mine.c" <<'C'
#include <assay.h>
#include <stdio.h>

int main(void)
{
    assay_data data = { 0 };
    assay_scores scores;
    assay_error err;
    if (assay_generate("noise", "alpha=0.25", 500, 3, &data, &err) != ASSAY_OK) return 1;
    const assay_rep rep = assay_data_view(&data);
    if (assay_score_all(&rep, "mig,dcimig,sap", 3, "noise", "alpha=0.25", 2, &scores, &err) != ASSAY_OK) return 2;
    for (size_t k = 0; k < scores.count; k++) printf("%s,%.15g\n", scores.at[k].output, scores.at[k].overall.value);
    assay_scores_free(&scores);
    assay_data_free(&data);
    return 0;
}
C
cp "$dir/mine.c" "$dir/mine.cc"
numbers() { awk -F, '{ printf "%s %.12f\n", $1, $2 }'; }
want=$("$assay" score --scenario noise --set alpha=0.25 -n 500 --seed 3 -m mig,dcimig,sap --format csv |
    sed 1d | cut -d, -f2,4 | numbers)
if ! command -v pkg-config >/dev/null; then
    skip "a program of one's own" "no pkg-config" pkg-config
else
    export PKG_CONFIG_PATH="$there/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$dir/root"
    check "pkg-config knows the version" same "$(pkg-config --modversion assay)" "$("$assay" --version | cut -d' ' -f2)"
    check "shared: it links" \
        exits 0 ${CC:-gcc} -std=c17 -Wall -Wextra -Wpedantic -Werror $link $(pkg-config --cflags assay) \
        "$dir/mine.c" -o "$dir/shared" $(pkg-config --libs assay)
    check "shared: it runs" exits 0 env LD_LIBRARY_PATH="$there/lib" "$dir/shared"
    check "shared: the scores of the program" same "$(numbers <"$dir/out")" "$want"
    check "shared: it needs the library" sh -c 'readelf -d "$1" | grep -q "libassay.so.0"' - "$dir/shared"
    check "static: it links" \
        exits 0 ${CC:-gcc} -std=c17 $link $(pkg-config --cflags assay) "$dir/mine.c" -o "$dir/static" \
        "$there/lib/libassay.a" $(pkg-config --libs --static assay | sed 's/-lassay//')
    check "static: it runs" exits 0 "$dir/static"
    check "static: the scores of the program" same "$(numbers <"$dir/out")" "$want"
    cat >"$dir/outside.c" <<'C'
#include <assay_bench.h>
#include <stdio.h>

int main(void)
{
    assay_data data = { 0 };
    assay_scores scores;
    assay_error err;
    if (assay_generate("noise", NULL, 100, 3, &data, &err) != ASSAY_OK) return 1;
    const assay_rep rep = assay_data_view(&data);
    const char *list = "mig,exec:'echo 0.25 # {factors}'";
    const assay_status status = assay_bench_score_all(&rep, list, 3, "", "", 1, &scores, &err);
    if (status != ASSAY_OK) return puts(err.text), 2;
    printf("%g\n", scores.at[1].overall.value);
    assay_scores_free(&scores);
    assay_data_free(&data);
    return 0;
}
C
    for road in shared static; do
        libs=$(pkg-config --libs assay-bench)
        [ $road = shared ] || libs="$there/lib/libassay-bench.a $(pkg-config --libs --static assay-bench |
            sed 's/-lassay-bench//')"
        check "with metrics from outside, $road: it links" \
            exits 0 ${CC:-gcc} -std=c17 $link $(pkg-config --cflags assay-bench) "$dir/outside.c" -o "$dir/outside" \
            $libs
        check "with metrics from outside, $road: it runs" \
            exits 0 env LD_LIBRARY_PATH="$there/lib" "$dir/outside"
        check "with metrics from outside, $road: the score" same "$(cat "$dir/out")" 0.25
    done
    if command -v g++ >/dev/null; then
        check "the header is C++, too" \
            exits 0 g++ -Wall -Werror -fsyntax-only $(pkg-config --cflags assay) "$dir/mine.cc"
    else
        skip "the header is C++, too" "no g++" g++
    fi
fi

page=$there/share/man/man1/assay.1
if command -v groff >/dev/null; then
    check "the manual page is sound troff" exits 0 groff -man -Tutf8 -ww "$page"
    check "without a complaint" test ! -s "$dir/err"
    groff -man -Tascii -P -cbou "$page" >"$dir/out" 2>"$dir/err"
    for command in $(sed -n 's/^COMMAND(\([a-z_]*\),.*/\1/p' cli/commands_list.h | tr _ -); do
        grep -q "assay $command" "$dir/out" || echo "$command"
    done >"$dir/absent"
    check "and has every command" test ! -s "$dir/absent"
    check "and the exit statuses" prints "EXIT STATUS"
elif command -v man >/dev/null; then
    check "the manual page can be read" exits 0 man -l "$page"
    check "without a complaint" test ! -s "$dir/err"
else
    skip "the manual page" "neither groff nor man" groff-base
fi

# What was installed goes again, and nothing else.
echo "mine" >"$there/include/mine.h"
check "make uninstall" exits 0 make -s --no-print-directory $san O="$O" PREFIX=$prefix DESTDIR="$dir/root" uninstall
check "leaves what others have put there" same "$(find "$dir/root" ! -type d)" "$there/include/mine.h"
check "and no folder of the module" same "$(find "$dir/root" -name assay -type d)" "$there"

# A machine without the parts: the one line to type, before anything is compiled.
mkdir "$dir/bare" && printf '#!/bin/sh\nexit 1\n' >"$dir/bare/dpkg-query" && chmod +x "$dir/bare/dpkg-query"
bare() { # bare TARGET...: no header is found, no package is installed
    exits 2 env PATH="$dir/bare:$PATH" make -s CFLAGS=-nostdinc CC=gcc O="$dir/none" "$@"
}
line="as root: apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev liblbfgs-dev"
for target in "" install bench wheel library-for-wheel "$dir/none/tests/metrics/test_dci"; do
    check "make $target without its parts" bare $target
    check "  says what to type" says "$line"
    check "  in one line" same "$(grep -c apt-get "$dir/err")" 1
done
check "make bench wants what tests want" bare bench
check "  in the same line" says "libcmocka-dev"
bare wheel
check "make wheel wants the library's parts and Python alone" says "liblbfgs-dev python3 "
check "nothing is compiled" test ! -e "$dir/none"
exits 0 make -s CFLAGS=-nostdinc CC=gcc O="$dir/none" have-parts
check "where no package is known to be missing it says what is wanted, and tries" says "needs a C compiler (gcc) and"
done_testing
