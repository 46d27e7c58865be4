#!/bin/sh
# docs/metrics.md is what the descriptors say now: where this fails, `make docs`. Numbers of differences.md that follow
# options of `assay score` are what it prints with these, to the digits shown.
. tests/cli/tap.sh
check "the metrics" exits 0 "$assay" list metrics --format markdown -o "$dir/metrics.md"
check "a metric has its presets and its source" grep -q "^| mcc .* guard2026 .*| Hyv" "$dir/metrics.md"
check "the worst that was found stands there" sh -c 'grep "^| mcc " "$1" | grep -q "[0-9] false-alarm: scores"' - "$dir/metrics.md"
awk -f docs/metrics.awk "$dir/metrics.md" >"$dir/short.md"
check "docs/metrics.md is the one of these descriptors: make docs" cmp -s "$dir/short.md" docs/metrics.md
check "it has every metric" same "$(grep -c '^|`' docs/metrics.md)" "$("$assay" list metrics --format csv | sed 1d | wc -l)"
check "with its claims, presets and the worst that was found" grep -q '^|`mcc`|Mean [^|]*|CE|icebeem, guard2026|0.69 false-alarm|$' docs/metrics.md

# printed NUMBERS: they come in this order among the overall scores of $dir/scores
printed() {
    awk -F, -v said="$1" '
        BEGIN { n = split(said, want, ", ") }
        NR > 1 && $3 == "" && k < n {
            digits = length(want[k + 1]) - index(want[k + 1], ".")
            if (sprintf("%." digits "f", $4) == sprintf("%." digits "f", want[k + 1])) k++
        }
        END { exit k != n || n == 0 }' "$dir/scores"
}
tr '\n' ' ' <docs/differences.md | tr -s ' ' >"$dir/flat"
grep -oE '`--(scenario|recipe|set) [^`]*`: -?[0-9]*\.[0-9]+(, -?[0-9]*\.[0-9]+)*' "$dir/flat" >"$dir/said"
check "differences.md has numbers with their options" test "$(wc -l <"$dir/said")" -ge 27
check "no options stand there without numbers" \
    same "$(grep -oE '`--(scenario|recipe|set) ' "$dir/flat" | wc -l)" "$(wc -l <"$dir/said")"
while IFS= read -r line; do
    options=${line#?} numbers=${line##*'`: '}
    options=${options%%'`'*}
    case $options in # other values of the options before
    --set*) name=${options#--set } && base="$(echo "$base" | sed "s/ --set ${name%%=*}=[^ ]*//") $options" ;;
    *) base=$options ;;
    esac
    eval "set -- $base"
    "$assay" score "$@" --format csv >"$dir/scores" 2>"$dir/err"
    check "$base: $numbers" printed "$numbers"
done <"$dir/said"

# README: constant codes have an MIG and no modularity.
"$assay" score --recipe 'v: 4 uniform; z = constant(4)' --metrics mig,modularity --format csv >"$dir/scores"
check "README shows a score without a value" grep -q "z = constant(4)' --metrics mig,modularity\`" README.md
check "MIG of constant codes is 0" grep -q '^mig@default,mig,,0,' "$dir/scores"
check "their modularity is undefined" grep -q '^modularity@default,modularity,,,' "$dir/scores"

# choosing.md: a seed draws a bank, other pairs and their rows; `bank` keeps the pairs and the seed draws the rows.
truth() { "$assay" score --scenario bank "$@" --metrics control-oracle --format csv | sed -n 2p; }
codes() { "$assay" generate bank --samples 10 "$@" -o -; }
check "choosing.md says what seeds draw" grep -q 'A seed draws a \*\*bank\*\*' docs/choosing.md
check "another seed has another pair" test "$(truth --seed 1)" != "$(truth --seed 0)"
check "another seed of one bank has the same pair" same "$(truth --seed 1 --set bank=0)" "$(truth --seed 0)"
check "and other rows" test "$(codes --seed 1 --set bank=0)" != "$(codes --seed 0)"

missing=$(grep -oE '`(bench|cli|plots)/[a-z_/]*test_[a-z_]*\.(c|sh)`' SECURITY.md | tr -d '`' |
    while read -r file; do [ -f "tests/$file" ] || echo "$file"; done)
check "tests that SECURITY.md names are there" same "$missing" ""
done_testing
