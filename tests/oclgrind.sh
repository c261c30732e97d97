#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs a program on Oclgrind's simulated device, and on no other, with checks for data races and
# accesses out of bounds (always on). Oclgrind's own exit status says nothing of what it found, so
# its log is read.
#
#   oclgrind.sh [--racy] PROGRAM [ARGUMENT...]
#
# Exit status: the program's own if that is not 0, else 1 if the log is not empty, 2 if Oclgrind is
# missing. With --racy the program is known to race, and 1 means that the log tells of no race. More
# checks by Oclgrind's own variables, OCLGRIND_UNINITIALIZED=1 or OCLGRIND_MAX_WGSIZE=64 for two. The
# ICD form is used, not the wrapper: that preloads a library, which sanitizers do not bear.
#
# What Oclgrind 21.10 itself gets wrong of OpenCL C, and the kernels do without: min and max of a
# vector of integers and a scalar (it reads past the scalar), a vector of truths negated, and
# structs that a function returns and that stay in memory (an intrinsic of LLVM that it lacks).
# Nor can it add truths of vectors up (each is 255), or run two kernels at once, and it gets 32 bits of
# two words side by side wrong, from a bit that is not known when compiled: what LLVM calls fshr. It has no count of
# bits that LLVM comes to by itself: that is what it makes of x & (x - 1) compared with 0.
set -u

stop()
{
    echo "oclgrind.sh: $*" >&2
    exit 2
}

racy=
if [ "${1:-}" = --racy ]; then
    racy=yes
    shift
fi
library=/usr/lib/oclgrind/liboclgrind-rt-icd.so
[ $# -gt 0 ] || stop "usage: oclgrind.sh [--racy] PROGRAM [ARGUMENT...]"
[ -e "$library" ] || stop "$library is missing: apt-get install oclgrind"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "$library" >"$work/oclgrind.icd"
: >"$work/log"

export OCL_ICD_VENDORS=$work/oclgrind.icd
export OCLGRIND_DATA_RACES=1
export OCLGRIND_LOG=$work/log
# Words that are looked at beside atomics: cl/reduce_labels.cl.
export OCLGRIND_BUILD_OPTIONS="${OCLGRIND_BUILD_OPTIONS:-} -DCLREDUCE_RACES_ARE_SOUGHT"

"$@"
status=$?

if [ -n "$racy" ]; then
    if grep -m 1 'data race' "$work/log"; then
        exit "$status"
    fi
    echo "oclgrind.sh: Oclgrind found no race" >&2
    [ "$status" != 0 ] || status=1
elif [ -s "$work/log" ]; then
    echo "oclgrind.sh: Oclgrind found fault:" >&2
    head -n 40 "$work/log" >&2
    [ "$status" != 0 ] || status=1
fi
exit "$status"
