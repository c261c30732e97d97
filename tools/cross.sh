#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the library, the command and the tests that need no device for other processors, by Debian's
# cross compilers, and runs these tests there by qemu:
#
#   tools/cross.sh [ARCHITECTURE...]     Debian's names: arm64, armhf, i386, s390x; all without a choice
#
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
    *) stop "$1 is none of arm64, armhf, i386, s390x" ;;
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

[ $# -gt 0 ] || set -- arm64 armhf i386 s390x
packages="make cmake gcc pkg-config qemu-user|qemu-user-static"
for architecture in "$@"; do
    compiler=g++-$(triple_of "$architecture")
    packages+=" $compiler"
done
# shellcheck disable=SC2086
install_missing $packages
build_reader
for architecture in "$@"; do
    build_and_test "$architecture"
done
say "All is well on: $*"
