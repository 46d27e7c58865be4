# docs/atlas.md from reports/judge/atlas.csv: the worst of each claim of every metric, and the worst that any published preset has.
BEGIN {
    FS = ","
    n = split("false-alarm false-praise wrong-order blind not-invariant undefined", claim, " ")
    print "# The atlas: the worst of each claim, for every cheap metric\n"
    print "    ./assay hunt cost:cheap --evaluations 300 --format csv"
    print "    ./assay hunt all --evaluations 60 --format csv          # the presets: rows that the first one has not\n"
    print "Both take minutes. Numbers are shares of the output's range ([what counts](hunt.md#what-counts)). `*`: found on few rows"
    print "only. Behind a semicolon stands the worst of the metric's published presets."
    print "[atlas.csv](../reports/judge/atlas.csv) has every claim of each preset with its recipe; `./assay judge` and its page show"
    print "them. `make docs` writes this file.\n"
}
NR > 1 && NF > 6 {
    name = "`" $1 "`" ($1 == $3 ? "" : " " $3)
    if (!(name in known)) order[++rows] = name
    known[name] = 1
    if ($5 == "") next
    size = sprintf("%.2f", $5) ($7 == "few rows" ? "*" : "")
    if ($2 == "default") worst[name, $4] = size
    else if ($5 + 0 > most[name]) { most[name] = $5 + 0; of[name] = "`@" $2 "` " $4 " " size }
}
END {
    for (k = 1; k <= rows; k++) {
        found = ""
        for (c = 1; c <= n; c++)
            if ((order[k], claim[c]) in worst) found = found (found == "" ? "" : ", ") claim[c] " " worst[order[k], claim[c]]
        if (order[k] in of) found = (found == "" ? "nothing" : found) "; " of[order[k]]
        if (found == "") none = none (none == "" ? "" : ", ") order[k]
        else print "- " order[k] ": " found
    }
    print "\nNothing was found, which is no proof, of " none "."
}
