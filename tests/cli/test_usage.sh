#!/bin/sh
# Help, versions, mistakes: help that was asked for is data and fine, help after a mistake is none and 2.
. tests/cli/tap.sh

quiet() { exits 0 "$@" && [ -s "$dir/out" ] && [ ! -s "$dir/err" ]; }

check "--help" quiet "$assay" --help
check "-h" quiet "$assay" -h
check "help" quiet "$assay" help
check "--version" quiet "$assay" --version
check "--version is that of the header" \
    same "$(cat "$dir/out")" "assay $(sed -n 's/^.define ASSAY_VERSION "\(.*\)"/\1/p' include/assay.h)"
check "no command: usage on standard error" exits 2 "$assay"
check "... and nothing on standard output" test ! -s "$dir/out" -a -s "$dir/err"
check "an unknown command has the way to the list" refuses 2 "--help" "$assay" xyzzy
check "help of help is the overview" same "$("$assay" help help)" "$("$assay" help)"
check "help of an unknown command" refuses 2 "no command 'xyzzy'" "$assay" help xyzzy

commands=$(sed -n 's/^COMMAND(\([a-z_]*\),.*/\1/p' cli/commands_list.h | tr _ -)
check "there are commands" test "$(echo "$commands" | wc -l)" -ge 9
for command in $commands; do
    check "$command --help" quiet "$assay" "$command" --help
    check "$command --help has usage and example" \
        sh -c 'grep -q "^usage: assay" "$1" && grep -q "^example:" "$1"' - "$dir/out"
    check "$command --nothing --help" quiet "$assay" "$command" --nothing --help
    check "help $command" quiet "$assay" help "$command"
    check "help $command is no shorter" test "$(wc -l <"$dir/out")" -ge "$("$assay" "$command" -h | wc -l)"
    check "help $command: its lines are wrapped, and none ends in a blank" \
        sh -c '! sed "1,2d; /^  assay/d" "$1" | grep -E ".{111}| $"' - "$dir/out"
    check "$command --nonsense" refuses 2 "$command --help" "$assay" "$command" --nonsense
    check "$command -Z" refuses 2 "$command --help" "$assay" "$command" -Z
    check "$command is in the overview" sh -c '"$1" --help | grep -q "^  $2 "' - "$assay" "$command"
done

check "--format's help names the formats there are" refuses 2 \
    "($("$assay" list --help | sed -n 's/.*--format F *\([^ ]*\) (table)/\1/p' | sed 's/|/, /g'))" "$assay" list --format x
check "--db's help names the store that is read without it" \
    refuses 3 "$("$assay" status --help | sed -n 's/.*--db FILE.*(\(.*\))/\1/p'): No such" sh -c 'mkdir "$1/none" && cd "$1/none" && "$2" status' - "$dir" "$assay"

check "too few words: usage on standard error" exits 2 "$assay" run
check "... and nothing on standard output" test ! -s "$dir/out" -a -s "$dir/err"
check "too few words: the reason first" same "$(sed -n 1p "$dir/err")" "assay: run: 1 more word is needed"
check "too many words" refuses 2 "list: 'scenarios' has no place here" "$assay" list metrics scenarios
check "... and the way to the options" says "\`assay list --help\`"
check "arrays that are not named" refuses 2 "arrays are named by --factors F --codes C" "$assay" score f.npy z.npy
check "a store that is not named" refuses 2 "named by --db out/x.db" "$assay" table out/x.db
check "a value is missing" refuses 2 "--samples needs N" "$assay" score --scenario noise --samples
check "a flag with a value" refuses 2 "takes no value" "$assay" score --items=yes
check "--name=value is --name value" exits 0 "$assay" score --scenario=noise --samples=50 --metrics=mig
check "-n50 is -n 50" exits 0 "$assay" score --scenario noise -n50 -m mig
check "the last of two counts" exits 0 "$assay" score --scenario nosuch --scenario noise -n 50 -m mig
check "after -- everything is a word" refuses 2 "no choice '--help' of list" "$assay" list -- --help
set --
for k in 1 2 3 4 5 6 7 8 9 10 11; do set -- "$@" --set alpha=0 --set alpha=0 --set alpha=0; done
check "an option given too often" refuses 2 "too often" "$assay" score --scenario noise "$@"

