#!/bin/sh
# Completion for bash, zsh and fish, made of the commands' descriptors; and "did you mean".

. tests/cli/tap.sh

for shell in bash zsh fish; do
    check "completion for $shell" exits 0 "$assay" help --completion $shell
    cp "$dir/out" "$dir/$shell"
    if command -v $shell >/dev/null; then
        check "is read by it" $shell -n "$dir/$shell"
    else
        skip "is read by it" "no $shell"
    fi
done
check "for no other shell" refuses 2 "one of bash, zsh and fish" "$assay" help --completion tcsh

every_option() { # of every command is in all three
    for command in $("$assay" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
        [ "$command" = help ] && continue
        for option in $("$assay" "$command" --help | sed -n 's/^ .*--\([a-z-]*\).*/\1/p'); do
            grep -q -- "^    $command) words='.*--$option " "$dir/bash" ||
                { echo "# bash: $command --$option"; return 1; }
            grep -q -- "^    $command) words='.*--$option " "$dir/zsh" ||
                { echo "# zsh: $command --$option"; return 1; }
            grep -q -- "seen_subcommand_from $command' -l $option" "$dir/fish" ||
                { echo "# fish: $command --$option"; return 1; }
        done
    done
}
check "every option of every command is completed" every_option
same_letters() { # an option has one letter wherever it is, and a command no letter twice
    "$assay" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | grep -v '^help$' | while read -r command; do
        "$assay" "$command" --help | sed -n "s/^  \(-[a-z]\), --\([a-z-]*\).*/\2 \1 $command/p"
    done >"$dir/letters"
    [ -s "$dir/letters" ] || return 1
    [ -z "$(awk '{ print $1, $2 }' "$dir/letters" | sort -u | awk '{ print $1 }' | uniq -d)" ] || return 1
    [ -z "$(awk '{ print $3, $2 }' "$dir/letters" | sort | uniq -d)" ]
}
check "an option has the same letter everywhere" same_letters

if command -v bash >/dev/null; then
    cat >"$dir/complete.sh" <<'B'
. "$1"
shift
COMP_WORDS=(assay "$@") COMP_CWORD=$#
_assay
echo "${COMPREPLY[*]}"
B
    completes() { # WANT WORD...: the last is completed
        want=$1
        shift
        same "$(bash "$dir/complete.sh" "$dir/bash" "$@")" "$want"
    }
    check "a command" completes "validate" va
    check "a scenario" completes "noise nonlinear noisy-copy" score --scenario no
    check "a list goes on" completes "mig,sap" score --metrics mig,sa
    check "a plan" completes "quick" run qui
    check "a format" completes "latex latex-document" table --format l
    check "by its letter" completes "latex latex-document" table -f l
    check "what a word may be" completes "scenarios" list sce
    check "a candidate's reference" completes "modularity" validate x --against modu
    check "files are bash's" completes "" score --factors v
fi

check "an option" refuses 2 "no option --metrcs; did you mean '--metrics'?" "$assay" score --metrcs mig
check "a command" refuses 2 "did you mean 'score'?" "$assay" scor
check "a command that is explained" refuses 2 "did you mean 'validate'?" "$assay" help vlidate
check "a scenario" refuses 2 "did you mean 'noise'?" "$assay" score --scenario nosie
check "of a run" refuses 2 "did you mean 'mixing'?" "$assay" run quick --scenarios mixin --db \
    "$dir/x.db"
check "of a validation" refuses 2 "did you mean 'noise'?" "$assay" validate mig --against mig \
    --scenarios nois
check "a property" refuses 2 "did you mean 'noise-robust'?" "$assay" judge mig noise-robsut --db "$dir/x.db"
check "a letter that several commands have" exits 0 "$assay" score --scenario noise -n 50 -s 1 -m mig -f csv -o \
    "$dir/o.csv"
done_testing
