#!/bin/sh
# What is in no list compiles and is never run: metrics, relations, scenarios and properties that files define are listed.
. tests/cli/tap.sh

listed() { # listed FOLDER DECLARATION LIST: each name that a line of a source begins to define is in (...) of the list, once
    grep -hoE "^const $2\w+" "$1"/*.c | sed "s/^const $2//" | sort >"$dir/defined"
    sed -n 's/^[A-Z]*(\(\w*\))$/\1/p' "$3" | sort >"$dir/listed"
    [ -s "$dir/defined" ] && diff "$dir/defined" "$dir/listed" | sed 's/^/# /' >"$dir/out"
    ! [ -s "$dir/out" ]
}
check "metrics" listed metrics "assay_metric assay_metric_" metrics/metrics_list.h
check "relations" listed metrics/relations "relation_kind relation_" metrics/relations/relations_list.h
check "properties" listed reports/judge/properties "property property_" reports/judge/properties/properties_list.h
check "scenarios" listed scenarios "assay_scenario assay_scenario_" scenarios/list.h
done_testing