check "samples that are no number" refuses 2 "whole number" "$assay" score --scenario noise --samples ten
check "samples below 1" refuses 2 "at least 1" "$assay" score --scenario noise --samples 0
check "samples below 0" refuses 2 "whole number" "$assay" score --scenario noise --samples -5
check "samples beyond 64 bits" refuses 2 "whole number" "$assay" score --scenario noise --samples 99999999999999999999
check "more samples than memory" refuses 4 "memory" "$assay" score --scenario noise --samples 4000000000000000000
check "a scenario that is not there" refuses 2 "list scenarios" "$assay" score --scenario nois
check "a parameter that is not there" refuses 2 "alpha" "$assay" score --scenario noise --set beta=1
check "a parameter out of range" refuses 2 "out of range, 0 to 1" "$assay" score --scenario noise --set alpha=2
check "a parameter without a value" refuses 2 "NAME=VALUE" "$assay" score --scenario noise --set alpha
check "a preset that is not there" refuses 2 "(default" "$assay" score --scenario noise -n 50 --metrics mig@none
check "an option out of range" refuses 2 "out of range" "$assay" score --scenario noise -n 50 --metrics mig:bins=0
check "nothing to score" refuses 2 "one of --scenario" "$assay" score
check "factors without codes" refuses 2 "one of --scenario" "$assay" score --factors x.npy
check "a scenario and a file" refuses 2 "leave out" "$assay" score --scenario noise --data x.npz
check "--set without a scenario" refuses 2 "belong to --scenario" "$assay" score --data x.npz --set alpha=1
check "a format that is not there" refuses 2 "(table, json, " "$assay" score --scenario noise --format yaml
check "a format of export that is not there" refuses 2 "(csv, jsonl)" "$assay" export --format table
check "generate without -o" refuses 2 "-o FILE is missing" "$assay" generate noise
check "generate of no scenario" refuses 2 "list scenarios" "$assay" generate nois -o "$dir/x.npz"
check "describe a preset" refuses 2 "assay describe mig" "$assay" describe mig@zaidi2020
check "describe nothing" refuses 2 "assay list" "$assay" describe nosuch
check "list nothing" refuses 2 "(metrics, scenarios, " "$assay" list nosuch
check "run: seeds backwards" refuses 2 "A:B" "$assay" run quick --db "$dir/x.db" --seeds 3:1
check "run: no threads" refuses 2 "--jobs" "$assay" run quick --db "$dir/x.db" --jobs 0
check "run: not the plan's scenario" \
    refuses 2 "none of the scenarios" "$assay" run dependent --db "$dir/x.db" --scenarios noise
check "nothing was made by mistakes" test ! -e "$dir/x.db" -a ! -e "$dir/x.npz"

for what in metrics scenarios presets properties plans relations papers; do check "list $what" quiet "$assay" list $what; done
check "list" quiet "$assay" list
ids=$(for list in metrics scenarios; do "$assay" list $list --format csv | sed '1d; s/,.*//'; done)
for id in $ids; do
    "$assay" describe "$id" >"$dir/out" 2>"$dir/err" && [ ! -s "$dir/err" ] &&
        [ "$(wc -l <"$dir/out")" -gt 5 ] || echo "$id"
done >"$dir/undescribed"
check "every metric and scenario describes itself" test ! -s "$dir/undescribed"
described() { "$assay" describe "$1" --json | grep -c "$2"; }
check "as JSON, each kind that has the name" same "$(described letters '"kind": ')" 2
check "with the BibTeX of each preset" same "$(described mig 'bibtex')" "$("$assay" list presets --format csv | grep -c '^mig@')"
check "the number of another work is not that of the first" same "$(described noise 'eprint')" 0
check "with the title of the work and where it appeared" same \
    "$(described mig 'title = {{Isolating Sources of Disentanglement.*booktitle = {Advances in Neural Information')" 1
check "of the work itself it is" same "$(described calibrated 'eprint')$(described mig 'eprint = {1802.04942}')" 01
done_testing
