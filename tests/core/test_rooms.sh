#!/bin/sh
# The rooms, as the sources include each other: what the Makefile's SEES_ names and nothing else, no circle of rooms,
# and no file of code in another.
. tests/cli/tap.sh

# Each line "ROOM SEEN", the variables of the Makefile put in.
awk '
    /\\$/ { sub(/\\$/, ""); line = line $0; next }
    { line = line $0 }
    line ~ /^[A-Za-z_\/]+ *:= / {
        name = line; sub(/ *:=.*/, "", name)
        value = line; sub(/^[^=]*= */, "", value)
        while (match(value, /\$\([A-Za-z_\/]+\)/)) {
            inner = substr(value, RSTART + 2, RLENGTH - 3)
            value = substr(value, 1, RSTART - 1) held[inner] substr(value, RSTART + RLENGTH)
        }
        held[name] = value
        if (name ~ /^SEES_/ && name != "SEES_tests") {
            room = substr(name, 6)
            n = split(value, seen, " ")
            for (k = 1; k <= n; k++) print room, seen[k]
        }
    }
    { line = "" }' Makefile >"$dir/sees"
rooms=$(awk '!had[$1]++ { print $1 }' "$dir/sees")
check "the Makefile names rooms" test "$(echo "$rooms" | wc -l)" -gt 20
for room in include $rooms; do
    for file in "$room"/*.h; do [ -e "$file" ] && echo "$room ${file##*/}"; done
done >"$dir/headers"

# Each line "ROOM OTHER FILE HEADER": FILE of ROOM includes HEADER of OTHER.
for room in $rooms; do
    grep -HoE '^ *# *include "[^"]+"' "$room"/*.[ch] | sed 's/: *# *include "/ /; s/"$//'
done | awk 'NR == FNR { of[$2] = $1; next }
            { room = $1; sub(/\/[^\/]*$/, "", room); print room, ($2 in of ? of[$2] : "nowhere"), $1, $2 }' \
    "$dir/headers" - >"$dir/includes"
check "they include each other" test "$(wc -l <"$dir/includes")" -gt 700

check "header names are unique" same "$(awk '{ print $2 }' "$dir/headers" | sort | uniq -d)" ""
check "what is included is seen" same "$(awk 'NR == FNR { sees[$1, $2]; next }
    !(($1, $2) in sees) && $4 !~ /\.(c|py)$/ { print $3 " includes " $4 " of " $2 }' "$dir/sees" "$dir/includes")" ""
check "no file includes code" same "$(awk '$4 ~ /\.c$/ { print $3 " includes " $4 }' "$dir/includes")" ""

# Rooms that include no other room are taken away, again and again; what is left goes round. The properties are a part
# of the judge, which lists them.
circles() {
    awk '{ sub(/judge\/properties/, "judge", $1); sub(/judge\/properties/, "judge", $2) }
         $1 != $2 && $2 != "include" && $2 != "nowhere" { to[$1, $2]; left[$1]; left[$2] }
         END {
             do {
                 gone = 0
                 for (room in left) {
                     out = 0
                     for (other in left) out += (room, other) in to
                     if (!out) { delete left[room]; gone++ }
                 }
             } while (gone)
             for (room in left) print room
         }' "$1" | sort | tr '\n' ' '
}
check "no circle of rooms" same "$(circles "$dir/includes")" ""
{ cat "$dir/includes"; echo "core cli core/point.c cli.h"; } >"$dir/round"
check "one would be seen" sh -c '[ -n "$1" ]' - "$(circles "$dir/round")"

# What core's objects call is in them, or in a library of the system: nothing that a room above it defines.
objects_of() { for file in "$1"/*.c; do echo "$O/${file%.c}.o"; done; }
above=$(for room in $rooms; do case $room in core | browser) ;; *) objects_of "$room" ;; esac; done)
defined() { nm -A "$@" | awk '$2 ~ /^[TDRBC]$/ { sub(/:.*/, "", $1); print $3, $1 }' | sort; }
wants() { nm -A "$@" | awk '$2 == "U" { sub(/:.*/, "", $1); print $3, $1 }' | sort; }
calls() { wants "$@" >"$dir/wants" && join "$dir/wants" "$dir/defined"; }
defined $above >"$dir/defined"
check "the rooms above core are built" test "$(wc -l <"$dir/defined")" -gt 500
check "core calls nothing above it" same "$(calls $(objects_of core))" ""
check "a call would be seen" sh -c '[ -n "$1" ]' - "$(calls $(objects_of scenarios))"

# What `make check` leaves out.
left_out() { while read -r test; do [ -e "$test" ] || [ -e "$test.c" ] || echo "$test"; done <tests/slow.txt; }
check "tests/slow.txt names tests" same "$(left_out)" ""
done_testing
