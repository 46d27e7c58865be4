#!/bin/sh
# limits.sh TIMES CHECKED... -- the table of limits.txt with what holds now; fails where something is over its bound.
# TIMES is what run.sh wrote of the last run; CHECKED are the programs of `make check`, whose CPU seconds are summed.
times=$1 && shift
lines() { git ls-files "$@" | xargs cat | wc -l; }
product() {
    git ls-files | grep -E '\.(c|h|py|js|css|gp)$' |
        grep -vE '^(tests|docs|examples|papers|reference|web|packages)/' | xargs cat | wc -l
}
unlike() { git ls-files '*.[ch]' | xargs clang-format -n 2>&1 | sed -n 's/^\([^:]*\):[0-9].*/\1/p' | sort -u | wc -l; }
measure() {
    case $1 in
    "product lines") product ;;
    "test lines") lines 'tests/*.c' 'tests/*.h' 'tests/*.py' 'tests/*.sh' 'tests/*.js' ;;
    "words of README and docs") cat README.md docs/*.md | wc -w ;;
    "words of CHANGELOG") wc -w <CHANGELOG.md ;;
    "CPU seconds of make check")
        printf '%s\n' $checked | awk 'NR == FNR { checked[$1] = 1; next } $2 in checked { sum += $1; n++ }
            END { print n < length(checked) ? "?" : int(sum + 0.5) }' - "$times" ;;
    "files that make format would change") unlike ;;
    *) echo "?" ;;
    esac
}
command -v git >/dev/null && git rev-parse HEAD >/dev/null 2>&1 || {
    echo "make limits counts what git tracks, in a checkout: apt-get install git" >&2
    exit 4
}
checked=$*
grep -v '^#' tests/limits.txt | {
    over=0
    printf '%-38s %8s %8s\n' limit now bound
    while read -r bound what; do
        now=$(measure "$what")
        said=
        [ "$now" = "?" ] && { said="  not measured: make check" over=1; }
        [ "$now" != "?" ] && [ "$now" -gt "$bound" ] && { said="  OVER" over=1; }
        printf '%-38s %8s %8s%s\n' "$what" "$now" "$bound" "$said"
    done
    [ "$over" -eq 0 ]
}
