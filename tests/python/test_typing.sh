#!/bin/sh
# The package is typed (py.typed): mypy has nothing to say of what people import, nor of what they write with it; and
# what is wrong it finds.
. tests/cli/tap.sh
. tests/python/interpreter.sh
mypy=$(command -v mypy || :)
[ -n "$mypy" ] || skip_all "types of the package" "no mypy" mypy
# Programs of their own, which any Python runs: host.py, observer.py, and what serves them.
own=$(ls python/assay/*.py | grep -v -e host.py -e observer.py -e _served.py)
types() {
    MYPYPATH=$PWD/python MYPY_CACHE_DIR=$dir/cache "$mypy" --strict --allow-any-generics --allow-untyped-calls \
        --no-warn-return-any --no-warn-unused-ignores --ignore-missing-imports --follow-imports=silent "$@"
}
# shellcheck disable=SC2086
check "every function has types, and they agree" exits 0 types $own
cat >"$dir/used.py" <<'P'
import assay
import numpy as np

f, z = np.zeros((9, 2)), np.zeros((9, 2))
score = assay.score("mig", f, z)
value: float = score if isinstance(score, assay.Score) else score["mig"]
store: assay.Store = assay.run("quick", "q.db", seeds="0:5")
answers: list[assay.Answer] = [store.judge(), store.advise(), store.table(), store.agree(), store.reproduce(),
                               assay.validate("mig", "mig")]
rows: assay.StudyRows = assay.study({"a": (f, z)}).compare("a", "b")
files: list[str] = store.plot("figures") + [store.report("page"), assay.audit("mig", "out")]
worst: list[dict[str, object]] = assay.hunt("mig")
P
check "every function people call" exits 0 types --python-version 3.9 "$dir/used.py"
echo 'import assay; assay.study({}, metrics=3); assay.run("quick")' >"$dir/wrong.py"
check "a wrong argument" exits 1 types "$dir/wrong.py"
check "  is found, and one that is missing" same "$(grep -c 'error:' "$dir/out")" 2
done_testing
