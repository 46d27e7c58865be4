#!/bin/sh
# What a candidate can see, looked at from inside by one of each kind, with namespaces and as a container has them.
. tests/cli/tap.sh
. tests/python/interpreter.sh
[ -n "$python" ] && ${CC:-cc} -std=c17 -shared -fPIC -Iinclude tests/candidates/look.c -o "$dir/look.so" ||
    skip_all "candidates that look around" "no Python with NumPy, or no C compiler" python3-numpy gcc
# The words that would tell: a parameter's value, a seed and the plan's name; backwards, so as not to be found themselves.
cat >"$dir/wordofplan.yaml" <<'P'
samples: 60
seeds: 0:1
scenarios: [{noise: {alpha: [0.4748313]}}]
metrics: mig
P
export LOOK_FOR="3138474.0 71728374 nalpfodrow" LOOK_AT="$dir/seen.db" LOOK_TO="$dir/seen" LOOK_PY="$PWD/tests/candidates/look.py"
here=$PWD
looks() { # looks COMMAND...: what the three found
    rm -f "$dir/seen" "$dir/seen.db"
    "$@" "$assay" run "$dir/wordofplan.yaml" --seeds 47382717:47382718 --db "$dir/seen.db" --jobs 1 --metrics \
        "python:$here/tests/candidates/look.py:looks,exec:'$python $here/tests/candidates/look.py serve',plugin:$dir/look.so" \
        >"$dir/out" 2>"$dir/err"
}
apart() { # whether the namespaces are permitted that assay asks for: of users for who is not root
    if [ "$(id -u)" = 0 ]; then unshare -pm --fork true 2>/dev/null; else unshare -Upm --fork true 2>/dev/null; fi
}
check "three candidates look around" exits 0 looks env
check "all of them did" same "$(sort -u "$dir/seen" | grep -c ': looked')" 3
if apart; then
    check "and found nothing" same "$(grep -v ': looked' "$dir/seen" | sort -u)" ""
else # of a user's other processes the kernel shows a process of theirs all
    [ "$(id -u)" = 0 ] && others= || others='|: memory of another|in another [a-z]*$'
    check "and found nothing but what are files, the store and the data in use" same \
        "$(grep -vE ": looked|: the store|: data of others$others" "$dir/seen")" ""
fi
if [ "$(id -u)" != 0 ]; then
    pointless "without namespaces" "only root can take the right from itself"
elif command -v setpriv >/dev/null; then
    check "without namespaces" exits 0 looks setpriv --bounding-set -sys_admin --inh-caps -sys_admin
    check "all of them looked" same "$(sort -u "$dir/seen" | grep -c ': looked')" 3
    check "and found nothing but these files" same "$(grep -vE ': looked|: the store|: data of others' "$dir/seen")" ""
else
    skip "without namespaces" "no setpriv" util-linux
fi
done_testing
