#!/bin/sh
# The Python binding as pip and `make install` put it down: it finds the library, and scores what the program scores.
# shellcheck disable=SC2086 # several words
. tests/cli/tap.sh
. tests/python/interpreter.sh

needs_numpy "the installed Python binding"
case $O in
*clang*-san) runtime=$(clang -print-file-name=libclang_rt.asan-"$(uname -m)".so) san=SAN=1 ;;
*-san) runtime=$(gcc -print-file-name=libasan.so) san=SAN=1 ;;
*) runtime='' san='' ;;
esac
case $runtime in
'' | /*) ;;
*)
    skip "the installed Python binding" "no sanitizer to be preloaded" gcc
    done_testing
    ;;
esac
unset ASSAY_LIBRARY PYTHONPATH
export PYTHONDONTWRITEBYTECODE=1
want=$("$assay" score --scenario noise --set alpha=0.3 -n 500 --seed 3 -m mig --format json |
    sed -n 's/^ *"value": \([0-9.]*\),/\1/p')
cat >"$dir/mig.py" <<'P'
import sys
import assay
where, library = sys.argv[1:]
assert assay.__file__.startswith(where + "/assay/"), assay.__file__
assert assay._library.library().path.startswith(library), assay._library.library().path
print("%.17g" % assay.score("mig", assay.generate("noise", alpha=0.3, seed=3, samples=500)))
P
scores() { # scores WHERE_THE_PACKAGE_IS WHERE_THE_LIBRARY_IS [NAME=VALUE]...: $got
    where=$1 library=$2
    shift 2
    (cd "$dir" && env ${runtime:+LD_PRELOAD="$runtime"} ASAN_OPTIONS=detect_leaks=0 PYTHONPATH="$where" "$@" \
        "$python" mig.py "$where" "$library" >out 2>err)
    got=$(cat "$dir/out")
    [ "$got" = "$want" ] || { echo "# got '$got', want '$want'"; false; }
}

files() { (cd "$1" && echo *.py py.typed); }

# pip builds the library and puts it into the package; the wheel needs neither a compiler nor the checkout.
if [ -n "$san" ]; then
    pointless "pip install" "the library has sanitizers"
elif ! "$python" -c 'import pip' 2>/dev/null; then
    skip "pip install" "no pip" python3-pip python3-setuptools python3-wheel
else
    pip="$python -m pip install --quiet --no-deps --no-index --no-cache-dir --disable-pip-version-check"
    check "pip install, without a network" exits 0 $pip --target "$dir/site" ./python
    check "it installs all files" same "$(files "$dir/site/assay")" "$(files python/assay)"
    check "under the library's version" \
        test -d "$dir/site/assay-$("$assay" --version | cut -d' ' -f2).dist-info"
    check "with the library" scores "$dir/site" "$dir/site/assay/"
    glibc='lib\(c\|m\|dl\|pthread\)\.so'
    check "that needs glibc alone" same "$(ldd "$dir/site/assay/libassay.so" | grep '=> /' | grep -v "$glibc")" ""
    check "make wheel" exits 0 make -s --no-print-directory PYTHON="$python" wheel
    check "installs" exits 0 $pip --target "$dir/bare" "$(cat "$dir/out")"
    check "and scores without compiler, program or checkout" scores "$dir/bare" "$dir/bare/assay/" PATH=/nowhere \
        HOME=/nowhere
    check "the program is in it" sh -c '[ "$(cd / && PYTHONPATH="$1/bare" "$2" "$1/bare/bin/assay" score --scenario noise \
        --set alpha=0.3 -n 500 --seed 3 -m mig --format json | sed -n "s/^ *\"value\": \([0-9.]*\),/\1/p")" = "$3" ]' - \
        "$dir" "$python" "$want"
    check "with all that it takes but glibc" same "$(ldd "$dir/bare/assay/program/assay" "$dir/bare/assay/libassay-bench.so" |
        grep '=> /' | grep -v -e "=> $dir/bare/assay/program/" -e "$glibc")" ""
    check "of 2018: RHEL 8" same "$(for file in "$dir"/bare/assay/*.so "$dir"/bare/assay/program/*; do
        [ -d "$file" ] || objdump -T "$file" | grep -o 'GLIBC_[0-9.]*'; done | sort -uV | tail -n 1)" GLIBC_2.28
    check "  as its name says" sh -c 'ls build/wheel/assay-*-manylinux_2_28_*.whl'
    check "  every name of all files is found at once" same "$(cd "$dir/bare/assay" && ldd -r program/assay *.so 2>&1 |
        grep -c undefined)" 0
    score_all() { LD_BIND_NOW=1 "$1" score --scenario rotate -n 400 --metrics mig,sap,mcc,dci-lasso,dose --format csv; }
    check "  and scores have the same bits" same "$(score_all "$dir/bare/assay/program/assay")" \
        "$(score_all "$assay" | tee "$dir/all")"
    check "  of 14 outputs" same "$(wc -l <"$dir/all")" 15
    cat >"$dir/hypot.py" <<'P'
import ctypes, random, sys
ours, theirs = (ctypes.CDLL(path).hypot for path in (sys.argv[1], "libm.so.6"))
for f in ours, theirs:
    f.restype, f.argtypes = ctypes.c_double, (ctypes.c_double, ctypes.c_double)
some = random.Random(1)
for k in range(20000):
    x, y = (some.uniform(-1, 1) * 2.0 ** some.choice((0, 0, -30, -500, 600)) for _ in "xy")
    assert ours(x, y) == theirs(x, y), (x.hex(), y.hex())
P
    check "  hypot is that of a new glibc" exits 0 "$python" "$dir/hypot.py" "$dir/bare/assay/libassay-bench.so"
    check "and their licences" test -s "$dir/bare/assay/program/licences/libsqlite3-0"
    check "make sdist" exits 0 make -s --no-print-directory PYTHON="$python" sdist
    tar -xzf "$(cat "$dir/out")" -C "$dir" && ln -s "$PWD/build" "$dir"/assay-*/ # what is compiled is taken from here
    check "  pip builds all of assay of it" exits 0 $pip --no-build-isolation --target "$dir/built" "$dir"/assay-*
    check "  which scores" scores "$dir/built" "$dir/built/assay/" PATH=/nowhere
    mkdir "$dir/alone"
    cp -r python "$dir/alone/"
    check "a folder without the sources" exits 1 $pip --target "$dir/none" "$dir/alone/python"
    check "the error says so" says "lies in no checkout of assay"
    rm "$dir"/bare/assay/libassay*.so
    check "no library" exits 1 env PYTHONPATH="$dir/bare" "$python" -c 'import assay
