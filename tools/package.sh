#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds Debian's packages (debian/) of the last commit, and has lintian read them:
#
#   tools/package.sh [FOLDER]     into FOLDER, which is made, or build/package, which is made anew
#
# DEB_BUILD_OPTIONS is dpkg-buildpackage's: nocheck leaves out the tests, parallel=1 takes one core. What the packages
# are worth is tried by tests/debian.sh.
set -eu
folder=$(realpath -m "${1:-$(dirname "$0")/../build/package}")
cd "$(dirname "$0")/.."
. tools/setup.sh

# Runs a command whose hundreds of lines are of interest only if it fails.
logged()
{
    step "$@" >"$folder/log" 2>&1 || { tail -n 50 "$folder/log" >&2; stop "failed: $*; all it said is in $folder/log"; }
}

# The commit without debian/ is what a distribution would fetch, and debian/ its own.
export_commit()
{
    local version
    version=$(git show HEAD:debian/changelog | dpkg-parsechangelog -l- -S Version)
    version=${version%-*}
    mkdir -p "$folder/source"
    git archive --prefix="clreduce-$version/" HEAD . ':!debian' | gzip -9n >"$folder/clreduce_$version.orig.tar.gz"
    git archive HEAD | tar -x -C "$folder/source"
}

# bytes of the package, KiB installed, name
print_sizes()
{
    local package
    for package in "$folder"/*.deb; do
        printf '%9d %7s  %s\n' "$(stat -c %s "$package")" "$(dpkg-deb -f "$package" Installed-Size)" "${package##*/}"
    done
}

[ $# -gt 0 ] || rm -rf build/package
[ ! -e "$folder" ] || stop "$folder is there already: name a folder that is not"
install_missing build-essential fakeroot lintian
export_commit
cd "$folder/source"
dpkg-checkbuilddeps 2>/dev/null || apt_get build-dep -y --no-install-recommends .
say "Build"
logged dpkg-buildpackage --unsigned-source --unsigned-changes
say "Ask lintian"
step lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$folder"/*.changes
say "Packages, with their bytes and KiB installed"
print_sizes
