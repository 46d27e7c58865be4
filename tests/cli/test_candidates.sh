#!/bin/sh
# Metrics from outside, as a user names them: the examples run, an edited candidate is scored anew, a killed program
# leaves no process behind.
. tests/cli/tap.sh
. tests/python/interpreter.sh
faulty="exec:'sh tests/candidates/faulty.sh"

printf 'samples: 100\nseeds: 0:2\nscenarios: [{noise: {alpha: [0, 1]}}]\nmetrics: mig\n' >"$dir/p.yaml"

value() { # value METRIC: of the JSON in $dir/out
    sed -n "/\"metric\": \"$1\"/,/\"value\"/s/.*\"value\": \([^,]*\),.*/\1/p" "$dir/out"
}
if [ -n "$python" ]; then
    export ASSAY_PYTHON="$python"
    check "examples/metric.py" exits 0 "$assay" score --scenario noise -n 500 --format json \
        --metrics mig,python:examples/metric.py:gap
    near() { # near A B: to ten digits
        awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > 0 && (a - b) ^ 2 < 1e-20) }' || { echo "# $1 and $2"; false; }
    }
    check "it gives what the built-in metric gives" near "$(value gap)" "$(value mig)"
    mkdir "$dir/bin" && ln -s "$python" "$dir/bin/python3"
    check "examples/one_liner.sh" exits 0 env assay="$assay" PATH="$dir/bin:$PATH" sh examples/one_liner.sh \
        --scenario noise --set alpha=0 -n 300 --format json
    check "a number of awk" near "$(value first-pair)" 1
    check "an array of NumPy" near "$(value largest-correlation)" 1
    printf 'def one(factors, codes):\n    return 1.0\n' >"$dir/edited.py"
    check "a run with a function" exits 0 "$assay" run "$dir/p.yaml" --db "$dir/e.db" \
        --metrics "mig,python:$dir/edited.py" --jobs 2
    check "the same run again computes nothing" notes ": 0 computed" \
        run "$dir/p.yaml" --db "$dir/e.db" --metrics "mig,python:$dir/edited.py" --jobs 2
    sed -i 's/1\.0/0.5/' "$dir/edited.py"
    check "the edited function" exits 0 "$assay" run "$dir/p.yaml" --db "$dir/e.db" \
        --metrics "mig,python:$dir/edited.py" --jobs 2
    check "is another one" same "$("$assay" export --db "$dir/e.db" | awk -F, '$5 == "one" && !$9 { n[$10]++ }
        END { for (v in n) print v, n[v] }' | sort | tr '\n' ' ')" "0.5 4 1 4 "
    check "a table" exits 0 "$assay" table --db "$dir/e.db"
    check "two of one name differ by a sum of their content" same "$(grep -c '^one@[0-9a-f]\{8\} ' "$dir/out")" 2
    check "a store of one of them" exits 0 "$assay" run "$dir/p.yaml" --db "$dir/o.db" \
        --metrics "mig,python:$dir/edited.py"
    for command in "table" "table --format latex" "agree --all"; do
        # shellcheck disable=SC2086
        check "$command of it" exits 0 "$assay" $command --db "$dir/o.db"
        check "names it as its author does" sh -c 'grep -qE "(^|  )one( |$)" "$1" && ! grep -q "one@" "$1"' - \
            "$dir/out"
    done
    check "what tables say, a filter takes and finds" has "one " table --db "$dir/o.db" --metrics one
    printf 'def broken(factors, codes)\n    return 1.0\n' >"$dir/broken.py"
    check "a syntax error" refuses 3 "broken.py:1: SyntaxError" "$assay" run "$dir/p.yaml" --db "$dir/no.db" \
        --metrics "mig,python:$dir/broken.py"
    check "before anything is written" test ! -e "$dir/no.db"
    check "no Python" refuses 4 "set ASSAY_PYTHON" env ASSAY_PYTHON=/no/python "$assay" score --scenario noise -n 100 \
        --metrics "python:$dir/edited.py"
else
    skip "Python metrics" "no Python with NumPy" python3-numpy
