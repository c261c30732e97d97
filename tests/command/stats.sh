# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# The verb stats: one pass and quartiles, NaNs left out and counted, and sense made of files that hold nothing.

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
    expect_rows "count 7 nans 2 zeros 1 min -1.5 q1 0 median 0.5 q3 2 max 3 mean 0.8 std 1.5684387141358123 sum 4 argmin 2 argmax 0" \
        clreduce stats a.npy
    expect_rows "count 4 nans 0 zeros 1 min -2 q1 -0.5 median 0.5 q3 2 max 5 mean 1 std 2.5495097567963922 sum 4 argmin 1 argmax 0" \
        clreduce stats --text -t $short <<<'5 -2 0 1'
    run clreduce stats --ddof 1 --text -t $short <<<'5 -2 0 1'
    expect_same "std with --ddof 1" 2.943920288775949 "$(row std)"
    expect_json '.count == 7 and .nans == 2 and .min == -1.5 and .argmax == 0 and .sum == 4 and
        .input.path == "a.npy" and (.device.name | type == "string")' clreduce stats --json a.npy
    expect_rows "count 200000 nans 0 zeros 0 min 1 q1 50000.75 median 100000.5 q3 150000.25 max 200000 mean 100000.5 std 57735.02691824089 sum 20000100000 argmin 0 argmax 199999" \
        bash -c 'seq 200000 | clreduce stats --chunk 100K'
    expect_rows "$(clreduce stats a.npy | tr -s ' \n' ' ' | sed 's/ $//')" \
        bash -c 'cat a.npy | clreduce stats'
    expect_words 'device 0:0' clreduce stats -v a.npy
}

try_nothing()
{
    local none="min none q1 none median none q3 none max none mean none std none sum 0 argmin none argmax none"
    put_npy f32 little nan nan nan >nans.npy
    expect_rows "count 3 nans 3 zeros 0 $none" clreduce stats nans.npy
    expect_rows "count 0 nans 0 zeros 0 $none" clreduce stats --text </dev/null
    expect_rows "count 0 nans 0 zeros 0 $none" clreduce stats -t $short </dev/null
    expect_json '. as $all | .results[0] == {"op": "count", "type": "u64", "value": 7} and
        (.results | length) == 13 and all(.results[]; .value == $all[.op])' clreduce stats --json a.npy
    expect_json '.nans == 3 and .min == null and .median == null and .std == null and .sum == 0' \
        clreduce stats --json nans.npy
    expect_rows "count 1 nans 0 zeros 0 min 2 q1 2 median 2 q3 2 max 2 mean 2 std none sum 2 argmin 0 argmax 0" \
        clreduce stats --ddof 1 <<<2
    expect_words '^sum *none' bash -c 'echo 9223372036854775807 9223372036854775807 |
        clreduce stats --text -t i64 2>/dev/null | tr "\n" "~" | grep -o "sum *none"'
    expect_words 'does not fit 64 bits' bash -c 'echo 9223372036854775807 9223372036854775807 |
        clreduce stats --text -t i64'
}

# A line a row, and a name in front of it; what is by label counts among all numbers.
try_rows()
{
    local names=$'\tcount\tnans\tzeros\tmin\tq1\tmedian\tq3\tmax\tmean\tstd\tsum\targmin\targmax'
    echo 5 -2 0 1 7 7 >six.txt
    expect_output "$names"$'\n0\t3\t0\t1\t-2\t-1\t0\t2.5\t5\t1\t2.943920288775949\t3\t1\t0\n1\t3\t0\t0\t1\t4\t7\t7\t7\t5\t2.8284271247461903\t15\t0\t1' \
        clreduce stats --length 3 -t $short --text six.txt
    run clreduce stats --labels <(echo 0 1 0 3 0 9) --bins 4 -t $short --text six.txt
    expect_same "statistics by label" "$names"$'\n0\t3\t0\t1\t0\t2.5\t5\t6\t7\t4\t2.943920288775949\t12\t2\t4\n1\t1\t0\t0\t-2\t-2\t-2\t-2\t-2\t-2\t0\t-2\t1\t1\n2\t0\t0\t0\tnone\tnone\tnone\tnone\tnone\tnone\tnone\t0\tnone\tnone\n3\t1\t0\t0\t1\t1\t1\t1\t1\t1\t0\t1\t3\t3' "$out"
    expect_words '1 of 2 sums do not fit 64 bits' clreduce stats --length 2 --text -t i64 \
        <<<'9223372036854775807 9223372036854775807 1 2'
    expect_error 1 "choose one" clreduce stats --length 3 --axis 0 six.txt
    expect_error 2 "six.txt" clreduce stats --length 4 six.txt
    sweeps || return # what follows compiles kernels of its own
    expect_json '.shape == [2] and .keys == [4, 9] and .count == [4, 2] and .min == [-2, 7] and
        .argmax == [0, 0] and .sum == [4, 14]' \
        clreduce stats --json --keys <(echo 4 4 4 4 9 9) -t $short --text six.txt
    put_array f32 '(2, 2)' F nan 1 0 nan >four.npy # nan 0, 1 nan
    expect_output "${names:1}"$'\n4\t2\t1\t0\t0.25\t0.5\t0.75\t1\t0.5\t0.5\t1\t1\t2' clreduce stats --axis 0,1 four.npy
}

# Quartiles of what may be in memory, however it comes; of more they are left out.
try_quartiles()
{
    local file
    seq 9 >nine.txt
    put_npy f64 big 1 3 2 >turned.npy
    put_array f32 '(2, 3)' F 1 2 3 0 0.5 2 >fortran.npy
    for file in nine.txt turned.npy fortran.npy; do
        run clreduce stats $file
        expect_same "quartiles of $file" "$(clreduce quantile:0.25:0.5:0.75 $file | cut -d' ' -f2 | paste -sd' ')" "$(row q1) $(row median) $(row q3)"
    done
    run bash -c 'cat turned.npy | clreduce stats --memory 24'
    expect_same "quartiles of a pipe" '1.5 2 2.5' "$(row q1) $(row median) $(row q3)"
    for file in turned.npy nine.txt; do
        run bash -c "cat $file | clreduce stats --memory 23"
        [ "$code" = 0 ] && [ -z "$(row q1)$(row median)$(row q3)" ] && [ -n "$(row max)" ] &&
            [ "$err" = 'clreduce: quartiles are left out: they need all numbers in memory at once, which --memory BYTES allows.' ]
        judge $? 'expected no quartiles, and a note' clreduce stats --memory 23 $file
        expect_json 'has("q1") or has("median") or has("q3") | not' clreduce stats --json -q --memory 23 $file
    done
    expect_json '[.q1, .median, .q3] == [3, 5, 7] and .results[4] == {"op": "q1", "type": "f64", "value": 3}' \
        clreduce stats --json nine.txt
    expect_json '.q1 == [1.5, 4.5, 7.5] and .q3 == [2.5, 5.5, 8.5]' clreduce stats --json --length 3 nine.txt
    expect_words '^median *5$' clreduce stats -d 0:0 nine.txt
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
try_rows
try_quartiles
try_refusals
