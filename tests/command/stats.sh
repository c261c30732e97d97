# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# The verb stats: one pass, NaNs left out and counted, and sense made of files that hold nothing.

# row NAME : the value that the last run printed for it.
row()
{
    sed -n "s/^$1  *//p" <<<"$out"
}

# expect_rows "NAME VALUE..." COMMAND...
expect_rows()
{
    local rows=$1
    shift
    run "$@"
    expect_same "$(quoted "$@")" "$rows" "$(tr -s ' \n' ' ' <"$work/.out" | sed 's/ $//')"
}

# Its kernels are those of numbers in text, which are compiled anyway.
short=i64
! sweeps || short=i8

try_numbers()
{
    put_npy f32 little 3 nan -1.5 0 2 0.5 nan >a.npy
    expect_rows "count 7 nans 2 zeros 1 min -1.5 max 3 mean 0.8 std 1.5684387141358123 sum 4 argmin 2 argmax 0" \
        clreduce stats a.npy
    expect_rows "count 4 nans 0 zeros 1 min -2 max 5 mean 1 std 2.5495097567963922 sum 4 argmin 1 argmax 0" \
        clreduce stats --text -t $short <<<'5 -2 0 1'
    run clreduce stats --ddof 1 --text -t $short <<<'5 -2 0 1'
    expect_same "std with --ddof 1" 2.943920288775949 "$(row std)"
    expect_json '.count == 7 and .nans == 2 and .min == -1.5 and .argmax == 0 and .sum == 4 and
        .input.path == "a.npy" and (.device.name | type == "string")' clreduce stats --json a.npy
    expect_rows "count 200000 nans 0 zeros 0 min 1 max 200000 mean 100000.5 std 57735.02691824089 sum 20000100000 argmin 0 argmax 199999" \
        bash -c 'seq 200000 | clreduce stats --chunk 100K'
    expect_rows "$(clreduce stats a.npy | tr -s ' \n' ' ' | sed 's/ $//')" \
        bash -c 'cat a.npy | clreduce stats'
    expect_words 'device 0:0' clreduce stats -v a.npy
}

try_nothing()
{
    local none="min none max none mean none std none sum 0 argmin none argmax none"
    put_npy f32 little nan nan nan >nans.npy
    expect_rows "count 3 nans 3 zeros 0 $none" clreduce stats nans.npy
    expect_rows "count 0 nans 0 zeros 0 $none" clreduce stats --text </dev/null
    expect_rows "count 0 nans 0 zeros 0 $none" clreduce stats -t $short </dev/null
    expect_json '.nans == 3 and .min == null and .std == null and .sum == 0' \
        clreduce stats --json nans.npy
    expect_rows "count 1 nans 0 zeros 0 min 2 max 2 mean 2 std none sum 2 argmin 0 argmax 0" \
        clreduce stats --ddof 1 <<<2
    expect_words '^sum *none' bash -c 'echo 9223372036854775807 9223372036854775807 |
        clreduce stats --text -t i64 2>/dev/null | tr "\n" "~" | grep -o "sum *none"'
    expect_words 'does not fit 64 bits' bash -c 'echo 9223372036854775807 9223372036854775807 |
        clreduce stats --text -t i64'
}

try_refusals()
{
    expect_error 2 "missing: cannot be opened" clreduce stats missing
    expect_error 1 "has no use for --map" clreduce stats --map x a.npy
    expect_error 1 "has no use for --check" clreduce stats --check a.npy
    expect_error 2 "could not be written" bash -c 'clreduce stats a.npy >/dev/full'
}

try_numbers
try_nothing
try_refusals
