#!/bin/sh
# One word for one thing: the words that were given up come in no help text, error, page, document, example or name of a
# test. Comments and names in sources may have them.
. tests/cli/tap.sh
words='(told|tells?|dear|dearer|dearest|beside|hears?|heard|exams?|story|stories|straggles?|straggling|telling)'

# retired FILE...: the lines that have one, after their place; in "C" only what stands between double quotes.
retired() {
    awk -v words="[^a-z_]$words[^a-z_]" -v kind="$1" '
        kind == "C" && /^ *(\/?\*|\/\/|#include)/ { next }
        kind != "C" { if (tolower(" " $0 " ") ~ words) print FILENAME ":" FNR ": " $0; next }
        { rest = $0; sub(/\/\*.*/, "", rest)
          while (match(rest, /"([^"\\]|\\.)*"/)) {
              text = substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH)
              gsub(/\\n/, " ", text)
              if (tolower(text) ~ words) print FILENAME ":" FNR ": " text } }' $2
}
sources=$(find core metrics scenarios generators scoring plots bench lab reports cli include tests -name '*.[ch]' | sort)
# Held-out scores are stored under points with the parameter `exam`; two tests have functions and files of such names.
check "no text of the program or of its tests has a word that was given up" same "$(retired C "$sources" |
    grep -v -e '"exam"$' -e '[(;]exam=' -e '/test_candidates_working.c:.*\(told\|beside\)')" ""
documents="$(ls README.md CONTRIBUTING.md SECURITY.md docs/*.md python/README.md examples/*/README.md papers/*.yaml)"
check "no document has one" same "$(retired text "$documents" | grep -v 'exam=[0-9]')" ""
grep -rhoE '^ *(check|refuses|skip|pointless) "[^"]*"' tests --include='*.sh' >"$dir/names"
check "no name of a test has one" same "$(retired text "$dir/names")" ""
for command in $("$assay" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do "$assay" help "$command"; done >"$dir/help"
check "no help has one" same "$(retired text "$dir/help")" ""
check "a word that was given up is found" sh -c "printf 'x(\"a line\\\\ntells\");\n' >'$dir/one.c'" &&
    check "in a literal" test -n "$(retired C "$dir/one.c")"
done_testing
