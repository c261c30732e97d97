#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs the wheel as docs/python.md says, by typing its lines, in bare systems of Debian: no compiler, no OpenCL, but
# Python and pip. A sum is the host's there; then, by the lines on PyPI's PoCL, a device's. The wheel for aarch64 is looked
# at, and its library used by qemu, where there is one.
#
#   bare.sh SUITE...     Debian's names, such as bullseye (Python 3.9) and trixie (3.13)
#
# Bare systems stay in build/bare, from where each run copies them. Takes root, minutes, and Debian's mirror and PyPI.
#
# Exit status: 0 all is well, 1 something is not, after a line that says what, 77 no root, or no debootstrap.
set -eu

source_folder=$(cd "$(dirname "$0")/.." && pwd)
document=$source_folder/docs/python.md
kept=$source_folder/build/bare
work=$(mktemp -d)
trap leave EXIT
unset "${!CLREDUCE_@}" "${!POCL_@}" "${!OCL_ICD_@}" # as users have it

leave()
{
    local root
    for root in "$work"/*/proc; do
        ! mountpoint -q "$root" || umount "$root"
    done
    rm -rf "$work"
}

fail()
{
    echo "bare: $*" >&2
    exit 1
}

skip()
{
    echo "bare: $*" >&2
    exit 77
}

# Runs a command, whose output is of interest only if it fails; leaves it in $work/log.
quietly()
{
    "$@" >"$work/log" 2>&1 || { tail -n 50 "$work/log" >&2; fail "failed: $*"; }
}

# lines NUMBER: the document's block of lines to type of that number, for this machine.
lines()
{
    sed "s/_x86_64/_$(uname -m)/" "$document" | awk -v wanted="$1" '/^```sh$/ { number++; inside = 1; next } /^```/ { inside = 0 } inside && number == wanted'
}

# inside SUITE LINES: typed one after the other in one shell of the copy, with what this machine needs to reach PyPI.
inside()
{
    chroot "$work/$1" env HOME=/root DEBIAN_FRONTEND=noninteractive /bin/bash -ec "cd /root; $2"
}

# Debian's own system is made once; each test begins with a copy.
enter() # suite
{
    local root=$work/$1 bundle=/etc/ssl/certs/ca-certificates.crt
    if [ ! -e "$kept/$1/complete" ]; then
        rm -rf "${kept:?}/$1"
        mkdir -p "$kept"
        quietly debootstrap --variant=minbase --include=python3,python3-pip,python3-venv "$1" "$kept/$1"
        touch "$kept/$1/complete"
    fi
    cp -a "$kept/$1" "$root"
    cp -L /etc/resolv.conf /etc/hosts "$root/etc"
    mkdir -p "$root/etc/ssl/certs"
    [ ! -e $bundle ] || cp -L $bundle "$root$bundle"
    mount -t proc proc "$root/proc"
    cp "$work"/wheels/*_"$(uname -m)".whl "$root/root"
    ! inside "$1" "command -v cc gcc clang ld" >/dev/null || fail "$1 has a compiler"
    [ -z "$(find "$root" -xdev -name 'libOpenCL*' -o -xdev -name '*.icd')" ] || fail "$1 has OpenCL"
}

# type_lines SUITE NUMBER WANTED: types a block of the document; the end of what it prints has the text.
type_lines()
{
    local began=$EPOCHREALTIME
    [ -n "$(lines "$2")" ] || fail "docs/python.md has no block $2 of lines to type"
    quietly inside "$1" "$(lines "$2")"
    grep -qxF "$3" "$work/log" || { cat "$work/log" >&2; fail "$1: '$3' is not what the lines print"; }
    awk -v what="$1, $(inside "$1" 'python3 -V'): lines $2" -v from="$began" -v to="$EPOCHREALTIME" \
        'BEGIN { printf "bare: %s: %.1f s\n", what, to - from }'
}

try_suite()
{
    enter "$1"
    type_lines "$1" 1 1.0
    inside "$1" '. reductions/bin/activate; ! python -m clreduce' | grep -q NoDeviceError || fail "$1 has a device"
    [ "$(uname -m)" = x86_64 ] || return 0
    if grep -q AuthenticAMD /proc/cpuinfo && grep -qw avx512f /proc/cpuinfo; then
        ! inside "$1" "$(lines 2)" >"$work/log" 2>&1 || fail "$1: PyPI's PoCL is taken on a processor where it is wrong"
        grep -q "wrong sums on AMD's processors" "$work/log" || { cat "$work/log" >&2; fail "$1: PyPI's PoCL is not refused"; }
        echo "bare: $1: PyPI's PoCL is refused on this processor"
        return
    fi
    type_lines "$1" 2 "the sum of 1e20, 1 and -1e20 is 1"
    grep -q '^used, by the library: pthread' "$work/log" || fail "$1: another device than PoCL: $(cat "$work/log")"
}

# The library of a wheel for aarch64: which glibc it needs, and a sum by it, in C.
try_aarch64()
{
    python3 -m zipfile -e "$work"/wheels/*_aarch64.whl "$work/aarch64"
    local library=$work/aarch64/clreduce/libclreduce.so
    readelf -h "$library" | grep -q 'Machine: *AArch64' || fail "the library for aarch64 is of another machine"
    ! readelf -d "$library" | grep NEEDED | grep -vE '\[(lib(c|m|dl|pthread)\.so\.[0-9]|ld-linux-aarch64\.so\.1)\]' ||
        fail "the library for aarch64 needs more than glibc"
    sum_by_qemu "$library"
}

# By qemu, on the glibc that tools/cross.sh arm64 leaves.
sum_by_qemu() # library
{
    local root=$source_folder/build/root-arm64
    if ! command -v qemu-aarch64 >/dev/null || [ ! -e "$root/complete" ]; then
        echo "bare: no qemu-aarch64, or no $root, which tools/cross.sh arm64 makes: no sum of aarch64" >&2
        return
    fi
    cat >"$work/sum.c" <<'END'
#include <clreduce/clreduce.h>
#include <stdio.h>

int main(void)
{
    const double x[] = {1e20, 1, -1e20};
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    clr_context_options host = {.size = sizeof host, .device = "host"};
    clr_context *context = NULL;
    double total = 0;

    if (clr_context_create(&host, &context) || clr_reduce(context, &sum, x, 3, &total, sizeof total))
        puts(clr_context_error(context)->message);
    printf("%g\n", total);
    clr_context_destroy(context);
}
END
    ln -s libclreduce.so "$(dirname "$1")/libclreduce.so.0.2" # by which name programs look for it
    quietly "$source_folder/build/wheels/cc-aarch64" -I"$source_folder/build/wheels/include" -I"$source_folder/include" "$work/sum.c" "$1" -o "$work/sum"
    quietly qemu-aarch64 -L "$root" -E LD_LIBRARY_PATH="$(dirname "$1")" "$work/sum"
    grep -qx 1 "$work/log" || fail "the sum of aarch64 is $(cat "$work/log")"
    echo "bare: the sum of aarch64 is 1"
}

[ $# -gt 0 ] || fail "usage: bare.sh SUITE..."
[ "$(id -u)" = 0 ] || skip "a bare system takes root"
command -v debootstrap >/dev/null || skip "debootstrap is missing: apt-get install debootstrap"
quietly "$source_folder/python/wheels.sh" "$work/wheels"
ls -l "$work/wheels"
try_aarch64
for suite in "$@"; do
    try_suite "$suite"
done
