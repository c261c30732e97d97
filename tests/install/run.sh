#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs the library as distributions, users and other projects would, and uses it from there:
#
#   run.sh built BUILD_FOLDER     what is built, in a prefix that is moved afterwards: the header alone,
#                                 programs in C and C++ by pkg-config and by CMake, the command
#   run.sh static                 BUILD_SHARED_LIBS=OFF
#   run.sh shared                 BUILD_SHARED_LIBS=ON; and with absolute folders
#   run.sh subproject             within another project
#
# `run.sh static shared` does the one and then the other in the same build folder, so that nothing is
# compiled twice.
#
# Exit status: 0 all is well, 1 something is not, after a line that says what.
set -eu

usage="usage: run.sh built BUILD_FOLDER | static | shared | static shared | subproject"
[ $# -ge 1 ] || { echo "$usage" >&2; exit 1; }
kind=$1
here=$(cd "$(dirname "$0")" && pwd)
source_folder=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
strict="-Wall -Wextra -Wpedantic -Werror"
unset LD_LIBRARY_PATH DESTDIR

fail()
{
    echo "install: $kind: $*" >&2
    exit 1
}

# Runs a command, whose output is of interest only if it fails.
quietly()
{
    "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "failed: $*"; }
}

# configure OPTIONS... : the project in a build folder of its own, fast to compile.
configure()
{
    build=$work/build
    quietly cmake -S "$source_folder" -B "$build" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS_DEBUG=-O0 "$@"
}

compile()
{
    quietly cmake --build "$build" --parallel 2
}

# ---- What is installed --------------------------------------------------------------------------

# Installs in one folder and moves that to another: nothing may remember where it was.
install_build()
{
    quietly cmake --install "$build" --prefix "$work/before"
    mv "$work/before" "$prefix"
    # Its name depends on the distribution.
    libraries=$(dirname "$(find "$prefix" -name clreduce.pc)")/..
    libraries=$(cd "$libraries" && pwd)
}

# is_there FILE... , is_missing FILE... : below the prefix.
is_there()
{
    local file
    for file in "$@"; do
        [ -e "$prefix/$file" ] || fail "$file was not installed"
    done
}

is_missing()
{
    local file
    for file in "$@"; do
        [ ! -e "$prefix/$file" ] || fail "$file was installed"
    done
}

library_files()
{
    find "$libraries" -maxdepth 1 -name 'libclreduce.*' -printf '%f\n' | sort | paste -sd ' '
}

has_libraries()
{
    [ "$(library_files)" = "$1" ] || fail "expected the libraries $1, found $(library_files)"
}

check_files()
{
    local header
    is_there bin/clreduce share/man/man1/clreduce.1 share/doc/clreduce/LICENSE \
        bin/clreduce-ladder share/man/man1/clreduce-ladder.1 share/doc/clreduce/examples/ladder/exercises/1_guard.cl \
        share/doc/clreduce/README.md share/doc/clreduce/docs/exact.md \
        share/doc/clreduce/examples/image_contrast/image_contrast.c \
        share/doc/clreduce/examples/operators/bounding_box.cl \
        share/bash-completion/completions/clreduce share/zsh/site-functions/_clreduce \
        share/fish/vendor_completions.d/clreduce.fish
    for header in "$source_folder"/include/clreduce/*; do
        [[ $header == */clreduce_mpi.h ]] || is_there "include/clreduce/${header##*/}"
    done
    # goes with its library
    grep -q 'CLREDUCE_BUILD_MPI:BOOL=ON' "$build/CMakeCache.txt" || is_missing include/clreduce/clreduce_mpi.h
    [ -e "$libraries/cmake/clreduce/clreduceConfig.cmake" ] || fail "there is no CMake package"
    is_missing bin/make_npy
}

# The machine that builds may be another than the one that runs.
check_processor()
{
    [ -e "$build/compile_commands.json" ] || return 0 # the presets write it
    ! grep -e '-m[a-z]*=native' "$build/compile_commands.json" ||
        fail "something is compiled for the processor that compiles it"
}

# What is installed starts where it lies, and knows no folder but those of the system.
check_command()
{
    local sum
    is_there bin/clreduce
    sum=$(seq 1 100 | "$prefix/bin/clreduce" sum) || fail "the installed command does not start"
    [ "$sum" = 5050 ] || fail "the installed command says $sum, not 5050"
    [ "$("$prefix/bin/clreduce" --version | head -n 1)" = "clreduce $(header_version)" ] ||
        fail "the installed command is of another version"
}

# As packages are made: in a folder that stands for the root.
check_destdir()
{
    quietly env DESTDIR="$work/stage" cmake --install "$build" --prefix /usr
    [ "$(seq 1 4 | "$work/stage/usr/bin/clreduce" sum)" = 10 ] ||
        fail "the command does not start from a DESTDIR"
}

