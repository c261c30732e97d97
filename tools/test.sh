#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs what the tests need, builds and runs all of them: the tests themselves, then those that
# are labelled for a sanitizer, built with it. Stops at the first failure. The long form of the
# tests, which this leaves out, is: ctest --preset sweep, and for hours: ctest --preset full.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh

# "a|b": either will do, the first that there is. AMD's libraries go with a clang of their age.
test_packages="$pure_packages oclgrind clang-17|clang-16 dpkg-dev gcc-i686-linux-gnu|gcc-multilib
    rocm-device-libs|rocm-device-libs-17 intel-opencl-icd mesa-opencl-icd
    jq libxml2-utils chromium|chromium-browser gnuplot-nox mandoc python3 time util-linux bsdutils"
sanitizers="asan tsan"
test_jobs=$(nproc)

# shellcheck disable=SC2086
install_missing $build_packages $test_packages

say "Build and test"
build_preset dev
step ctest --preset dev --parallel "$test_jobs"

# Where addresses are laid out with much randomness, older thread sanitizers do not start.
fixed_layout=
! setarch -R true 2>/dev/null || fixed_layout="setarch -R"

for sanitizer in $sanitizers; do
    say "Build and test with the sanitizer: $sanitizer"
    build_preset "$sanitizer" "programs_of_$sanitizer"
    # shellcheck disable=SC2086
    step $fixed_layout ctest --test-dir "build/$sanitizer" --output-on-failure \
        --label-regex "^$sanitizer\$" --parallel "$test_jobs"
done

say "All tests passed."
