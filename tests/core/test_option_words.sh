#!/bin/sh
# An option of words is compared with the names of its words, so that a word that comes later is not scored as another:
# CHOICE (core/option_list.h) pairs each word with its name, and == and != compare no option with a number.
. tests/cli/tap.sh
value='([a-z]+->)*option\[[A-Z0-9_]+\]'

# numbered FILE...: lines where an option is compared with a number, or is itself the condition.
numbered() {
    grep -nE "$value (==|!=) [-0-9.]|$value \?|!$value|(if|while) \($value\)|(&&|\|\|) $value( (&&|\|\|)|[);])|(\(|= |return )$value (&&|\|\|)" "$@"
}
# bare FILE...: what follows the first two texts of a CHOICE and has a word without a name.
bare() {
    awk '{ sub(/\\$/, ""); text = text " " $0 }
        END { while (match(text, /CHOICE(_OF)?\("/)) {
            text = substr(text, RSTART + RLENGTH - 1); call = ""; open = 1; quoted = 0
            for (k = 1; open > 0 && k <= length(text); k++) {
                c = substr(text, k, 1); call = call c
                if (c == "\"") quoted = !quoted
                else if (!quoted) open += (c == "(") - (c == ")") }
            sub(/^"[^"]*", *("[^"]*" *)+,/, "", call); gsub(/\] = "[^"]*"/, "", call)
            if (call ~ /"/) print FILENAME ": " call } }' "$1"
}
sources=$(find metrics scenarios bench -name '*.[ch]')
check "no option is compared with a number by == or !=, or taken for a truth" same "$(numbered $sources)" ""
check "each word of a choice has a name" same "$(for file in $sources; do bare "$file"; done)" ""
check "choices are found" test "$(cat $sources | grep -c '\] = "')" -gt 100
printf '%s\n' 'if (call->option[CLIP] != 0) x();' 'y = option[ROWS] ? 1 : 2;' 'z = !call->option[CUT];' 'if (option[CUT]) x();' \
    'a = b && option[CUT];' 'if (option[CUT] == CUT_WIDE) x();' 'f(option[BINS]);' 'c = d < option[BINS] && e;' >"$dir/one.c"
check "comparisons with numbers are seen" same "$(numbered "$dir/one.c" | cut -d: -f1 | tr '\n' ' ')" "1 2 3 4 5 "
printf '%s\n' 'CHOICE("cut", "how wide (a, b)", CUT_WIDE, 0, [CUT_WIDE] = "wide",' '"narrow")' >"$dir/two.c"
check "a word without a name is seen" test -n "$(bare "$dir/two.c")"
done_testing