check_symbols()
{
    local others
    nm -D --defined-only "$libraries/libclreduce.so" >"$work/symbols"
    grep -q ' clr_version@@' "$work/symbols" || fail "the library shows nothing"
    # The version's own name is the one symbol of kind A.
    others=$(awk '$2 != "A" && $3 !~ /^clr_/' "$work/symbols")
    [ -z "$others" ] || fail "the library shows more than clr_*: $others"
    readelf -d "$libraries/libclreduce.so" | grep -q "SONAME.*\[$(soname)\]" ||
        fail "SONAME is not $(soname)"
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

# header_compiles COMPILER LANGUAGE STANDARD HEADER
header_compiles()
{
    # shellcheck disable=SC2086
    echo "#include <clreduce/$4>" |
        "$1" -x "$2" -std="$3" $strict -I"$prefix/include" -fsyntax-only - ||
        fail "$4 does not compile as $3 with $1"
}

# ---- Programs -----------------------------------------------------------------------------------

runs()
{
    quietly env LD_LIBRARY_PATH="$libraries" "$@"
}

header_version()
{
    sed -nE 's/#define CLR_VERSION_(MAJOR|MINOR|PATCH) //p' \
        "$source_folder/include/clreduce/clreduce.h" | paste -sd.
}

# While the major version is 0, minor versions are not compatible.
soname()
{
    case $(header_version) in
    0.*) echo "libclreduce.so.$(header_version | cut -d. -f 1,2)" ;;
    *) echo "libclreduce.so.$(header_version | cut -d. -f 1)" ;;
    esac
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
    quietly cmake -S "$here/consumer" -B "$prefix-consumer" -DCMAKE_PREFIX_PATH="$prefix" \
        -DWANTED="$(header_version | cut -d. -f 1,2)" -DLIBRARIES="$1"
    quietly cmake --build "$prefix-consumer"
    for program in "$prefix-consumer"/*_clreduce*; do
        runs "$program"
    done
}

# by_pkg_config FOLDER_OF_PC : compiles and runs a program with the flags that it gives.
by_pkg_config()
{
    local flags
    flags=$(PKG_CONFIG_PATH=$1 pkg-config --cflags --libs clreduce)
    # shellcheck disable=SC2086
    gcc $strict "$here/consumer/consumer.c" -o "$work/program" $flags
    runs "$work/program"
}

# ---- Kinds --------------------------------------------------------------------------------------

try_built()
{
    build=$(cd "$1" && pwd)
    install_build
    has_libraries "libclreduce.a libclreduce.so $(soname) libclreduce.so.$(header_version)"
    check_files
    check_processor
    check_symbols
    check_header
    check_pkg_config
    check_cmake "clreduce;clreduce_static"
    check_command
    check_destdir
}

# The library over MPI, by CMake and by the MPI's compiler.
check_mpi()
{
    cat >"$work/ranks.c" <<'END'
#include <clreduce/clreduce_mpi.h>
int main(int count, char **words)
{
    clr_accumulator *all;
    MPI_Init(&count, &words);
    count = clr_mpi_allreduce(NULL, MPI_COMM_WORLD, &all, NULL, 0) != CLR_ERROR_OPENCL;
    MPI_Finalize();
    return count;
}
END
    cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(ranks LANGUAGES C)
find_package(clreduce REQUIRED COMPONENTS mpi)
add_executable(ranks ranks.c)
target_link_libraries(ranks PRIVATE clreduce::clreduce_mpi)
END
    is_there include/clreduce/clreduce_mpi.h bin/clreduce-mpi share/man/man1/clreduce-mpi.1
    "$prefix/bin/clreduce-mpi" --version | grep -q "^clreduce-mpi $(header_version)\$" || fail "the command for ranks does not start"
    quietly cmake -S "$work" -B "$prefix-ranks" -DCMAKE_PREFIX_PATH="$prefix"
    quietly cmake --build "$prefix-ranks"
    runs "$prefix-ranks/ranks"
    # shellcheck disable=SC2046
    quietly mpicc "$work/ranks.c" -o "$work/ranks" \
        $(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --cflags --libs clreduce_mpi)
    runs "$work/ranks"
}

try_shared()
{
    local with_mpi=OFF
    ! command -v mpicc >/dev/null || with_mpi=ON
    configure -DBUILD_SHARED_LIBS=ON -DCLREDUCE_BUILD_MPI=$with_mpi
    compile
    install_build
    [ $with_mpi = OFF ] || check_mpi
    has_libraries "libclreduce.so $(soname) libclreduce.so.$(header_version)"
    by_pkg_config "$libraries/pkgconfig"
    check_cmake clreduce
    check_command

    # Absolute folders hold, whatever the prefix is.
    configure -DCMAKE_INSTALL_LIBDIR="$work/absolute/libs" -DCMAKE_INSTALL_INCLUDEDIR="$work/absolute/headers"
    quietly cmake --build "$build" --parallel 2
    prefix=$work/second
    quietly cmake --install "$build" --prefix "$prefix"
    libraries=$work/absolute/libs
    [ "$(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --variable=libdir clreduce)" = "$libraries" ] ||
        fail "clreduce.pc does not have the absolute folder of libraries"
    [ "$(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --variable=includedir clreduce)" = \
        "$work/absolute/headers" ] || fail "clreduce.pc does not have the absolute folder of headers"
    by_pkg_config "$libraries/pkgconfig"
    check_command
}

try_static()
{
    configure -DBUILD_SHARED_LIBS=OFF
    compile
    install_build
    has_libraries libclreduce.a
    by_pkg_config "$libraries/pkgconfig"
    check_cmake "clreduce;clreduce_static"
    check_command
    ! readelf -d "$prefix/bin/clreduce" | grep -q libclreduce ||
        fail "the command needs a library that is not there"
}

try_subproject()
{
    build=$work/build
    quietly cmake -S "$here/parent" -B "$build" -DSOURCE="$source_folder" -DCMAKE_C_FLAGS=-O0
    compile
    install_build
    has_libraries "libclreduce.a libclreduce.so $(soname) libclreduce.so.$(header_version)"
    is_there share/doc/clreduce/LICENSE include/clreduce/clreduce.h
    is_missing bin/clreduce share/man share/bash-completion share/doc/clreduce/docs
    quietly "$prefix/bin/parent"
}

case $kind in
built)
    [ $# = 2 ] || { echo "$usage" >&2; exit 1; }
    try_built "$2"
    ;;
shared | static | subproject)
    for kind; do
        prefix=$work/$kind
        "try_$kind"
    done
    ;;
*) echo "$usage" >&2; exit 1 ;;
esac
echo "install: $*: installed, and used from there"
