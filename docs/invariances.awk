# The table of docs/differences.md, from what `assay run invariances` scored: the failures among
#   assay judge --metrics 'all@*' --format csv
# of properties that ask for invariances, a row for each metric, property and reason. A reason that is missing here is an
# error. The largest change of any preset and output, where it is a number, stands with the place where it happened.
BEGIN {
    FS = ","
    split("row-order permutation-invariant rescaling-invariant dead-code-safe constant-factor", id, " ")
    split("rows,order or sign,unit,dead codes,constant factors", word, ",")
    for (k in id) asked[id[k]] = word[k]
    text["a"] = "published code counts columns that never change, or divides by what is 0 of them"
    text["b"] = "factor *i* is paired with code *i*, by definition"
    text["c"] = "the first half of the codes is compared with the second, by definition"
    text["d"] = "codes with a range below a twentieth of the largest are inactive, by definition"
    text["e"] = "codes are not centred, by definition"
    text["f"] = "active means variance above .01, by definition"
    text["g"] = "a distance between covariances, by definition"
    text["h"] = "published code fits without intercept"
    text["i"] = "published code drops codes of small deviation"
    text["j"] = "published code learns from the first rows, or cuts folds in the order of the table"
    why["dmig"] = why["dlig"] = why["xmig"] = why["t-mex permutation-invariant"] = "b"
    why["udr"] = "c"
    why["infoc rescaling-invariant"] = "d"
    why["hoyer rescaling-invariant"] = "e"
    why["active-units rescaling-invariant"] = "f"
    why["gaussian-wasserstein rescaling-invariant"] = "g"
    why["r2-heldout rescaling-invariant"] = "h"
    why["z-min-var rescaling-invariant"] = why["omes rescaling-invariant"] = "i"
}
function abs(x) { return x < 0 ? -x : x }
# "shapes: falls by .3 (.2 to .4) from shape=one;change=none to shape=one;change=unit although ...": the changed place.
function place_of(text,    found, part, scenario, last) {
    scenario = text
    sub(/: .*/, "", scenario)
    gsub(/.*[,"]/, "", scenario)
    while (match(text, /(shape|count|map|permute)=[a-z0-9-]+(;[a-z]+=[a-z0-9-]+)*/)) {
        part = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (part !~ /change=none|count=0|map=none/) last = part
    }
    gsub(/shape=|kinds=|change=/, "", last)
    return scenario == "shapes" ? last : scenario ":" last
}
$4 in asked && $5 == "fail" {
    reason = ($1 " " $4) in why ? why[$1 " " $4] : $4 == "row-order" && $2 != "default" ? "j" : $1 in why ? why[$1] : "a"
    if (reason == "a" && ($2 == "default" || $4 !~ /dead|constant/)) {
        print "no reason why " $1 "@" $2 " fails " $4 > "/dev/stderr"
        bad = 1
    }
    used[reason] = 1
    row = $1 "|" asked[$4] "|" reason
    if (!(row in presets)) order[++rows] = row
    if (!((row, $2) in seen)) presets[row] = presets[row] (row in presets && presets[row] != "" ? "," : "") $2
    seen[row, $2] = 1
    if ($6 == "" ? !(row in where) : abs($6) > abs(size[row]) + 1e-9) {
        size[row] = $6
        where[row] = place_of($0)
    }
}
END {
    print "|metric|presets|depends on|largest change|where|because|"
    print "|---|---|---|--:|---|---|"
    for (k = 1; k <= rows; k++) {
        split(order[k], cell, "|")
        change = size[order[k]] == "" ? "undefined" : sprintf("%.2f", size[order[k]])
        printf "|`%s`|%s|%s|%s|%s|%s|\n", cell[1], presets[order[k]], cell[2], change, where[order[k]], cell[3]
    }
    print ""
    for (k = 97; sprintf("%c", k) in text; k++) {
        reason = sprintf("%c", k)
        if (reason in used) print "- " reason ": " text[reason]
    }
    exit bad
}
