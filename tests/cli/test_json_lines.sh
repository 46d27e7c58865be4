#!/bin/sh
# The programs that docs/json-lines.md names run, and agree with what they are.
. tests/cli/tap.sh
some="--scenarios noise,nonlinear -n 60"
cp examples/gap.pl examples/gap.c "$dir"
if perl -MJSON::PP -e 1 2>/dev/null; then
    check "the program in Perl is sap" exits 0 "$assay" validate "exec:perl $dir/gap.pl" --against sap $some
    sed 's/\$s\[0\] - \$s\[1\]/$s[0] - $s[2]/' "$dir/gap.pl" >"$dir/third.pl"
    check "with a mistake it is not" exits 1 "$assay" validate "exec:perl $dir/third.pl" --against sap $some
    check "which comes after the step that it returns" sh -c 'tr "\n" " " <"$1" | grep -q "after the relation: .*your step"' - "$dir/out"
else
    skip "a program in Perl" "no Perl with JSON::PP" perl
fi
if ${CC:-cc} -std=c17 -O2 "$dir/gap.c" -o "$dir/gap" -lm 2>"$dir/err"; then
    check "the program in C is sap" exits 0 "$assay" validate "exec:$dir/gap" --against sap $some
    sed 's/most - second/most/' "$dir/gap.c" >"$dir/best.c" && ${CC:-cc} -std=c17 -O2 "$dir/best.c" -o "$dir/best" -lm
    check "with a mistake it is not" exits 1 "$assay" validate "exec:$dir/best" --against sap $some
    check "and the reference's steps are printed" sh -c 'tr "\n" " " <"$1" | grep -q "The reference has the relation"' - "$dir/out"
else
    skip "a program in C" "no C compiler" gcc
fi
done_testing
