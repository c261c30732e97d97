#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The ladder's kernels that select: what they find is what the program finds in the sorted rows, whatever
# numbers a row has and however long it is; a kernel with a fault is found wrong, and of the rows in which
# its fault shows; and what cannot be run is refused.
#
#   selection.sh LADDER     the example's program
#
# Exit status: 0 all is as expected, 1 something is not, after a line that says what.
set -u

[ $# = 1 ] || { echo "usage: selection.sh LADDER" >&2; exit 1; }
ladder=$(realpath -e "$1") || exit 1
kernels=$(cd "$(dirname "$0")/../examples/ladder" && pwd)
rows='random negative any.bits -0.and.\+0 infinities NaNs all.equal two.values'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail()
{
    echo "selection.sh: $*" >&2
    exit 1
}

# expect STATUS WORDS LADDER_WORD... : what it prints, as one line, has the words.
expect()
{
    local status=$1 words=$2 output code
    shift 2
    output=$("$ladder" "$@" 2>&1)
    code=$?
    output=${output//$'\n'/ }
    [ "$code" = "$status" ] || fail "$*: exit status $code, not $status: $output"
    grep -qE -e "$words" <<<"$output" || fail "$*: expected '$words', not '$output'"
}

# Numbers in a row, items of a group, rows: one of each; groups that are full, not full, of no power of two.
try_sizes()
{
    local kernel size words
    # shellcheck disable=SC2001 # each of several words
    words=$(sed 's/[^ ]*/&: right, .*/g' <<<"$rows")
    for kernel in radix halve; do
        for size in '1 1 1' '1 64 2' '2 64 3' '63 3 2' '65 64 5' '1000 100 3' '2048 64 2'; do
            # shellcheck disable=SC2086 # three words
            expect 0 "$words" "$kernels/${kernel}_select.cl" $size
        done
    done
}

# broken KERNEL ROWS TEXT OTHER : with the other text in its place a kernel is wrong in those rows first.
broken()
{
    local text
    text=$(<"$kernels/$1_select.cl")
    [[ $text == *"$3"* ]] || fail "$1_select.cl has no '$3'"
    echo "${text//"$3"/"$4"}" >mine.cl
    expect 1 "$2: wrong, of 1000 numbers " --like "$1-select" mine.cl 1000 64 4
}

try_faults()
{
    local kernel
    for kernel in radix halve; do
        broken $kernel random 'bits >> 31 ? ~bits : bits | 0x80000000' bits
        broken $kernel negative '? ~bits :' '? bits ^ 0x7fffffff :'
        broken $kernel '-0 and .0' 'as_uint(number)' 'as_uint(number + 0.0f)'
        broken $kernel '(any bits|NaNs)' 'return 0xffffffff' 'return bits'
        broken $kernel random 'out[get_group_id(0)]' 'out[0]'
        broken $kernel random '* (size_t)n' ''
    done
    broken radix random 'found[1] = rank - before' 'found[1] = rank'
    broken radix random 'rank < bins[b]' 'rank <= bins[b]'
    broken radix random 'bins[b - stride]' 'bins[b]'
    broken halve random 'rank < count' 'rank <= count'
    broken halve '-0 and .0' 'if (low == high && lid == 0)' 'if (low > high)'
}

try_refusals()
{
    expect 1 'keeps 32 numbers an item: rows of 2049 want larger groups than of 64' "$kernels/halve_select.cl" 2049 64
    expect 1 'rows of 100000000 numbers are more than' "$kernels/radix_select.cl" 100000000 64 16
    echo 'kernel void kth(global const float *in, global float *out) { *out = *in; }' >mine.cl
    expect 1 'declared as kernel void kth\(global const float \*in, uint n, uint rank, .*\*out\)' --like radix-select mine.cl
    echo 'kernel void reduce(global float *out) { *out = 0; }' >mine.cl
    expect 1 'mine.cl has no kernel kth' --like radix-select mine.cl
    echo 'kernel void kth(global const float *in, uint n, uint rank, global float *out) {}' >mine.cl
    expect 1 'random: wrong, .* and nothing came' --like radix-select mine.cl
}

try_sizes
try_faults
try_refusals
echo "selection: kernels find what sorted rows have, and faults are found"
