# docs/metrics.md from `./assay list metrics --format markdown`: what each metric is called, claims and comes in, and the worst that
# was found of it. Formula, source, options and cost are what `./assay describe METRIC` prints.
BEGIN {
    FS = " *[|] *"
    print "# Metrics\n"
    print "    ./assay describe mig            # formula, source, options, cost, defects of presets, the worst that was found"
    print "    ./assay describe mig --numpy    # the definition as a program"
    print "    ./assay list metrics            # this list, with sources and costs\n"
    print "M modularity, C compactness, E explicitness: what a metric claims to measure. Every metric has the preset `default` too."
    print "The worst found is a share of the range ([the hunt](hunt.md#what-counts)); 0 is no proof, - was not hunted. Made by `make docs`."
}
NR > 4 && NF > 8 {
    if ($4 != family) print "\n## " toupper(substr($4, 1, 1)) substr($4, 2) "\n\n|metric|title|claims|presets|worst found|\n|---|---|---|---|---|"
    family = $4
    gsub(/-/, "", $5)
    sub(/^default */, "", $6)
    gsub(/ /, ", ", $6)
    sub(/:.*/, "", $9)
    sub(/none in .* evaluations/, "0", $9)
    for (k = 5; k <= 9; k++) if ($k == "") $k = "-"
    print "|`" $2 "`|" $3 "|" $5 "|" $6 "|" $9 "|"
}
