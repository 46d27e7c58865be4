#!/bin/sh
# A short list of commands under valgrind, and prints TAP: no error, no leak. It sees what the sanitizers do not: values
# that are used and were never set, in assay and in the libraries under it.
#
#   sh tests/faults/valgrind.sh [assay]
assay=${1:-build/gcc/assay}
export ASSAY_READERS=inside # a reader that is locked in has no call that valgrind makes for itself
command -v valgrind >/dev/null || { echo "1..0 # SKIP no valgrind: apt-get install valgrind"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
number=0 failed=0

clean() { # clean STATUS COMMAND...
    want=$1
    shift
    number=$((number + 1))
    valgrind -q --error-exitcode=77 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
        "$assay" "$@" >"$folder/stdout" 2>"$folder/stderr"
    status=$?
    if [ $status -eq "$want" ]; then
        echo "ok $number - $*"
    else
        echo "not ok $number - $*: exit status $status"
        head -40 "$folder/stderr" | sed 's/^/# /'
        failed=1
    fi
}

printf 'v1;zppppppppppppppppp;0.5\n2;nan\n' >"$folder/bad.csv"
printf 'v1,v1,z1\n1,2,3\n' >"$folder/twice.csv"
printf '%s\n' 'name: v' 'samples: 40' 'seeds: 0:2' 'scenarios: [{noise: {alpha: [0, 0.5]}}, absent]' \
    'metrics: [mig, sap, dcimig]' \
    >"$folder/plan.yaml"
printf 'a: [1, {b: c}\n' >"$folder/broken.yaml"
clean 0 generate noise --samples 60 -o "$folder/a.npz"
clean 0 generate noise --samples 60 -o "$folder/a.csv"
clean 0 score --data "$folder/a.npz" --metrics mig,sap,dci-lasso,irs
clean 0 score --data "$folder/a.csv" --metrics modularity --format json
clean 3 score --data "$folder/bad.csv" --metrics mig
clean 3 score --data "$folder/twice.csv" --metrics mig
clean 3 run "$folder/broken.yaml" --db "$folder/a.db"
clean 0 run "$folder/plan.yaml" --db "$folder/a.db" --jobs 2
clean 0 run "$folder/plan.yaml" --db "$folder/a.db" --jobs 2
for command in status export table judge; do clean 0 "$command" --db "$folder/a.db"; done
clean 2 score --scenario noise --metrics nothing
clean 3 status --db "$folder/a.csv"
echo "1..$number"
exit $failed
