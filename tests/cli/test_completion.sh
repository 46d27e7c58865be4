#!/bin/sh
# Completion in the shells themselves: a line is typed into bash and zsh, fish is asked for what it offers.
. tests/cli/tap.sh
driver=$PWD/tests/cli/type_in_shell.py
mkdir "$dir/bin" "$dir/zsh" && ln -s "$assay" "$dir/bin/assay"
PATH=$dir/bin:$PATH
for shell in bash zsh fish; do
    check "completion for $shell" exits 0 "$assay" help --completion $shell
    [ $shell = zsh ] && file=$dir/zsh/_assay || file=$dir/$shell.completion
    cp "$dir/out" "$file"
    check_with $shell $shell "is read by it" $shell -n "$file"
done
check "for no other shell" refuses 2 "no choice 'tcsh' of help --completion (bash, zsh, fish)" "$assay" help --completion tcsh

# What is typed, and what one Tab makes of it
cat >"$dir/lines" <<'L'
assay va|assay validate
assay help vali|assay help validate
assay score --metr|assay score --metrics
assay score --metrics modu|assay score --metrics modularity
assay score --metrics sap,-modu|assay score --metrics sap,-modularity
assay score --metrics mig@zai|assay score --metrics mig@zaidi2020
assay score --metrics sap,mig@zai|assay score --metrics sap,mig@zaidi2020
assay score --metrics=mig@zai|assay score --metrics=mig@zaidi2020
assay score -m modu|assay score -m modularity
assay score --scenario noisy|assay score --scenario noisy-copy
assay generate noise --profile shap|assay generate noise --profile shapes3d
assay score --scenario trig --set ord|assay score --scenario trig --set order=
assay generate trig --set order=pe|assay generate trig --set order=peer
assay generate noise --set factors=dspri|assay generate noise --set factors=dsprites
assay score --metrics mig:rul|assay score --metrics mig:rule=
assay score --metrics sap,mig:bins=5:rule=ran|assay score --metrics sap,mig:bins=5:rule=range
assay score --metrics fam|assay score --metrics family:
assay run quick --metrics all,-family:info|assay run quick --metrics all,-family:information
assay run quick --metrics cost:che|assay run quick --metrics cost:cheap
assay hunt mig --claims bli|assay hunt mig --claims blind
assay advise compa|assay advise compactness
assay run qui|assay run quick
assay run quick --scenarios noise,tri|assay run quick --scenarios noise,trig
assay run quick --db x.db --metrics modu|assay run quick --db x.db --metrics modularity
assay judge modu|assay judge modularity
assay judge mig calib|assay judge mig calibrated
assay describe noisy|assay describe noisy-copy
assay plot thesis-3.5|assay plot thesis-3.5
assay reproduce thes|assay reproduce thesis
assay describe modularity-coh|assay describe modularity-coherent
assay list scen|assay list scenarios
assay table --format js|assay table --format json
assay table --format=js|assay table --format=json
assay validate x.py --against modu|assay validate x.py --against modularity
assay merge out.db fil|assay merge out.db file.db
assay score --factors fil|assay score --factors file.db
L
: >"$dir/file.db"
cut -d'|' -f1 "$dir/lines" >"$dir/typed"
cut -d'|' -f2 "$dir/lines" >"$dir/wanted"
as_wanted() { cmp -s "$1" "$dir/wanted" || { diff "$1" "$dir/wanted" | sed 's/^/# /'; false; }; }
for shell in bash zsh; do
    if command -v $shell >/dev/null && command -v python3 >/dev/null; then
        [ $shell = zsh ] && file=$dir/zsh/_assay || file=$dir/bash.completion
        python3 "$driver" $shell "$file" "$dir" <"$dir/typed" >"$dir/got.$shell"
        check "$shell completes every kind of name" as_wanted "$dir/got.$shell"
    else
        skip "$shell completes" "no $shell or no python3" $shell python3
    fi
