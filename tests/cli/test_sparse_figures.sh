#!/bin/sh
# The two tables of docs/sparse.md are what plan `features` gives, to the digits shown; without `tpp` and `scr`, which
# take two thirds of its time, where tests are short.
. tests/cli/tap.sh
case $O in *-san) pointless "figures of docs/sparse.md" "no code but what others run"; done_testing ;; esac
metrics=mcc-directions,detectors,reconstruction,absorption
[ "${ASSAY_TEST_SCALE:-1}" = 1 ] || metrics=$metrics,tpp,scr@saebench
check "plan features" exits 0 "$assay" run features --metrics $metrics --db "$dir/f.db"
"$assay" table --sae --db "$dir/f.db" --format csv 2>/dev/null | tr -d '\r' >"$dir/scores.csv"
"$assay" export --db "$dir/f.db" --format csv 2>/dev/null |
    awk -F, '$2 ~ /encoder=oracle;dose=0$|;dose=0\.4$/ && $6 == "default" && $9 == ""' >"$dir/cells"

# Lines "NAME|SAID|IS": a figure of the page, and what it is.
awk -F'|' 'function trim(s) { gsub(/^[ `*]+|[ `*]+$/, "", s); return s }
    /^\| encoder / { for (k = 3; k < NF; k++) head[k] = trim($k); on = 1; next }
    /^\| score /   { on = 2; next }
    !/^\|/         { on = 0 }
    on == 1 && !/^\|--/ { for (k = 3; k < NF; k++) print "mean", trim($2), head[k], trim($k), $k ~ /\*\*/ }
    on == 2 && !/^\|--/ { gsub(/,/, ""); for (k = 3; k < 7; k++) print "sae", trim($2), k + 3, trim($k) }' OFS='|' docs/sparse.md >"$dir/said"
awk -F"|" -v CELLS="$dir/cells" -v SCORES="$dir/scores.csv" 'BEGIN {
        n = split("mcc-directions uniqueness precision recall", same, " ")
        for (k = 1; k <= n; k++) output[same[k]] = same[k]
        output["F1 by factor"] = "f1-by-factor"
        output["explained variance"] = "explained-variance"; output["absorption"] = "fraction"
        while ((getline line < CELLS) > 0) {
            split(line, c, ",")
            encoder = c[2]; sub(/^encoder=/, "", encoder); sub(/;.*/, "", encoder)
            if (c[10] != "") { sum[encoder, c[7]] += c[10]; count[encoder, c[7]]++ }
        }
        while ((getline line < SCORES) > 0) { n = split(line, c, ","); for (k = 1; k <= n; k++) sae[c[1], k] = c[k] }
    }
    function shown(is, said,    digits) { # IS as SAID is written: as many decimals
        digits = index(said, ".") ? length(said) - index(said, ".") : 0
        return sprintf("%." digits "f", is) + 0 == said + 0
    }
    function mean(encoder, of) { return sum[encoder, of] / count[encoder, of] }
    $1 == "mean" { is = mean($2, output[$3]); best = mean("oracle", output[$3])
                   far = is - best; if (far < 0) far = -far
                   print $2, $3, $4, is, shown(is, $4) && ($2 == "oracle" || $5 == (far >= 0.01)) }
    $1 == "sae" && ($2, $3) in sae { print $2, $3, $4, sae[$2, $3], shown(sae[$2, $3], $4) }' \
    OFS='|' "$dir/said" >"$dir/compared"
want=47
[ "${ASSAY_TEST_SCALE:-1}" = 1 ] || want=55
check "figures of the page are compared" same "$(wc -l <"$dir/compared")" $want
check "all are what the plan gives" same "$(grep -v '|1$' "$dir/compared")" ""
done_testing
