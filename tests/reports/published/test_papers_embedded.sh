#!/bin/sh
# What make puts into the program of papers/: every file of YAML that is there, none that has gone. No line of the
# Makefile names one.
. tests/cli/tap.sh
mkdir -p "$dir/tree/tests" "$dir/tree/build/gcc"
cp -r Makefile include papers "$dir/tree"
cd "$dir/tree" || exit 99
unset MAKEFLAGS MAKEOVERRIDES MFLAGS SAN # another make, which builds elsewhere, may have called this
embedded() {
    make -s CC=gcc build/gcc/papers/all &&
        sed -n 's/^\(papers\/[^ ]*\.yaml\) [0-9]*$/\1/p' build/gcc/papers/all | tr '\n' ' '
}
there=$(echo papers/*.yaml)
check "the files of the tree" same "$(embedded)" "$there "
printf 'paper: Own 2030\n' >papers/own2030.yaml
check "one that has come" same "$(embedded | grep -c own2030)" 1
grep -A 1 '^papers/own2030' build/gcc/papers/all >part
check "byte for byte" same "$(cat part)" "papers/own2030.yaml 16
paper: Own 2030"
printf 'paper: Own 2031\n' >papers/own2030.yaml
check "one that has changed" sh -c 'make -s CC=gcc build/gcc/papers/all && grep -q "Own 2031" build/gcc/papers/all'
rm papers/own2030.yaml
check "one that has gone" same "$(embedded)" "$there "
touch -d 2020-01-01 build/gcc/papers/all
check "nothing is made anew where nothing has changed" sh -c 'touch -d 2019-01-01 papers/*.yaml &&
    make -s CC=gcc build/gcc/papers/all && [ "$(date -r build/gcc/papers/all +%Y)" = 2020 ]'
done_testing
