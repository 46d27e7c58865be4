#!/bin/sh
# The page that scores in a browser: the bits of the program for files and scenarios, refusals in words, no network.
. tests/cli/tap.sh
. tests/python/interpreter.sh

for part in clang wasm-ld chromium; do
    command -v $part >/dev/null || { skip "the page in a browser" "no $part" clang lld chromium; done_testing; }
done
[ -e /usr/include/wasm32-wasi/stdio.h ] ||
    { skip "the page in a browser" "no C library for WebAssembly" wasi-libc libclang-rt-dev-wasm32; done_testing; }
[ "$python" ] ||
    { skip "the page in a browser" "no Python 3 with NumPy (or set ASSAY_PYTHON)" python3-numpy; done_testing; }
case $O in
*-san)
    pointless "the page in a browser" "its program has no sanitizers, and another build tries it"
    done_testing
    ;;
esac
if ! make -s build/wasm/liblbfgs >"$dir/out" 2>&1; then
    pointless "the page in a browser" "the source of liblbfgs cannot be fetched here"
    check "and the remedy is named" prints "make browser LIBLBFGS=FOLDER"
    done_testing
fi
check "the page is built" exits 0 make -s -j2 build/wasm/index.html
check "and is smaller than 3 MB" test "$(wc -c <build/wasm/index.html)" -lt 3000000
"$python" -B tests/web/browser/browser.py "$assay" "$dir" >"$dir/said" 2>&1
status=$?
while IFS='	' read -r result about; do check "$about" same "$result" ok; done <"$dir/said"
check "the browser ends well" same $status 0
done_testing
