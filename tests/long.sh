#!/bin/sh
# The long tests: what `make test` and .ci/run thin, in full. Prints what failed at the end. PARTS="lint fuzz": these.
failed=
part() { # part NAME COMMAND...
    name=$1 && shift
    case " ${PARTS:-$name} " in *" $name "*) ;; *) return ;; esac
    echo "== $name" && "$@" || failed="$failed $name"
}
lint() { make lint && git rev-parse HEAD >.ci/linted; }
part limits make limits
part tests env ASSAY_NO_SKIP=1 ASSAY_TEST_SCALE=4 make LONG=1 test
part lint lint
part compilers make test-cluster
part sanitizers make SAN=1 LONG=1 test
part clang-sanitizers make CC=clang SAN=1 LONG=1 test
part faults make faults FAULTS_N=0 FLIPS=0 KILLS=1000
part fuzz make fuzz
part reference make reference
part intervals make coverage-of-intervals
part leaders make repeat-of-leaders
choosing() { make choosing && git diff --exit-code docs/choosing.md; }
part choosing choosing
part valgrind make valgrind
part mutants make mutants
[ -z "$failed" ] || echo "failed:$failed"
[ -z "$failed" ]
