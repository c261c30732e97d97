#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the library, the command and the tests that need no device for other processors, by Debian's
# cross compilers, and runs these tests there by qemu:
#
#   tools/cross.sh [ARCHITECTURE...]     Debian's names: arm64, armhf, i386, s390x; or windows; all without a choice
#
# For Windows on x86-64 it is the library alone, with examples/exact_sum and the tests that need only CMocka: wine
# runs them, and hands the library OpenCL's loader of this machine.
# s390x has the highest byte first, which no OpenCL device has: there the host's fold alone is tried.
#
# What they are linked with is unpacked into the build folder, and not installed: apt has lists of its
# own for it there, and the machine goes on with its own architecture. Exit status: 0 all is well, 77 if
# compilers or packages are missing here, else something is not well.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh

triple_of() # architecture
{
    case $1 in
    arm64) echo aarch64-linux-gnu ;;
    armhf) echo arm-linux-gnueabihf ;;
    i386) echo i686-linux-gnu ;;
    s390x) echo s390x-linux-gnu ;;
    *) stop "$1 is none of arm64, armhf, i386, s390x, windows" ;;
    esac
}

emulator_of() # architecture
{
    case $1 in
    arm64) command -v qemu-aarch64 qemu-aarch64-static ;;
    armhf) command -v qemu-arm qemu-arm-static ;;
    i386) command -v qemu-i386 qemu-i386-static ;;
    s390x) command -v qemu-s390x qemu-s390x-static ;;
    esac | head -n 1
}

skip()
{
    printf 'cross.sh: %s\n' "$*" >&2
    exit 77
}

# Packages with what they need, as if nothing were installed.
foreign_apt() # architecture folder arguments...
{
    local architecture=$1 folder=$2
    shift 2
    mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
    touch "$folder/status"
    apt-get -qq -o APT::Architecture="$architecture" -o APT::Architectures::="$architecture" \
        -o Dir::State="$folder" -o Dir::State::lists="$folder/lists" \
        -o Dir::State::status="$folder/status" -o Dir::Cache="$folder/cache" \
        -o Debug::NoLocking=true -o APT::Sandbox::User= -o Acquire::Languages=none "$@"
}

