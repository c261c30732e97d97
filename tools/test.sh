#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs what tests need, builds, and runs them. Stops at the first failure. Which test belongs to
# which of these is said by its labels (tests/CMakeLists.txt).
#
#   tools/test.sh                    the tests of the library and the command, on PoCL
#   tools/test.sh --quick            those of them that are short once an earlier run has compiled their
#                                    kernels; installs nothing
#   tools/test.sh --all              all of them, those that need other programs (Oclgrind, vendors'
#                                    compilers, MPI, Python, a browser) or have PoCL pretend to be other
#                                    devices, and once more with sanitizers
#   tools/test.sh --device intel     those that need a device, on Intel's runtime for CPUs
#
# What many minutes are needed for: ctest --preset sweep, and hours: ctest --preset full.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh

# "a|b": either will do, the first that there is. AMD's libraries go with a clang of their age.
test_packages="$build_packages $pure_packages jq libxml2-utils util-linux bsdutils"
all_packages="$test_packages oclgrind clang-17|clang-16 dpkg-dev gcc-i686-linux-gnu|gcc-multilib
    libc6-dev-i386-cross|gcc-multilib rocm-device-libs|rocm-device-libs-17 intel-opencl-icd mesa-opencl-icd
    chromium|chromium-browser gnuplot-nox mandoc python3 time gdb binutils abigail-tools
    libopenmpi-dev openmpi-bin libmpich-dev mpich
    python3-cffi python3-numpy python3-pyopencl python3-pytest
    python3-dask python3-distributed python3-mpi4py"
sanitizers="asan tsan"
test_jobs=$(nproc)

# Fetches Intel's runtime from PyPI into a folder, without installing it. Python's packages have each
# its libraries in a folder of its own; in one they find each other, whatever LD_LIBRARY_PATH says.
fetch_intel() # folder
{
    [ ! -e "$1/intel.icd" ] || return 0
    rm -rf "$1"
    step python3 -m pip download --quiet --disable-pip-version-check --only-binary :all: --dest "$1" \
        intel-opencl-rt intel-cmplr-lib-rt
    for wheel in "$1"/*.whl; do
        python3 -m zipfile -e "$wheel" "$1"
        rm "$wheel"
    done
    mkdir "$1/lib"
    mv "$1"/*/data/lib/* "$1/lib"
    rm -f "$1"/lib/libOpenCL.* # the loader is the system's
    realpath "$1/lib/libintelocl.so" >"$1/intel.icd"
}

# Left out: tests of another driver; of PoCL told by its own variables to be fast, to have groups of one,
# two devices, or nowhere to write; of runs that wait for an event which fails: there they go on; and of
# rows as a GPU, of which its compiler loses some (docs/history/2026-11-26-drivers.md).
not_on_intel='^(oclgrind-.*|fast-driver.*|.*-(fast-relaxed-math|finite-math-only|denorms-are-zero)'
not_on_intel+='|.*-groups-of-one|command-(place|devices)|failed-events|rows-as-gpu)$'

test_on_intel()
{
    local folder=$PWD/build/intel-runtime
    # shellcheck disable=SC2086
    install_missing $test_packages python3-pip
    say "Build, and test on Intel's runtime"
    fetch_intel "$folder"
    export OCL_ICD_VENDORS=$folder/intel.icd
    step cmake --preset dev -B build/intel -DCLREDUCE_TEST_ICD="$folder/intel.icd"
    step cmake --build build/intel --parallel "$(nproc)"
    step ctest --test-dir build/intel --output-on-failure --label-regex '^device$' \
        --exclude-regex "$not_on_intel" --parallel "$test_jobs"
}

# Builds once, and runs the tests of a preset.
test_preset() # PRESET
{
    say "Build and test"
    build_preset dev
    step ctest --preset "$1" --parallel "$test_jobs"
}

test_with_sanitizers()
{
    local fixed_layout="" sanitizer

    # Where addresses are laid out with much randomness, older thread sanitizers do not start.
    ! setarch -R true 2>/dev/null || fixed_layout="setarch -R"
    for sanitizer in $sanitizers; do
        say "Build and test with the sanitizer: $sanitizer"
        build_preset "$sanitizer" "programs_of_$sanitizer"
        # shellcheck disable=SC2086
        step $fixed_layout ctest --test-dir "build/$sanitizer" --output-on-failure \
            --label-regex "^$sanitizer\$" --parallel "$test_jobs"
    done
}

# shellcheck disable=SC2086
case "$*" in
"")
    install_missing $test_packages
    test_preset dev
    ;;
--quick) test_preset quick ;;
--all)
    install_missing $all_packages
    test_preset all
    test_with_sanitizers
    ;;
"--device intel") test_on_intel ;;
*) stop "usage: tools/test.sh [--quick | --all | --device intel]" ;;
esac

say "All tests passed."
