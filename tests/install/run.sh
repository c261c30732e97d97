#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs the build in a folder of its own and uses it from there, as other projects would: the
# header alone, and programs in C and C++ by pkg-config and by CMake, shared and static.
#
#   run.sh BUILD_FOLDER
#
# Exit status: 0 all is well, 1 something is not, after a line that says what.
set -eu

[ $# = 1 ] || { echo "usage: run.sh BUILD_FOLDER" >&2; exit 1; }
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
strict="-Wall -Wextra -Wpedantic -Werror"

fail()
{
    echo "install: $*" >&2
    exit 1
}

# Runs a command, whose output is of interest only if it fails.
quietly()
{
    "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "failed: $*"; }
}

# ---- What is installed --------------------------------------------------------------------------

install_build()
{
    quietly cmake --install "$build" --prefix "$prefix"
    # Its name depends on the distribution.
    libraries=$(dirname "$(find "$prefix" -name libclreduce.so)")
    [ -n "$libraries" ] || fail "libclreduce.so was not installed"
    for file in "$libraries/libclreduce.a" "$libraries/pkgconfig/clreduce.pc" \
        "$libraries/cmake/clreduce/clreduceConfig.cmake" "$prefix/include/clreduce/clreduce.h" \
        "$prefix/include/clreduce/clreduce.hpp" "$prefix/include/clreduce/lessons.h"; do
        [ -e "$file" ] || fail "$file was not installed"
    done
}

check_symbols()
{
    local others
    nm -D --defined-only "$libraries/libclreduce.so" >"$work/symbols"
    grep -q ' clr_version@@' "$work/symbols" || fail "the library shows nothing"
    # The version's own name is the one symbol of kind A.
    others=$(awk '$2 != "A" && $3 !~ /^clr_/' "$work/symbols")
    [ -z "$others" ] || fail "the library shows more than clr_*: $others"
    readelf -d "$libraries/libclreduce.so" | grep -q 'SONAME.*\[libclreduce\.so\.0\]' ||
        fail "SONAME is not libclreduce.so.0"
}

# ---- The header alone ---------------------------------------------------------------------------

check_header()
{
    local compiler clang
    clang=$(compgen -c clang | grep -xE 'clang(-[0-9]+)?' | head -n 1) || fail "clang is missing"
    for compiler in gcc "$clang"; do
        header_compiles "$compiler" c c99 lessons.h
        header_compiles "$compiler" c c11 lessons.h
        header_compiles "$compiler" c++ c++11 lessons.h
        header_compiles "$compiler" c++ c++17 clreduce.hpp
    done
}

header_compiles()
{
    # shellcheck disable=SC2086
    printf '#include <clreduce/clreduce.h>\n#include <clreduce/%s>\n' "$4" |
        "$1" -x "$2" -std="$3" $strict -I"$prefix/include" -fsyntax-only - ||
        fail "the headers do not compile as $3 with $1"
}

# ---- Programs -----------------------------------------------------------------------------------

runs()
{
    quietly env LD_LIBRARY_PATH="$libraries" "$@"
}

header_version()
{
    sed -nE 's/#define CLR_VERSION_(MAJOR|MINOR|PATCH) //p' "$prefix/include/clreduce/clreduce.h" |
        paste -sd.
}

# shellcheck disable=SC2086
check_pkg_config()
{
    export PKG_CONFIG_PATH=$libraries/pkgconfig
    local flags static program
    flags=$(pkg-config --cflags --libs clreduce)
    pkg-config --exact-version "$(header_version)" clreduce ||
        fail "clreduce.pc has another version"
    cd "$here/consumer"
    gcc -std=c99 $strict consumer.c -o "$work/c99" $flags
    gcc -std=c11 $strict consumer.c -o "$work/c11" $flags
    g++ -std=c++11 $strict consumer.cpp -o "$work/cxx11" $flags
    # Only this library is linked statically: the OpenCL loader has no static form.
    static=$(pkg-config --static --cflags --libs clreduce | sed 's/-lclreduce/-l:libclreduce.a/')
    gcc -std=c11 $strict consumer.c -o "$work/static" $static
    for program in c99 c11 cxx11 static; do
        runs "$work/$program"
    done
    ! readelf -d "$work/static" | grep -q libclreduce ||
        fail "the static program needs the shared library"
}

check_cmake()
{
    local program
    quietly cmake -S "$here/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$prefix"
    quietly cmake --build "$work/consumer"
    for program in "$work"/consumer/*_clreduce "$work"/consumer/*_clreduce_static; do
        runs "$program"
    done
}

install_build
check_symbols
check_header
check_pkg_config
check_cmake
echo "install: installed, and used from C and C++ by pkg-config and by CMake"
