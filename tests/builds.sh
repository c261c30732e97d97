#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the library and the command as others do:
#
#   builds.sh debian                  by the flags of Debian's packages, with all hardening and LTO
#   builds.sh clang                   by the newest clang
#   builds.sh 32-bit BUILD_FOLDER     whether a compiler for 32 bits takes every source of the build
#
# Optimised little, for the time that it takes. Exit status: 0 all is well, 77 no such tool, else
# something is not well.
set -eu

source_folder=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip()
{
    echo "builds.sh: $*" >&2
    exit 77
}

# build OPTIONS...: warnings are errors, and what is built starts.
build()
{
    cmake -S "$source_folder" -B "$work" -DBUILD_SHARED_LIBS=ON -DCLREDUCE_WARNINGS_ARE_ERRORS=ON "$@"
    cmake --build "$work" --parallel 2 --target clreduce_command
    "$work/tools/clreduce" ops >/dev/null
}

build_debian()
{
    command -v dpkg-buildflags >/dev/null || skip "dpkg-buildflags is missing: apt-get install dpkg-dev"
    export DEB_BUILD_MAINT_OPTIONS="hardening=+all optimize=+lto"
    export DEB_CFLAGS_APPEND="-O1 -g0 -fno-fat-lto-objects"
    export DEB_CPPFLAGS_APPEND=
    eval "$(cd "$source_folder" && dpkg-buildflags --export=sh)"
    export CFLAGS="$CFLAGS $CPPFLAGS"
    build -DCMAKE_BUILD_TYPE=None
}

build_clang()
{
    local clang
    clang=$(compgen -c clang- | grep -xE 'clang-[0-9]+' | sort -t- -k2,2nr | head -n 1)
    [ -n "$clang" ] || skip "clang is missing: apt-get install clang"
    unset CFLAGS LDFLAGS
    build -DCMAKE_C_COMPILER="$clang" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0
}

# A compiler for 32 bits with its own C library; the other headers are the same on all processors, but
# for GMP's, which has limbs of another length there.
compiler_of_32_bits()
{
    local compiler
    for compiler in i686-linux-gnu-gcc "gcc -m32"; do
        echo '#include <stdlib.h>' >"$work/try.c"
        # shellcheck disable=SC2086
        ! $compiler -fsyntax-only "$work/try.c" 2>/dev/null || { echo "$compiler"; return; }
    done
}

# Numbers of 64 bits become sizes of memory: where the library does so it says so, or the compiler warns;
# of the command that is not asked.
check_32_bit()
{
    local compiler sources=$1/compile_commands.json
    [ -e "$sources" ] || skip "$sources is missing: CMAKE_EXPORT_COMPILE_COMMANDS=ON makes it"
    command -v jq >/dev/null || skip "jq is missing: apt-get install jq"
    compiler=$(compiler_of_32_bits)
    [ -n "$compiler" ] || skip "a compiler for 32 bits is missing: apt-get install gcc-i686-linux-gnu"
    compiler+=" -fsyntax-only -msse2 -mfpmath=sse -idirafter /usr/include -idirafter /usr/include/$(gcc -print-multiarch)"
    jq -r --arg compiler "$compiler" --arg root "$source_folder" '.[]
        | select(.file | startswith($root + "/src/") or startswith($root + "/tools/"))
        | (if .file | startswith($root + "/src/") then " " else " -Wno-conversion " end) as $instead
        | .command | sub("^.*?(?= -D)"; $compiler) | sub(" -o [^ ]+ "; $instead)
        | gsub(" -march=[^ ]+"; "")' "$sources" >"$work/commands"
    [ "$(wc -l <"$work/commands")" -gt 200 ] || { echo "builds.sh: $sources has few sources" >&2; exit 1; }
    xargs -d '\n' -P 2 -n 1 sh -c <"$work/commands"
}

case ${1-} in
debian) build_debian ;;
clang) build_clang ;;
32-bit) check_32_bit "$2" ;;
*)
    echo "usage: builds.sh debian | clang | 32-bit BUILD_FOLDER" >&2
    exit 2
    ;;
esac
