#!/bin/sh
# The source of Debian's liblbfgs, unpacked into the folder $1. Lists of packages of its own are read: the machine's
# stay as they are.
set -e
mkdir -p "$1"
to=$(cd "$1" && pwd)
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
mkdir -p "$here/lists/partial" "$here/cache/archives/partial" "$here/parts"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >>"$here/sources.list"
done
for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$here/parts/${list##*/}"
done
touch "$here/sources.list"
set -- -q -o Dir::State::lists="$here/lists" -o Dir::Cache="$here/cache" -o Dir::Etc::sourcelist="$here/sources.list" \
    -o Dir::Etc::sourceparts="$here/parts" -o APT::Sandbox::User=
cd "$here"
apt-get "$@" update >log 2>&1 && apt-get "$@" source --download-only --tar-only liblbfgs >>log 2>&1 || {
    cat log >&2
    echo "the source of liblbfgs cannot be fetched; unpack it yourself and say where: make browser LIBLBFGS=FOLDER" >&2
    exit 4
}
tar -xzf liblbfgs_*.orig.tar.gz --strip-components=1 -C "$to"
