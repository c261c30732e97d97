#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs a program on Oclgrind's simulated device, and on no other, with checks for data races and
# accesses out of bounds (always on). Oclgrind's own exit status says nothing of what it found, so
# its log is read.
#
#   oclgrind.sh PROGRAM [ARGUMENT...]
#
# Exit status: the program's own if that is not 0, else 1 if the log is not empty, 2 if Oclgrind is
# missing. More checks by Oclgrind's own variables, OCLGRIND_UNINITIALIZED=1 or
# OCLGRIND_MAX_WGSIZE=64 for two. The ICD form is used, not the wrapper: that preloads a library,
# which sanitizers do not bear.
set -u

stop()
{
    echo "oclgrind.sh: $*" >&2
    exit 2
}

library=/usr/lib/oclgrind/liboclgrind-rt-icd.so
[ $# -gt 0 ] || stop "usage: oclgrind.sh PROGRAM [ARGUMENT...]"
[ -e "$library" ] || stop "$library is missing: apt-get install oclgrind"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "$library" >"$work/oclgrind.icd"
: >"$work/log"

export OCL_ICD_VENDORS=$work/oclgrind.icd
export OCLGRIND_DATA_RACES=1
export OCLGRIND_LOG=$work/log

"$@"
status=$?

if [ -s "$work/log" ]; then
    echo "oclgrind.sh: Oclgrind found fault:" >&2
    head -n 40 "$work/log" >&2
    [ "$status" != 0 ] || status=1
fi
exit "$status"
