#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# From a fresh Debian 12 or Ubuntu 24.04 to an answer: installs what is missing, builds, writes a
# file of 16 million numbers, reduces it and measures. Each command is shown as it runs. What has
# been done once is not done again.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh

count=16777216
numbers=build/numbers.npy
clreduce=build/release/tools/clreduce

# shellcheck disable=SC2086
install_missing $build_packages

say "Build the library and the command"
build_preset release

say "Write $count random numbers from 0 to 1"
if [ -e $numbers ]; then
    echo "$numbers is there already."
else
    step build/release/tools/make_npy $numbers $count
fi

say "The OpenCL devices of this machine, as clinfo sees them"
step clinfo -l

say "Add the numbers up, on the device and, for --check, on the host too"
step $clreduce sum --check -v $numbers

say "Several answers from one pass over the file, and all that there is to say about it"
step $clreduce sum,minmax,argmax $numbers
step $clreduce stats $numbers

say "How fast the device is, next to a plain C loop on all cores"
step $clreduce bench sum

say "Done. $clreduce --help says what else it can do."
echo "To install it: sudo cmake --install build/release && sudo ldconfig"
