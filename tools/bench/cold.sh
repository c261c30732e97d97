#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures what first answers cost: user CPU seconds of the command, its children's among them, with all caches
# of kernels empty; and how many of them are above an empty kernel's (empty_kernel.c), which every program of
# OpenCL pays. CPU seconds, since other work on the machine hardly changes them; of several runs the least.
#
#   cold.sh BUILD_FOLDER [RUNS]     such as build/release; by default 3 runs of each
#
# Prints a table of Markdown. Its last column is what is wanted above an empty kernel, on two cores through PoCL.
#
# Environment: CLREDUCE_DEVICE, the device, by default the library's choice. Exit status: 0 measured, 1 a command
# failed or its answer is wrong, 2 wrong usage.
set -u -o pipefail

stop()
{
    echo "cold.sh: $2" >&2
    exit "$1"
}

[ $# = 1 ] || [ $# = 2 ] || stop 2 "usage: cold.sh BUILD_FOLDER [RUNS]"
tools=$(realpath -e "$1/tools") || exit 2
runs=${2:-3}
[[ $runs =~ ^[1-9][0-9]?$ ]] || stop 2 "$runs is no number of runs from 1 to 99."
clreduce=$tools/clreduce

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# The host would answer in place of the device, and XDG_CACHE_HOME is for drivers without a variable of their own.
export CLREDUCE_HOST_ELEMENTS=0
export CLREDUCE_CACHE_DIR=$work/caches/clreduce CLREDUCE_SYSTEM_CACHE='' CLREDUCE_TUNING='' \
    POCL_CACHE_DIR=$work/caches/pocl CUDA_CACHE_PATH=$work/caches/cuda XDG_CACHE_HOME=$work/caches
export LC_ALL=C TIMEFORMAT=%3U

# ---- Data -----------------------------------------------------------------------------------------

# npy ROWS COLUMNS : an array of the first of all numbers.
npy()
{
    printf '\x93NUMPY\1\0\x76\0%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': ($1, $2), }"
    tail -c +129 flat.npy | head -c $((4 * $1 * $2))
}

"$tools/make_npy" flat.npy 16777216 || stop 1 "there are no numbers."
npy 3000 1000 >array.npy 2>/dev/null
npy 1 100000 >labelled.npy 2>/dev/null
seq 1 100 >tiny.txt
yes "$(seq 0 99)" 2>/dev/null | head -n 100000 >labels.txt

# ---- Measuring ------------------------------------------------------------------------------------

# cold COMMAND... : with empty caches. Its user CPU time is `spent`, in ms.
cold()
{
    rm -rf caches
    mkdir caches
    spent=$({ time "$@" >answer 2>said; } 2>&1) || stop 1 "$* failed: $(cat said)"
    spent=$((10#${spent/./}))
}

# least_of COMMAND... : of all runs, in `least`.
least_of()
{
    local run
    for ((run = 1; run <= runs; run++)); do
        cold "$@"
        [ $run != 1 ] || { least=$spent && cp answer first; }
        cmp -s answer first || stop 1 "$* has another answer in run $run."
        [ "$spent" -ge "$least" ] || least=$spent
    done
}

# right_answer WORD... : which the command also computes on the host. It does so for reductions, and those of
# statistics are named.
right_answer()
{
    if [ "$1" = stats ]; then
        "$clreduce" min,max,mean,std,sum,argmin,argmax --check "${@:2}" | sed 's/^\(arg[a-z]*\) [^ ]*/\1/'
    else
        "$clreduce" "$@" --check
    fi
}

# answer VERB : the cold one, in the form of the right one: statistics without the numbers of elements.
answer()
{
    if [ "$1" = stats ]; then
        tail -n +4 first | tr -s ' '
    else
        cat first
    fi
}

seconds()
{
    printf '%d.%02d' $(($1 / 1000)) $(($1 % 1000 / 10))
}

# measure WHAT WANTED WORD... : a row.
measure()
{
    least_of "$clreduce" "${@:3}"
    right_answer "${@:3}" >right 2>said || stop 1 "clreduce ${*:3} is not sure of its answer: $(cat said)"
    cmp -s right <(answer "$3") || stop 1 "clreduce ${*:3} gives a wrong answer."
    printf '| %s | %s | %s | %s|\n' "$1" "$(seconds "$least")" "$(seconds $((least - floor)))" "${2:+$2 }"
}

printf '| first answer | user seconds | above an empty kernel | wanted |\n|---|---:|---:|---:|\n'
least_of "$tools/empty_kernel"
floor=$least
printf '| an empty kernel | %s | | |\n' "$(seconds "$floor")"
measure 'sum of 100 numbers' 0.3 sum tiny.txt
measure 'sum of 2^24 f32' 0.8 sum flat.npy
measure 'the same, fast' '' sum -a fast flat.npy
measure 'stats of them' 2.3 stats flat.npy
measure 'sum of rows, 3000 x 1000' 0.9 sum --axis 1 array.npy
measure 'sum of columns' 1.5 sum --axis 0 array.npy
measure 'mean,std of rows' 1.3 mean,std --axis 1 array.npy
measure 'logsumexp of rows' '' logsumexp --axis 1 array.npy
measure 'mean,std by 100 labels' 1.4 mean,std --labels labels.txt labelled.npy