# unpack_root ARCHITECTURE FOLDER: what a program of that architecture is linked with, and runs on.
unpack_root()
{
    local architecture=$1 root=$2 apt=$2.apt package
    [ ! -e "$root/complete" ] || return 0
    rm -rf "$root" "$apt"
    mkdir -p "$root" "$apt"
    foreign_apt "$architecture" "$apt" update || true # the list that matters may be there
    # shellcheck disable=SC2046,SC2086
    foreign_apt "$architecture" "$apt" install -y --no-install-recommends --download-only \
        libc6-dev libgomp1 $(tr ' ' '\n' <<<"$build_packages $pure_packages" | grep -- '-dev$') >/dev/null ||
        skip "apt has not all packages of $architecture here, or the machine is not online"
    for package in "$apt"/cache/archives/*.deb; do
        dpkg-deb -x "$package" "$root"
    done
    rm -rf "$apt"
    touch "$root/complete"
}

# What embeds files runs here: a program of this machine.
build_reader()
{
    mkdir -p build
    step cc -std=c11 -D_GNU_SOURCE -Isrc -o build/clreduce_reader cmake/reader/*.c \
        src/base/{macro,spelling,text}.c
}

build_and_test() # architecture
{
    local architecture=$1 triple root build emulator libraries
    triple=$(triple_of "$architecture")
    emulator=$(emulator_of "$architecture")
    command -v "$triple-g++" >/dev/null || skip "$triple-g++ is missing: apt-get install g++-$triple"
    [ -n "$emulator" ] || skip "qemu for $architecture is missing: apt-get install qemu-user"
    build=$PWD/build/cross-$architecture
    root=$PWD/build/root-$architecture
    say "Build and test for $architecture"
    unpack_root "$architecture" "$root"
    # Debian's folder of libraries, which is i386-linux-gnu where the compiler says i686.
    libraries=$(cd "$root/usr/lib" && echo *-linux-gnu*)
    export PKG_CONFIG_LIBDIR=$root/usr/lib/$libraries/pkgconfig:$root/usr/share/pkgconfig
    export PKG_CONFIG_SYSROOT_DIR=$root
    step cmake -S . -B "$build" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="${triple%%-*}" \
        -DCMAKE_C_COMPILER="$triple-gcc" -DCMAKE_CXX_COMPILER="$triple-g++" \
        -DCMAKE_SYSROOT="$root" -DCMAKE_LIBRARY_ARCHITECTURE="$libraries" \
        -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY \
        -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY \
        -DCMAKE_CROSSCOMPILING_EMULATOR="$emulator;-L;$root" -DCLREDUCE_READER="$PWD/build/clreduce_reader" \
        -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 -DCLREDUCE_BUILD_TESTS=ON
    test_built "$architecture" "$build"
}

test_built() # architecture folder
{
    local targets=(clreduce_command programs_of_pure) tests=(--label-regex '^pure$')
    if [ "$1" = s390x ]; then
        targets=(fuzz_host test_host_context)
        tests=(--tests-regex '^(fuzz-host|host-context)$')
    fi
    step cmake --build "$2" --parallel "$(nproc)" --target "${targets[@]}"
    step env CLR_TEST_SCOPE=small ctest --test-dir "$2" --output-on-failure \
        "${tests[@]}" --parallel "$(nproc)"
}

# ---- Windows ----

wine=/usr/lib/wine/wine64

# CMocka's source, as this machine's distribution has it: it has no package for mingw-w64.
unpack_cmocka() # folder
{
    local folder=$1 list
    [ ! -e "$folder/src/cmocka.c" ] || return 0
    rm -rf "$folder" "$folder.apt"
    mkdir -p "$folder" "$folder.apt/parts" "$folder.apt/lists/partial"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
        [ ! -e "$list" ] ||
            sed -E 's/^deb /deb-src /; s/^Types:.*/Types: deb-src/' "$list" >"$folder.apt/parts/${list##*/}"
    done
    set -- -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$folder.apt/parts" \
        -o Dir::State::lists="$folder.apt/lists" -o Debug::NoLocking=true -o APT::Sandbox::User=
    apt-get "$@" update || true # the list that matters may be there
    (cd "$folder.apt" && apt-get "$@" source --download-only cmocka) ||
        skip "apt has no source of CMocka here, or the machine is not online"
    tar -xf "$folder.apt"/cmocka_*.orig.tar.?z -C "$folder" --strip-components 1
    rm -rf "$folder.apt"
}

# The public header by a compiler that takes it as Microsoft's does.
check_header() # folder of OpenCL's headers
{
    command -v clang >/dev/null || return 0
    echo '#include <clreduce/clreduce.h>' |
        step clang --target=x86_64-pc-windows-msvc -fgnuc-version=4.2.1 -Wall -Wextra -Werror -fsyntax-only -Iinclude \
            -isystem "$1" -isystem /usr/share/mingw-w64/include -x c -
}

build_windows() # folder
{
    local build=$1 toolchain=$PWD/cmake/windows.cmake
    mkdir -p "$build/include"
    cp -rp /usr/include/CL "$build/include" # of their time: what is built with them stays
    check_header "$build/include"
    # The other folders of this machine's headers are of another C library.
    set -- --toolchain "$toolchain" -DOpenCL_INCLUDE_DIR="$build/include"
    step cmake -S . -B "$build" "$@" -DCLREDUCE_READER="$PWD/build/clreduce_reader" -DCLREDUCE_BUILD_COMMAND=OFF \
        -DCLREDUCE_OPENCL_DLOPEN=ON
    step cmake --build "$build" --parallel "$(nproc)"
    step cmake --install "$build" --prefix "$build/installed" >/dev/null
    set -- "$@" -Dclreduce_DIR="$build/installed/lib/cmake/clreduce"
    step cmake -S examples/exact_sum -B "$build/exact_sum" "$@" -DCMAKE_BUILD_TYPE=Release
    step cmake --build "$build/exact_sum"
    step cmake -S tests/windows -B "$build/tests" "$@" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 \
        -DCMOCKA_FOLDER="$PWD/build/cmocka" -DCMAKE_CROSSCOMPILING_EMULATOR="$wine"
    step cmake --build "$build/tests" --parallel "$(nproc)"
}

