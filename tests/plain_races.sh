#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the kernels of examples/ladder on Oclgrind: those that are wrong by design race, or their items
# part at a barrier, and in the others nothing is found.
#
#   plain_races.sh LADDER     the example's program
#
# Exit status: 0 all is as expected, 1 something is not, after a line that says what.
set -u

[ $# = 1 ] || { echo "usage: plain_races.sh LADDER" >&2; exit 1; }
ladder=$1
here=$(cd "$(dirname "$0")" && pwd)
kernels=$here/../examples/ladder
lacking=3 # the status of a device that has not all that a kernel needs
clean=0

fail()
{
    echo "plain_races.sh: $*" >&2
    exit 1
}

# simulate OPTION... FILE : on a hundred numbers, or three rows of so many, in groups of 16; the log's first
# lines are in $log.
simulate()
{
    local file=${*: -1}
    log=$("$here/oclgrind.sh" "${@:1:$#-1}" "$ladder" --unsound "$file" 100 16 3 2>&1)
}

for file in "$kernels"/*.cl; do
    case ${file##*/} in
    01_race.cl | 02_collide.cl | no_barriers.cl | volatile_warp.cl)
        simulate --racy "$file" || fail "no race was found in $file: $log"
        ;;
    early_return.cl)
        simulate "$file" && fail "nothing was found in $file"
        [[ $log == *'divergence detected (barrier)'* ]] || fail "no divergence was found in $file: $log"
        ;;
    *)
        simulate "$file"
        case $? in
        0) clean=$((clean + 1)) ;;
        "$lacking") echo "not on Oclgrind: ${file##*/}" ;;
        *) fail "$file: $log" ;;
        esac
        ;;
    esac
done
[ "$clean" -ge 19 ] || fail "only $clean kernels ran clean"
echo "plain kernels: $clean are clean, those that are wrong by design are caught"
