#!/bin/sh
# A test that is skipped says what to install, in words that can be typed; in CI, which installs all of it, it fails.
. tests/cli/tap.sh

# Each line "FILE:LINE: TEXT" of a call that skips; this file has examples of its own.
sources() { grep -rnE "$1" tests --include='*.sh' --include='*.c' --include='*.py' | grep -v '^tests/core/test_skips'; }
sources '(^|[ {])skip(_all)? "[^$]' | grep -vE 'skip(_all)? ".*" "[^"]*" [a-z$]' >"$dir/unnamed"
check "each skip of a shell test names a package" same "$(cat "$dir/unnamed")" ""
sources '# skipped: ' | grep -v 'apt-get install' | grep -vE 'unittest_tap|run\.sh' >"$dir/unnamed"
check "each skip of another test does" same "$(cat "$dir/unnamed")" ""
for file in $(grep -rlE '(^|[^a-z_])skip\(\);' tests --include='*.c'); do
    grep -q '# skipped: ' "$file" || echo "$file"
done >"$dir/unnamed"
check "and each of cmocka has its line" same "$(cat "$dir/unnamed")" ""

# The packages, and those that `make install-ci` installs.
{
    sources '(^|[ {])skip(_all)? "[^$]' | sed -E 's/.*skip(_all)? ".*" "[^"]*" ([^;}]*).*/\2/'
    sources '# skipped: .*apt-get install' | sed 's/.*apt-get install \([a-z0-9 +.-]*\).*/\1/'
} | tr ' ' '\n' | grep '^[a-z]' | sort -u >"$dir/named"
check "they name packages" test "$(wc -l <"$dir/named")" -gt 10
env -u MAKEFLAGS make -s --no-print-directory print-ci | tr ' ' '\n' | sort -u >"$dir/installed"
# Installed by others: python3 by python3-numpy.
check "CI installs what they name" same "$(grep -vx python3 "$dir/named" | grep -vxF -f "$dir/installed")" ""

cat >"$dir/some.sh" <<'P'
echo "ok 1 - one"
echo "ok 2 - two # SKIP no such part"
echo "# skipped: no such part: apt-get install such-part"
P
check "a skipped test passes here" exits 0 env -u ASSAY_NO_SKIP sh tests/run.sh "$dir/some.sh"
check "and says what to type" prints "# skipped: no such part: apt-get install such-part"
check "the sum is the last line" same "$(tail -n 1 "$dir/out")" "1 passed, 0 failed"
check "in CI it fails" exits 1 env ASSAY_NO_SKIP=1 sh tests/run.sh "$dir/some.sh"
check "and is counted" same "$(tail -n 1 "$dir/out")" "1 passed, 1 failed"
printf 'echo "ok 1 - one"\necho "# skipped: no such part: apt-get install such-part"\n' >"$dir/some.sh"
check "so does one that leaves tests out without a line for each" exits 1 env ASSAY_NO_SKIP=1 sh tests/run.sh \
    "$dir/some.sh"
printf 'echo "# not tested here: one: nothing that is installed would change it"\necho 1..0\n' >"$dir/some.sh"
check "what nothing that is installed would change fails nowhere" exits 0 env ASSAY_NO_SKIP=1 sh tests/run.sh "$dir/some.sh"
echo 'echo 1..0' >"$dir/some.sh"
check "a program that tests nothing and does not say so fails" exits 1 sh tests/run.sh "$dir/some.sh"
check "CI says so" grep -q '^export ASSAY_NO_SKIP=1$' .ci/run
check "and installs them" grep -q 'make install-ci' .ci/run
done_testing
