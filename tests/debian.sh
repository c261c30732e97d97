#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Tries Debian's packages as tools/package.sh builds them of the last commit:
#
#   debian.sh     built in two folders and in unlike surroundings they have the same bytes; in a bare chroot of Debian 12
#                 they are installed, used and purged, and nothing is left; there autopkgtest runs debian/tests, too
#
# MIRROR is debootstrap's. Exit status: 0 all is well, 1 something is not, after a line that says what, 77 not root, or
# a tool or the mirror is missing.
set -eu

source_folder=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
unset "${!CLREDUCE_@}" "${!POCL_@}" # as users have it

fail()
{
    echo "debian: $*" >&2
    exit 1
}

skip()
{
    echo "debian: $*" >&2
    exit 77
}

# Runs a command, whose output is of interest only if it fails.
quietly()
{
    "$@" >"$work/log" 2>&1 || { tail -n 50 "$work/log" >&2; fail "failed: $*"; }
}

# timed WHAT FUNCTION: says how long it took.
timed()
{
    local begin=$SECONDS
    "$2"
    echo "debian: $1: $((SECONDS - begin)) s"
}

# ---- The same bytes ------------------------------------------------------------------------------

build()
{
    quietly "$source_folder/tools/package.sh" "$work/first"
}

build_again()
{
    (
        umask 077
        export TZ=Pacific/Chatham LC_ALL=C.UTF-8 HOME=/nonexistent DEB_BUILD_OPTIONS="nocheck ${DEB_BUILD_OPTIONS-}"
        quietly "$source_folder/tools/package.sh" "$work/elsewhere"
    )
    local file
    for file in "$work"/first/*.{deb,dsc,tar.*}; do
        cmp "$file" "$work/elsewhere/${file##*/}" || fail "${file##*/} has other bytes when it is built again"
    done
    rm -rf "$work/elsewhere"
}

# ---- A bare system -------------------------------------------------------------------------------

# Runs a command while the root has /proc and /sys, which PoCL asks for its memory: nobody else sees them.
with_system()
{
    # shellcheck disable=SC2016 # is expanded there
    quietly unshare --mount bash -euc \
        'mount -t proc proc "$0/proc"; mount -t sysfs -o ro sysfs "$0/sys"; exec "$@"' "$root" "$@"
}

in_root()
{
    LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive with_system chroot "$root" "$@"
}

make_root()
{
    quietly debootstrap --variant=minbase bookworm "$root" ${MIRROR:+"$MIRROR"}
}

# All packages and files but those of apt and dpkg themselves, logs and caches.
contents()
{
    chroot "$root" dpkg-query -W
    (cd "$root" && find . -path ./packages -prune -o -path ./var/cache -prune -o -path ./var/log -prune -o \
        -path ./var/lib/apt -prune -o -path ./var/lib/dpkg -prune -o -print | sort)
}

# What the packages depend on, without each other.
dependencies()
{
    local package
    for package in "$root"/packages/*.deb; do
        dpkg-deb -f "$package" Depends
    done | tr , '\n' | sed 's/^ *//' | grep -v clreduce | sort -u | paste -sd ,
}

# What they depend on is there before, as it may leave something itself.
install_use_and_purge()
{
    mkdir "$root/packages"
    find "$work/first" -name '*.deb' ! -name '*-dbgsym_*' -exec cp -t "$root/packages" {} +
    in_root apt-get satisfy -y --no-install-recommends "$(dependencies)"
    contents >"$work/before"
    in_root sh -c 'apt-get install -y --no-install-recommends /packages/*.deb'
    # shellcheck disable=SC2016
    in_root sh -euc '[ "$(seq 1 100 | clreduce sum)" = 5050 ]'
    in_root python3 -c 'import clreduce; assert clreduce.sum([1e20, 1, -1e20]) == 1'
    in_root sh -c 'cd /packages && apt-get purge -y $(ls | sed s/_.*//)'
    contents >"$work/after"
    diff "$work/before" "$work/after" || fail "what is purged leaves something, after >"
}

run_tests()
{
    with_system autopkgtest "$work"/first/*.changes -- chroot "$root"
    grep -E ' (PASS|SKIP)' "$work/log" | sort -u
}

[ "$(id -u)" = 0 ] || skip "a chroot needs root"
for tool in debootstrap autopkgtest dpkg-buildpackage lintian; do
    command -v $tool >/dev/null || skip "$tool is missing: apt-get install debootstrap autopkgtest dpkg-dev lintian"
done
timed "built" build
timed "built again, the same bytes" build_again
timed "a bare Debian 12" make_root
timed "installed, used and purged" install_use_and_purge
timed "autopkgtest" run_tests
