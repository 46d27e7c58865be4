# The table of docs/atlas.md from reports/judge/atlas.csv: the worst of each claim of every metric and preset.
BEGIN {
    FS = ","
    n = split("false-alarm false-praise wrong-order blind not-invariant undefined", claim, " ")
    print "# The atlas: the worst of each claim, for every cheap metric and preset\n"
    print "A share of the output's range ([what counts](hunt.md#what-counts)). `*`: of few rows; `-`: none was found, which is no"
    print "proof. Standard presets have 300 evaluations an output, the others 60. The recipes are in"
    print "[atlas.csv](../reports/judge/atlas.csv), and `assay judge` and its page show them. `make docs` writes this file.\n"
    printf "| metric |"
    for (c = 1; c <= n; c++) printf " %s |", claim[c]
    printf "\n|---|"
    for (c = 1; c <= n; c++) printf "---:|"
    print ""
}
NR > 1 && NF > 6 {
    name = $1 ($2 == "default" ? "" : "@" $2) ($1 == $3 ? "" : ", " $3)
    if (!(name in known)) order[++rows] = name
    known[name] = 1
    if ($5 != "") size[name, $4] = sprintf("%.2f", $5) ($7 == "few rows" ? "*" : "")
}
END {
    for (k = 1; k <= rows; k++) {
        printf "| %s |", order[k]
        for (c = 1; c <= n; c++) printf " %s |", ((order[k], claim[c]) in size) ? size[order[k], claim[c]] : "-"
        print ""
    }
}
