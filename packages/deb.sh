# deb.sh FOLDER VERSION -- Debian packages of the commit at hand, below FOLDER; fails where lintian finds an error or a warning
#
# Who signs for the packages is read from DEBFULLNAME and DEBEMAIL, or from git. The source is what git has, without changes
# that are not committed.
set -eu
to=$1 version=$2
name=${DEBFULLNAME:-$(git config user.name || echo "the assay authors")}
mail=${DEBEMAIL:-$(git config user.email || echo "$(id -un)@$(hostname -f)")}
tree=$to/assay-$version

rm -rf "$to"
mkdir -p "$to"
git archive --prefix="assay-$version/" HEAD | gzip -n >"$to/assay_$version.orig.tar.gz"
tar -xzf "$to/assay_$version.orig.tar.gz" -C "$to"
cp -R packages/debian "$tree/debian"
sed -i "s|@MAINTAINER@|$name <$mail>|" "$tree/debian/control"
cat >"$tree/debian/changelog" <<END
assay ($version-1) unstable; urgency=medium

  * Version $version; see CHANGELOG.md.

 -- $name <$mail>  $(git log -1 --format=%cD)
END
(cd "$tree" && dpkg-buildpackage -us -uc) >"$to/build.log" 2>&1 || {
    tail -n 30 "$to/build.log" >&2
    exit 1
}
# Which bug report the first upload closes is known to who uploads.
lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs --allow-root "$to"/*.changes
ls "$to"/*.deb
