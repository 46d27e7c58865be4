#!/bin/sh
# Lines that the tests reached, by room: `make coverage`. usage: sh tests/coverage.sh BUILD ROOM...
# What ran in a process that was killed, or that ended by _exit, is not counted: of the processes of candidates, most.
build=$1
shift
never=$(mktemp) || exit 99
trap 'rm -f "$never"' EXIT

# gcov's words on one source: its functions, then its files; headers are left out. Prints "lines reached".
source_lines() {
    gcov -n -f -o "${2%.c}.o" "$1" 2>/dev/null | awk -v source="$1" -v never="$never" '
        /^Function / { name = substr($2, 2, length($2) - 2) }
        /^File / { name = ""; mine = substr($2, 2, length($2) - 2) == source }
        /^Lines executed:/ {
            split($2, share, ":"); sub("%", "", share[2])
            if (name != "") { if (share[2] + 0 == 0) print source ": " name " (" $4 " lines)" >>never }
            else if (mine) { print $4, share[2] * $4 / 100; exit }
        }'
}

printf '%-28s %7s %7s %6s\n' room lines reached share
for room in "$@"; do
    for source in "$room"/*.c; do
        [ -e "$source" ] && source_lines "$source" "$build/$source"
    done | awk -v room="$room" '
        { lines += $1; reached += $2 }
        END { if (lines) printf "%-28s %7d %7d %5.1f%%\n", room, lines, reached + 0.5, 100 * reached / lines }'
done
echo
echo "functions that no test enters:"
sed 's/^/    /' "$never"
