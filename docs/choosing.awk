# The lines of docs/choosing.md, from `assay advise --format csv`: what leads, controls above one half, and the highest
# that claims other properties, too. Columns are found by their names; none before `hurt_by` is quoted.
function interval() {
    return sprintf($at["low"] == "" ? "%.2f" : "%.2f (%.2f to %.2f)", $at["concordance"], $at["low"], $at["high"])
}
BEGIN { FS = "," }
NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
$at["complete"] == 0 || $at["concordance"] == "" || $at["metric"] == "control-oracle" { next }
{
    is = ""
    if ($at["leading"]) is = "leads in " $at["leads_in"] " of " $at["banks"] " banks"
    else if ($at["control"]) is = $at["low"] > 0.5 ? "control" : ""
    else if (length($at["claims"]) > 1 && $at["claims"] != "none" && !seen[$1]++) is = "claims " $at["claims"]
    if (is == "") next
    name = $at["metric"] == $at["output"] ? $at["metric"] : $at["metric"] " " $at["output"]
    printf "- %s: `%s` %s, %s\n", $at["property"], name, interval(), is
}