assay._library._NAMES = ("none.so",)
assay._library.ctypes.util.find_library = lambda name: None
assay.metrics()'
    check "the error says what to do" says 'pip install ./python'
fi

# The checkout as it is, and one that has the library in build/gcc.
mkdir -p "$dir/checkout/build/gcc" "$dir/checkout/include"
cp -r python "$dir/checkout/python"
cp include/assay.h "$dir/checkout/include/"
ln -s "$O/libassay.so" "$dir/checkout/build/gcc/libassay.so" # without the bench
check "in a checkout it finds what make built" scores "$dir/checkout/python" "$dir/checkout/build/gcc/"

prefix=/opt/assay
check "make install" exits 0 make -s --no-print-directory $san O="$O" \
    PYTHON="$python" PREFIX=$prefix DESTDIR="$dir/root" install
there=$dir/root$prefix/lib/python3/dist-packages
check "it installs all files" same "$(files "$there/assay")" "$(files python/assay)"
check "the library is found from there" scores "$there" "$dir/root$prefix/lib/"
check "PYTHONDIR puts it elsewhere" exits 0 make -s --no-print-directory $san \
    O="$O" PYTHON="$python" PREFIX=$prefix PYTHONDIR=/py DESTDIR="$dir/other" install
check "there" test -s "$dir/other/py/assay/__init__.py"
site=$("$python" -c 'import site; print(site.getsitepackages()[0])')
check "a prefix that the interpreter searches" exits 0 make -s --no-print-directory $san \
    O="$O" PYTHON="$python" PREFIX="${site%%/lib/*}" DESTDIR="$dir/third" install
check "gets it where it is searched" test -s "$dir/third$site/assay/__init__.py"
done_testing