done
in_fish() {
    (cd "$dir" && HOME=$dir fish --no-config -c 'source fish.completion
        while read -l line
            set -l offers (complete -C "$line" | string replace -r "\t.*" "")
            string join -- "" (string replace -r "[^ ]*\$" "" -- $line) $offers
        end' <"$dir/typed" >"$dir/got.fish")
    as_wanted "$dir/got.fish"
}
check_with fish fish "fish offers every kind of name" in_fish

# Several offers
offers() { # offers WANT WORD...
    want=$1
    shift
    same "$("$assay" help --complete -- "$@" | cut -f1 | xargs)" "$want"
}
check "a reference is one metric" offers "" validate mig --against fam
check "advise has its own three words" offers "modularity compactness explicitness" advise ''
check "all that begin so" offers "noise nonlinear noisy-copy" score --scenario no
check "a value by its letter" offers "latex" table -f l
check "presets of a metric that was left out" offers "sap,-mig@zaidi2020 sap,-mig@zhang2021" run quick --metrics sap,-mig@z
check "figures are scenarios, too" offers "noise" plot noise
check "of an option's value nothing else" offers "" score --factors v
check "the second of two options" offers "--seed" generate noise --samples 5 --seed
check "a number is no plain word" offers "calibrated" judge --samples 5 mig calib
every_option() {
    for command in $("$assay" help --complete -- '' | cut -f1 | grep -v -e '^-' -e '^help$'); do
        for option in $("$assay" "$command" --help | sed -n 's/^ .*--\([a-z-]*\).*/\1/p'); do
            "$assay" help --complete -- "$command" "--$option" | cut -f1 | grep -q -x -e "--$option" ||
                { echo "# $command --$option"; return 1; }
        done
    done
}
check "every option of every command is offered" every_option
every_name() { # that is listed is offered by describe
    "$assay" help --complete -- describe '' | sort -u >"$dir/offered"
    for kind in metrics scenarios properties profiles relations; do
        "$assay" list $kind --format csv | sed '1d; s/,.*//' | tr -d '\r"' >"$dir/listed"
        [ -s "$dir/listed" ] && [ -z "$(sort "$dir/listed" | comm -23 - "$dir/offered")" ] || return 1
    done
}
check "every name is offered" every_name
quick() { # fifty offers take less than the 2.5 s of CPU that fifty Tabs may take
    times >"$dir/before"
    for tab in 0 1 2 3 4 5 6 7 8 9; do
        for word in mig@ sap,mig@ modu sap ''; do "$assay" help --complete -- score --metrics "$word" >"$dir/out"; done
    done
    times >"$dir/after"
    awk 'FNR == 2 { split($1, u, /[ms]/); split($2, s, /[ms]/); t[FILENAME] = 60 * (u[1] + s[1]) + u[2] + s[2] }
        END { for (f in t) d = d < t[f] ? t[f] : d; for (f in t) d -= t[f] * (t[f] < d); exit !(d < 2.5) }' \
        "$dir/before" "$dir/after"
}
check "an offer takes less than 50 ms" quick

same_letters() { # an option has one letter wherever it is, and a command no letter twice
    "$assay" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | grep -v '^help$' | while read -r command; do
        "$assay" "$command" --help | sed -n "s/^  \(-[a-z]\), --\([a-z-]*\).*/\2 \1 $command/p"
    done >"$dir/letters"
    [ -s "$dir/letters" ] || return 1
    [ -z "$(awk '{ print $1, $2 }' "$dir/letters" | sort -u | awk '{ print $1 }' | uniq -d)" ] || return 1
    [ -z "$(awk '{ print $3, $2 }' "$dir/letters" | sort | uniq -d)" ]
}
check "an option has the same letter everywhere" same_letters
check "a letter that several commands have" exits 0 "$assay" score --scenario noise -n 50 -s 1 -m mig -f csv -o \
    "$dir/o.csv"
done_testing