# expect_sum FOLDER DEVICE VARIABLES...: the sum is 1 with these variables in the environment.
expect_sum()
{
    local folder=$1 device=$2 sum
    shift 2
    sum=$(cd "$folder" && step env "$@" "$wine" clreduce-sum.exe "$device" "zahlen größer.txt" | tr -d '\r')
    [ "$sum" = 1 ] || stop "clreduce-sum.exe says \"$sum\" of 1e20 + 1 - 1e20 on $device with: $*"
}

# The DLL beside a program, in a folder whose name has blanks and umlauts. Root may write to all folders but
# the system's, where nobody can make a file.
test_sums() # folder
{
    local build=$1 folder="$1/a földer" said
    rm -rf "$folder"
    mkdir -p "$folder/open to all"
    chmod a+rwx "$folder/open to all"
    cp "$build/exact_sum/clreduce-sum.exe" "$build"/installed/bin/libclreduce-*.dll "$folder"
    printf '1e20 1\n-1e20\n' >"$folder/zahlen größer.txt"
    expect_sum "$folder" host WINEDLLOVERRIDES=opencl=
    said=$(cd "$folder" && WINEDLLOVERRIDES=opencl= "$wine" clreduce-sum.exe any "zahlen größer.txt" 2>&1) &&
        stop "a device was found without OpenCL.dll"
    [[ $said == *"OpenCL.dll cannot be opened"* ]] || stop "without OpenCL.dll: $said"
    export CLREDUCE_HOST_ELEMENTS=0
    expect_sum "$folder" any CLREDUCE_CACHE_DIR="Z:$folder/new/kärnels"
    [ -n "$(ls "$folder/new/kärnels")" ] || stop "nothing is cached in $folder/new/kärnels"
    expect_sum "$folder" any CLREDUCE_CACHE_DIR="Z:$folder/open to all"
    [ -z "$(ls "$folder/open to all")" ] || stop "what all may write to is trusted: $folder/open to all"
    expect_sum "$folder" any CLREDUCE_CACHE_DIR="Z:/proc"
}

build_and_test_windows()
{
    local build=$PWD/build/cross-windows
    [ -x "$wine" ] || skip "$wine is missing: apt-get install wine64"
    command -v x86_64-w64-mingw32-gcc-posix >/dev/null ||
        skip "x86_64-w64-mingw32-gcc-posix is missing: apt-get install gcc-mingw-w64-x86-64-posix"
    say "Build and test for Windows"
    unpack_cmocka "$PWD/build/cmocka"
    build_windows "$build"
    export LC_ALL=C.UTF-8 WINEPREFIX=$PWD/build/wine WINEDEBUG=-all
    export WINEDLLOVERRIDES=mscoree,mshtml= # which would ask for packages
    mkdir -p "$WINEPREFIX"
    # It stays for so many seconds, as its start takes longer than a test; 2: one does already.
    /usr/lib/wine/wineserver -p60 || [ $? = 2 ]
    test_sums "$build"
    step ctest --test-dir "$build/tests" --output-on-failure
}

[ $# -gt 0 ] || set -- arm64 armhf i386 s390x windows
packages="make cmake gcc pkg-config qemu-user|qemu-user-static"
for architecture in "$@"; do
    if [ "$architecture" = windows ]; then
        packages+=" gcc-mingw-w64-x86-64-posix wine64 opencl-headers pocl-opencl-icd"
    else
        packages+=" g++-$(triple_of "$architecture")"
    fi
done
# shellcheck disable=SC2086
install_missing $packages
build_reader
for architecture in "$@"; do
    if [ "$architecture" = windows ]; then
        build_and_test_windows
    else
        build_and_test "$architecture"
    fi
done
say "All is well on: $*"