fi

if ${CC:-cc} -std=c17 -shared -fPIC -Iinclude examples/plugin.c -o "$dir/gap.so" 2>"$dir/err"; then
    check "examples/plugin.c" exits 0 "$assay" score --scenario noise -n 500 --format json \
        --metrics "mig,plugin:$dir/gap.so"
    check "has the bits of the built-in metric" same "$(value gap)" "$(value mig)"
    cp "$dir/out" "$dir/want"
    check "with two threads too" exits 0 "$assay" score --scenario noise -n 500 --format json --jobs 2 \
        --metrics "mig,plugin:$dir/gap.so"
    check "and by a name without a slash" exits 0 \
        sh -c "cd '$dir' && '$assay' score --scenario noise -n 500 -m plugin:gap.so"
else
    skip "plug-ins" "no C compiler" gcc
fi

# A program that ends, in whatever way, takes its candidates along.
alive() { ps -eo args | grep -F "faulty.sh hang $dir" | grep -vc grep; }
some_alive() { [ "$(alive)" -gt 0 ]; }
none_alive() { [ "$(alive)" -eq 0 ]; }
"$assay" score --scenario noise -n 100 --metrics "$faulty hang $dir'" >"$dir/out" 2>"$dir/err" &
process=$!
check "a candidate hangs" wait_until some_alive
kill -9 $process
{ wait $process; } 2>/dev/null
check "killed, the program leaves no candidate" wait_until none_alive

# So do what the candidate has started, and the data it was given: a pool of processes, say. The same with a PID
# namespace and where none is permitted, in which there is one more process between the program and the candidate.
descends() { # descends PID: it is below $process
    above=$1
    while [ "${above:-0}" -gt 1 ]; do
        above=$(ps -o ppid= -p "$above" | tr -d ' ')
        [ "$above" = "$process" ] && return 0
    done
    return 1
}
has_child() { # of the program $process; in child
    for one in $(pgrep -f '^tail -f /[^ ]*/assay-'); do
        descends "$one" && child=$one
    done
    [ -n "$child" ]
}
child_gone() { [ -n "$child" ] && ! kill -0 "$child" 2>/dev/null; }
family="sh -c 'tail -f \"\$1\" >/dev/null 2>&1 & wait' x {factors}" # ends with its program; its child would not
for signal in KILL INT; do
    metric="exec:\"$(printf %s "$family" | sed 's/"/\\"/g')\""
    env --default-signal=INT "$assay" score --scenario noise -n 100 --metrics "$metric" >"$dir/out" 2>"$dir/err" &
    process=$!
    child=
    check "a candidate has a child" wait_until has_child
    data=
    [ -z "$child" ] || data=$(ps -o args= -p "$child" | sed -n 's,^tail -f \(/.*\)/[^/]*$,\1,p')
    check "which was given data in a folder" test -d "$data"
    kill -s $signal $process
    { wait $process; } 2>/dev/null
    if [ -z "$child" ] || [ -z "$data" ]; then # nothing was there that could be gone
        check "after SIG$signal the child and its data are gone" false
        continue
    fi
    check "after SIG$signal it is gone" wait_until child_gone
    check "and so are the data" wait_until test ! -e "$data"
done

# What a failed cell says is in the store.
check "a run with a candidate that falls says so at the end" notes "4 cells failed" \
    run "$dir/p.yaml" --db "$dir/f.db" --metrics "mig,$faulty crash'" --jobs 1
"$assay" export --db "$dir/f.db" >"$dir/out"
check "and in the store" prints "failed: candidate-crashed: killed by signal 11 (segmentation fault)"
check "the hidden mode needs its file" exits 2 "$assay" --serve-plugin
cat >"$dir/named.py" <<'P'
def gap(factors, codes):
    return [0.5] * factors.shape[1]


gap.outputs = {"foo": "factor"}
P
check "an output with a name of its own, from several processes" exits 0 "$assay" run quick --scenarios \
    noise,mixing,trig --jobs 4 \
    --metrics "python:$dir/named.py" --db "$dir/named.db"
