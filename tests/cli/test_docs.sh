#!/bin/sh
# docs/metrics.md is what the descriptors say now: where this fails, `make docs`.
. tests/cli/tap.sh
check "the catalogue" exits 0 "$assay" list catalogue --verdicts docs/verdicts.csv --format markdown -o \
    "$dir/metrics.md"
sed -i "s,docs/hunt\\.md,[the atlas](hunt.md#the-atlas)," "$dir/metrics.md"
check "docs/metrics.md is the one of these descriptors: make docs" cmp -s "$dir/metrics.md" docs/metrics.md
check "a metric has its presets" grep -q "^| mcc .* guard2026 .*|" docs/metrics.md
check "where it fails stands there" sh -c 'grep "^| mcc " docs/metrics.md | grep -q "null-safe"'
check "the worst that was found stands there" sh -c 'grep "^| mcc " docs/metrics.md | grep -q "[0-9] false-alarm: scores"'
check "a metric of binary factors takes no others" sh -c 'grep "^| tad " docs/metrics.md | grep -q "| binary "'
check "no such file of verdicts" refuses 3 "none.csv" "$assay" list catalogue --verdicts none.csv
check "without it" exits 0 "$assay" list catalogue --format csv
done_testing
