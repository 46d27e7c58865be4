#!/bin/sh
# The Debian packages of this commit: built without a finding of lintian, and what they hold works where it is unpacked.
. tests/cli/tap.sh
version=$(sed -n 's/^#define ASSAY_VERSION "\(.*\)"/\1/p' include/assay.h)
check "built, and lintian finds no error and no warning" exits 0 sh packages/deb.sh "$dir/deb" "$version"
for deb in "$dir"/deb/*.deb; do dpkg -x "$deb" "$dir/root"; done
lib=$(dirname "$dir"/root/usr/lib/*/libassay.so.0)
check "five packages, and no debug symbols outside theirs" same \
    "$(cd "$dir/deb" && ls ./*.deb | sed 's,^\./,,; s/_.*//' | grep -v dbgsym | tr '\n' ' ')" \
    "assay libassay-bench0 libassay-dev libassay0 python3-assay "
check "the program runs" sh -c '"$1/root/usr/bin/assay" --version | grep -qF "$2"' - "$dir" "$version"
"$assay" score --scenario noise --samples 500 --metrics mig,dci-lasso --format csv | cut -d, -f1-6 >"$dir/here"
"$dir/root/usr/bin/assay" score --scenario noise --samples 500 --metrics mig,dci-lasso --format csv | cut -d, -f1-6 >"$dir/there"
check "and scores as the program of the checkout" same "$(cat "$dir/there")" "$(cat "$dir/here")"
check "the Python package finds its library" exits 0 env LD_LIBRARY_PATH="$lib" ASSAY_LIBRARY="$lib/libassay-bench.so.0" \
    PYTHONPATH="$dir/root/usr/lib/python3/dist-packages" /usr/bin/python3 -c "import assay; assert 'mig' in assay.metrics()"
check "a program links against the library" sh -c '
    printf "#include <assay.h>\nint main(void) { return assay_metric_find(\"mig\") ? 0 : 1; }\n" >"$1/p.c" &&
    gcc -I"$1/root/usr/include" "$1/p.c" -L"$2" -lassay -o "$1/p" && LD_LIBRARY_PATH="$2" "$1/p"' - "$dir" "$lib"
done_testing