"$assay" export --db "$dir/named.db" >"$dir/out"
check "is scored in every cell" sh -c '! grep -q "failed:" "$1" && [ "$(grep -c ",,0.5,," "$1")" = 100 ]' - "$dir/out"

# A value outside the range of its output is kept as it is, and remarked by whoever writes or reads it.
cat >"$dir/wide.sh" <<'P'
while read -r line; do
    case $line in
    *describe*) echo '{"name": "wide", "outputs": ["wide", {"name": "open", "low": null, "high": null}]}' ;;
    *score*) echo '{"scores": [{"output": "wide", "value": -7.5e300}, {"output": "open", "value": 7}]}' ;;
    *) exit 0 ;;
    esac
done
P
wide="exec:'sh $dir/wide.sh'"
outside() { grep -q "$1 of wide outside 0 to 1, the range of the output (from -7.5e+300 to -7.5e+300)" "$dir/err"; }
check "a value out of range: scored" exits 0 "$assay" score --scenario noise -n 100 --metrics "mig,$wide" --format csv
check "remarked" sh -c '[ "$(grep -c "1 of 1 values outside 0 to 1, the range of the output" "$1")" = 1 ]' - "$dir/out"
check "in JSON" exits 0 "$assay" score --scenario noise -n 100 --metrics "mig,$wide" --format json
check "with the range" sh -c 'tr -d " \n" <"$1" | grep -q "\"outside\":{\"low\":0.0,\"high\":1.0,\"values\":1}"' - \
    "$dir/out"
check "only where it is" same "$(grep -c '"outside"' "$dir/out")" 1
check "run" exits 0 "$assay" run "$dir/p.yaml" --db "$dir/w.db" --metrics "mig,$wide" --jobs 1
check "the note names them" outside "4 values"
for command in status "status --format csv" table "table --format latex" export "export --format jsonl" "judge" \
    "agree" "plot --list"; do
    check "$command" exits 0 "$assay" $command --db "$dir/w.db"
    check "the note names them" outside "4 values"
done
check "kept as it is" sh -c '"$1" export --db "$2" 2>/dev/null | grep -q ",wide,overall,,-7.5e+300,,"' - "$assay" \
    "$dir/w.db"
"$assay" table --db "$dir/w.db" --format markdown >"$dir/out" 2>"$dir/err"
check "in the table itself" prints "wide wide: values outside 0 to 1, the range of the output, in 2 cells"
check "where what has no bound is not" sh -c '! grep -q "wide open: values outside" "$1"' - "$dir/out"
if command -v gnuplot >/dev/null; then
    check "a report" exits 0 "$assay" report --db "$dir/w.db" --out "$dir/wide"
    check "its page names them" grep -q '4 values of wide outside 0 to 1, the range of the output' "$dir/wide/index.html"
else
    skip "a report" "no gnuplot" gnuplot-nox
fi
sed -i 's/, {"name": "open"[^}]*}//; s/, {"output": "open"[^}]*}//' "$dir/wide.sh"
check "validate" exits 1 "$assay" validate "$wide" --against modularity --scenarios noise --seeds 0:1
check "the store names them" sh -c 'tr "\n" " " <"$1" | grep -q "values lie outside the range of its output (wide: 0 to 1)"' - \
    "$dir/out"
sed -i 's/"outputs": \[[^]]*\]/"outputs": [{"name": "wide", "low": 1, "high": 1}]/' "$dir/wide.sh"
check "a range that is none" refuses 3 "the range of output 'wide' is none" "$assay" score --scenario noise --metrics \
    "$wide"
if [ -n "$python" ]; then
    printf '%s\n' 'def texts(factors, codes):' '    return "0.7"' >"$dir/texts.py"
    check "a number as a text" refuses 3 "the function returned the text '0.7'" "$assay" score --scenario noise -n 60 \
        --metrics "python:$dir/texts.py"
fi
check "a file without python: before it" refuses 2 "$did_you_mean 'python:" "$assay" score --scenario noise --metrics \
    ./mine.py
done_testing
