#!/bin/sh
# docs/metrics.md is what the descriptors say now: where this fails, `make docs`.
. tests/cli/tap.sh
check "the metrics" exits 0 "$assay" list metrics --format markdown -o "$dir/metrics.md"
sed -i "s,docs/hunt\\.md,[the atlas](hunt.md#the-atlas)," "$dir/metrics.md"
check "docs/metrics.md is the one of these descriptors: make docs" cmp -s "$dir/metrics.md" docs/metrics.md
check "a metric has its presets and its source" grep -q "^| mcc .* guard2026 .*| Hyv" docs/metrics.md
check "the worst that was found stands there" sh -c 'grep "^| mcc " docs/metrics.md | grep -q "[0-9] false-alarm: scores"'
done_testing
