#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The ladder's program with learners' kernels: each exercise's solution is right, none is as it is handed out, and
# the wrong kernels of tests/exercises, named EXERCISE-FAULT, get the hint that their second line has, a regular
# expression. And kernels of one's own are run as a rung is, or it is said what is wrong with them.
#
#   exercises.sh LADDER     the example's program
#
# Exit status: 0 all is as expected, 1 something is not, after a line that says what.
set -u

[ $# = 1 ] || { echo "usage: exercises.sh LADDER" >&2; exit 1; }
ladder=$(realpath -e "$1") || exit 1
here=$(cd "$(dirname "$0")" && pwd)
exercises=$here/../examples/ladder/exercises
lacking=3 # the status of a device that has not all that a kernel needs
tried=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail()
{
    echo "exercises.sh: $*" >&2
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
    if [ "$code" = "$lacking" ]; then
        echo "not on this device: $*"
        return
    fi
    [ "$code" = "$status" ] || fail "$*: exit status $code, not $status: $output"
    grep -qE -e "$words" <<<"$output" || fail "$*: expected '$words', not '$output'"
    tried=$((tried + 1))
}

try_exercise()
{
    local file=$1 name fault hint
    name=$(basename "$file" .cl)
    name=${name#[0-9]_}
    grep -q 'Yours: ' "$file" || fail "$file says nowhere what is to be written"
    expect 0 "$name is right" "$exercises/solutions/${file##*/}"
    expect 1 '(wrong, |lanes .* in bank ).* hint: ' "$file"
    for fault in "$here/exercises/$name"-*.cl; do
        [ -e "$fault" ] || fail "no wrong kernel of $name is tried"
        hint=$(sed -n '2s/^\/\* hint: \(.*\) \*\/$/\1/p' "$fault")
        [ -n "$hint" ] || fail "$fault does not say which hint it wants"
        expect 1 "$hint" --like "$name" "$fault"
    done
}

# mine TEXT [ARGUMENTS] : a kernel in mine.cl.
mine()
{
    printf 'kernel void reduce(%s)\n{\n    %s\n}\n' \
        "${2-global const int *in, uint n, global int *out, local int *cells}" "$1" >mine.cl
}

try_own()
{
    cp "$here/../examples/ladder/08_sequential.cl" mine.cl
    expect 0 'launch 3: .*result 3499987, right' --like sequential mine.cl
    expect 0 'launch 1: 16 x 64 .*result 3497, right' --like sequential mine.cl 1000 64
    expect 1 'no rung .* --like NAME .*rungs: race .* ticket .*selections: radix-select halve-select *exercises: guard' mine.cl
    expect 1 '--like sequentail: there is no such .*rungs: ' --like sequentail mine.cl
    expect 1 'usage: ' --like
    expect 1 'groups of 1 never leave fewer' --like sequential mine.cl 10 1
    expect 1 'brings its own numbers: leave 10 out' --like guard mine.cl 10
    expect 1 'reduce takes 4 arguments, and launched like atomic it is given 3' --like atomic mine.cl
    mine 'out[get_group_id(0)] = lid;'
    expect 1 'mine.cl: the compiler says .*:3:[0-9]+.*mine.cl does not compile' --like sequential mine.cl
    mine 'out[0] = 0;' 'global const int *in, uint n, global int *out'
    expect 1 'is to be declared as kernel void reduce\(global const int \*in, uint n, .*cells\)' \
        --like sequential mine.cl
    mine 'out[0] = 0;' 'global const int *in, ulong n, global int *out, local int *cells'
    expect 1 'is to be declared as kernel void reduce' --like sequential mine.cl
    echo 'kernel void sum(global int *out) { *out = 0; }' >mine.cl
    expect 1 'mine.cl has no kernel reduce' --like sequential mine.cl
    mine 'if (get_local_id(0) == 0) out[get_group_id(0)] = in[get_global_id(0)];'
    expect 1 "result 0, wrong: a plain loop's is 3497 .* number 1, counted from 0, is added by nobody" \
        --like sequential mine.cl 1000 64
    mine 'atomic_add(out, in[get_global_id(0) / 2]);'
    expect 1 'wrong: .* number 0, counted from 0, is added 2 times' --like group-atomic mine.cl 64 64
    expect 1 'could not be read' --like sequential nowhere.cl
}

for file in "$exercises"/*.cl; do
    try_exercise "$file"
done
try_own
[ "$tried" -ge 44 ] || fail "only $tried kernels were tried"
echo "exercises: $tried kernels are judged as they should be"
