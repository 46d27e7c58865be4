# tap.sh -- what the tests of the program share: a temporary folder, and checks that print TAP. Read by
# ". tests/cli/tap.sh" from the root of the checkout; $O is where the build is.

O=${O:-build/gcc}
case $O in /*) ;; *) O=$PWD/$O ;; esac
assay=$O/assay
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
trap 'exit 99' HUP INT TERM
tests=0 bad=0 did_you_mean="did you mean"
unset NO_COLOR SLURM_CPUS_PER_TASK
[ -x "$assay" ] || { echo "Bail out! there is no $assay"; exit 99; }

# check TEXT COMMAND...: a test that passes where the command does.
check() {
    tests=$((tests + 1)) about=$1
    shift
    if "$@"; then
        echo "ok $tests - $about"
    else
        bad=1
        echo "not ok $tests - $about"
        [ -s "$dir/out" ] && sed -n '1,5s/^/# out: /p' "$dir/out"
        [ -s "$dir/err" ] && sed -n '1,20s/^/# err: /p' "$dir/err"
    fi
}

skip() { # skip TEXT REASON DEBIAN-PACKAGE...: what is missing can be installed, and the line says how
    tests=$((tests + 1)) skip_text=$1 skip_reason=$2
    shift 2
    echo "ok $tests - $skip_text # SKIP $skip_reason"
    echo "# skipped: $skip_reason: apt-get install $*"
}

skip_all() { skip "$@"; done_testing; } # of a test that needs it from here on
needs_sqlite() { # needs_sqlite WHAT: $python can change stores
    python=/usr/bin/python3
    [ -x $python ] && $python -c 'import sqlite3' 2>/dev/null || skip_all "$1" "no Python with SQLite" python3
}
check_with() { # check_with PROGRAM PACKAGE TEXT COMMAND...: where the program is
    if command -v "$1" >/dev/null; then shift 2 && check "$@"; else skip "$3" "no $1" "$2"; fi
}

pointless() { # pointless TEXT REASON: what nothing that is installed would change; no test, and no skip
    echo "# not tested here: $1: $2"
}

reseal() { # reseal FILE: a certificate that was changed on purpose, sealed anew as docs/hunt.md says
    reseal_text=$(sed '/^  "seal": /,$d' "$1") && reseal_text=${reseal_text%,}
    printf '%s,\n  "seal": "%s"\n}\n' "$reseal_text" "$(printf %s "$reseal_text" | sha256sum | cut -c1-64)" >"$1"
}

no_gnuplot() { # in the place of gnuplot what makes empty pictures, in no time
    mkdir "$dir/bin" && cat >"$dir/bin/gnuplot" <<'G'
#!/bin/sh
shift # -d
for script; do
    for kind in svg pdf png; do
        echo '<svg width="90" height="60" viewBox="0 0 90 60" xmlns="http://www.w3.org/2000/svg"><g/></svg>' \
            >"${script%.gp}.$kind"
    done
done
G
    chmod +x "$dir/bin/gnuplot"
    PATH=$dir/bin:$PATH
}

# wait_until COMMAND...: until it succeeds. Two minutes are a limit for what has gone wrong, on a loaded machine and
# under a sanitizer; nothing is waited for that could also be over.
wait_until() {
    wait_tries=0
    until "$@"; do
        wait_tries=$((wait_tries + 1))
        [ $wait_tries -lt 1200 ] || return 1
        sleep 0.1
    done
}

same() { # same GOT WANT
    [ "$1" = "$2" ] || { echo "# got '$1', want '$2'"; false; }
}

# exits STATUS COMMAND...: what it prints goes to $dir/out and $dir/err.
exits() {
    exits_want=$1
    shift
    "$@" >"$dir/out" 2>"$dir/err" </dev/null
    exits_got=$?
    [ $exits_got -eq "$exits_want" ] || { echo "# exit status $exits_got, want $exits_want: $*"; false; }
}

# refuses STATUS TEXT COMMAND...: exits so, nothing on standard output, "assay: ..." with the text on standard error.
refuses() {
    refuses_status=$1 refuses_text=$2
    shift 2
    exits "$refuses_status" "$@" && [ ! -s "$dir/out" ] && grep -q '^assay: ' "$dir/err" &&
        grep -qF -- "$refuses_text" "$dir/err"
}

says() { grep -qF -- "$1" "$dir/err"; }
prints() { grep -qF -- "$1" "$dir/out"; }
has() { # has PATTERN COMMAND...: assay succeeds, and a line of what it prints is so
    pattern=$1
    shift
    exits 0 "$assay" "$@" && grep -q -e "$pattern" "$dir/out"
}
notes() { # notes TEXT COMMAND...: assay succeeds, with the text on standard error
    notes_text=$1
    shift
    exits 0 "$assay" "$@" && says "$notes_text"
}

# plan NAME SAMPLES SEEDS SCENARIOS METRICS: a plan's text; scenarios and metrics are lists without their brackets.
plan() { printf 'name: %s\nsamples: %s\nseeds: %s\nscenarios: [%s]\nmetrics: [%s]\n' "$@"; }

small_bank() { # small_bank METRICS: the plan of a few pairs
    plan small 300 1:6 "{bank: {property: modularity, spoil: [mixing], kinds: [continuous, categorical], noise: [none, equal], pair: 0:2}},
  {bank: {property: modularity, spoil: rotation, noise: none, pair: 0:2}},
  {bank: {property: modularity, spoil: mixing, noise: equal, order: level, pair: 0:4}}" "$1"
}

# well_made PAGE: elements are closed, ids are given once, and links within the page lead somewhere.
well_made() {
    python3 - "$1" <<'P'
import collections, sys, xml.dom.minidom
page = xml.dom.minidom.parseString(open(sys.argv[1], encoding="utf-8").read().replace("<!DOCTYPE html>", ""))
of = page.getElementsByTagName("*")
ids = collections.Counter(e.getAttribute("id") for e in of if e.hasAttribute("id"))
bad = [i for i in ids if ids[i] > 1] + [e.getAttribute("href") for e in of
       if e.getAttribute("href").startswith("#") and e.getAttribute("href")[1:] not in ids]
sys.exit("# %s: %s" % (sys.argv[1], bad) if bad or not ids else 0)
P
}

# The scores of a store without the seconds, which are the last column.
scores() { "$assay" export --db "$1" | sed 's/,[^,]*$//'; }

done_testing() {
    echo "1..$tests"
    exit $bad
}
