# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# A result for each label: of every operator that has them, from files of every kind, as text, JSON and
# .npy; what is said of labels that are wrong. Whole numbers mostly, which compile fast.

# by_label K LABEL... -- NUMBER... : label, sum, count and maximum, a line a label.
by_label()
{
    local results=$1
    shift
    awk -v results="$results" -v line="$*" 'BEGIN {
        n = split(line, all, " ")
        for (half = 1; all[half] != "--"; half++);
        for (i = 1; i < half; i++) {
            k = all[i]; x = all[half + i]
            sum[k] += x
            count[k] += x != 0
            if (!(k in most) || x > most[k]) most[k] = x
        }
        for (k = 0; k < results; k++)
            printf "%d\t%d\t%d\t%s\n", k, sum[k], count[k], k in most ? most[k] : "empty"
    }'
}

labels=(2 0 2 1 0 2 3 0)
numbers=(5 -3 7 0 9 100 -8 4)

try_files()
{
    local type
    put_npy i32 little "${numbers[@]}" >x.npy
    for type in u8 i8 u16 i16 u32 i32 u64 i64; do
        put_npy $type big "${labels[@]}" >l.npy
        expect_output "$(by_label 4 "${labels[@]}" -- "${numbers[@]}")" \
            clreduce sum,count,max -q --check --labels l.npy x.npy
    done
    put_array u8 '(2, 2, 2)' F 2 0 2 1 0 2 3 0 >f.npy # as its indices count: 2 0 2 3 0 2 1 0
    expect_output "$(by_label 4 2 0 2 3 0 2 1 0 -- "${numbers[@]}")" \
        clreduce sum,count,max -q --check --labels f.npy x.npy
    put_array i32 '(4, 2)' F 5 7 9 -8 -3 0 100 4 >fx.npy
    expect_output "$(by_label 4 "${labels[@]}" -- "${numbers[@]}")" \
        clreduce sum,count,max -q --check --labels l.npy fx.npy
    expect_output "$(by_label 4 "${labels[@]}" -- "${numbers[@]}")" \
        clreduce sum,count,max -q --labels - x.npy <<<"${labels[*]}"
    expect_output "$(by_label 4 "${labels[@]}" -- "${numbers[@]}")" \
        bash -c 'cat x.npy | clreduce sum,count,max -q --labels l.npy'
    expect_output $'0\t8\n1\t12' \
        clreduce sum --labels <(echo 0 1 1 0) <(put_npy i32 little 1 2) <(put_npy i32 little 10 7)
    expect_output $'0\t1\n1\t2' clreduce sum --labels <(echo 0 1) --count 2 --text <<<'1 2 3'
    expect_output '' clreduce sum --labels <(:) --text </dev/null
    expect_output $'0\t0\n1\t0' clreduce sum --bins 2 --labels <(:) --text </dev/null
}

try_operators()
{
    expect_output $'0\t10\t-3\t9\t9\t1\t1' \
        clreduce sum,min,max,amax,any,all --check --labels <(echo 0 0 0) --text <<<'-3 4 9'
    expect_output $'0\t8\t29\t21\n1\t3\t3\t3' \
        clreduce and,or,xor --check --labels <(echo 0 1 0) --text <<<'12 3 25'
    expect_output $'0\t27\t9\t2\n1\t4\t4\t1' \
        clreduce prod,argmax --check --labels <(echo 0 1 0) --text <<<'3 4 9'
    sweeps || return # what follows compiles kernels of its own
    expect_output $'0\t74\n1\t4' clreduce dot --check --labels <(echo 0 1 0) <(echo 5 2 7) <(echo 5 2 7)
    expect_output $'0\t1\t0.5\n1\t3\t3' clreduce sum,mean --check --labels <(put_npy i64 little 0 1 0) \
        <(put_npy f32 little 0.5 3 0.5)
    expect_output $'0\t1.3333333333333333\n1\t0.6666666666666666' \
        clreduce sum --labels <(echo 0 1 0) --map 'x / 3.0' --text <<<'3 2 1'
}

# Those of several whose labels are sorted share a plan, whatever stands between them.
try_together()
{
    expect_output $'0\t-3\t1\t9\t9\t2\t4\t-108\n1\t0\t3\t0\t0\t3\t0\t0' \
        clreduce argmin,max,iamax,count,prod -q --check --labels <(echo 0 0 0 1 0) --text <<<'4 -3 9 0 1'
}

# More than a group has, in an order of no order.
try_many()
{
    awk 'BEGIN { for (i = 0; i < 300000; i++) print (i * i + i) % 997 }' >many.txt
    awk 'BEGIN { for (i = 0; i < 300000; i++) print (i * 7919 + i % 13) % 1000 - 300 }' >elements.txt
    expect_output "$(paste many.txt elements.txt | awk '{ sum[$1] += $2 }
        END { for (k = 0; k < 997; k++) print k "\t" sum[k] + 0 }' | head -n 996)" \
        bash -c 'clreduce sum --labels many.txt elements.txt --bins 996 -q --check'
}

try_outside()
{
    run clreduce sum --check --bins 2 --labels <(echo 0 -1 2 1 9223372036854775807) --text <<<'1 2 3 4 5'
    [ "$code" = 0 ] && [ "$out" = $'0\t1\n1\t4' ] &&
        [ "$err" = 'clreduce: 3 of 5 numbers belong to no result: their labels are not in 0 to 1.' ]
    judge $? "expected two sums and a note" clreduce sum --bins 2
    expect_output $'0\t1\n1\t4' \
        clreduce sum --bins 2 -q --labels <(put_npy i8 little 0 -1 2 1 127) --text <<<'1 2 3 4 5'
    expect_json '.outside == 1 and .shape == [3] and .results[0].value == [1, 2, 0]' \
        clreduce sum --json -q --bins 3 --labels <(put_npy u64 little 0 1 18446744073709551615) \
        --text <<<'1 2 3'
    expect_output $'0\t1\n1\t0\n2\t0' clreduce sum --bins 3 --labels <(echo 0) --text <<<1
    run clreduce max --bins 2 --labels <(echo 1) --text <<<7
    [ "$code" = 2 ] && [ "$out" = $'0\tempty\n1\t7' ] &&
        [[ $err == *"max has no value for 1 of 2 results, the first of which is 0"* ]]
    judge $? "expected exit code 2, and a label without a value" clreduce max --bins 2
}

# A label below the largest that no number has: not printed, unless all are asked for.
try_gaps()
{
    local years=(2019 2024 2021 2019)
    local note='clreduce: 2022 of the labels 0 to 2024 have no numbers and are left out: --bins 2025 prints all.'
    echo "${years[@]}" >years.txt
    seq 4 >four.txt
    run clreduce sum,max --check --labels years.txt four.txt
    [ "$code" = 0 ] && [ "$out" = $'2019\t5\t4\n2021\t3\t3\n2024\t2\t2' ] && [ "$err" = "$note" ]
    judge $? 'expected three lines and a note' clreduce sum,max --labels years.txt four.txt
    expect_output $'2019\t5\n2021\t3\n2024\t2' clreduce sum -q --labels years.txt four.txt
    expect_output $'3\t4\n5\t2\n8\t3' clreduce max -q --labels <(echo 3 5 8 3) four.txt
    expect_json '.shape == [9] and .results[0].value == [null, null, null, 4, null, 2, null, null, 3]' \
        clreduce max --json --labels <(echo 3 5 8 3) four.txt
    run clreduce max --bins 6 --labels <(echo 3 5 5 3) four.txt
    [ "$code" = 2 ] && [ "$(wc -l <<<"$out")" = 6 ] && [[ $err == *"has no value for 4 of 6 results"* ]]
    judge $? 'expected six lines, and exit code 2' clreduce max --bins 6
    expect_error 2 "max has no value for 4 of 6 results" \
        clreduce max --labels <(echo 3 5 5 3) four.txt -o gaps.npy
    expect_output '' clreduce sum --labels <(echo 3 5 5 3) four.txt -o gaps.npy
    expect_output 6 clreduce count --map 'x == x' gaps.npy
    expect_same 'stats of three years' $'\tcount\tsum\n2019\t2\t5\n2021\t1\t3\n2024\t1\t2' \
        "$(clreduce stats -q --labels years.txt four.txt | cut -f 1,2,12)"
    # Labels that are looked at where their file has them.
    seq 100000 | awk '{ print $1 % 5 * 2 }' | clreduce sum -q --length 1 -t i32 --overflow wrap -o long.npy
    expect_same 'stats of five labels' $'\tcount\n0\t20000\n2\t20000\n4\t20000\n6\t20000\n8\t20000' \
        "$(clreduce stats -q --labels long.npy long.npy | cut -f 1,2)"
}

# Of text, whose sums are errors elsewhere if they do not fit, it is said where they may not.
try_wrap()
{
    run clreduce sum --labels <(echo 0 0) --text <<<'9223372036854775807 1'
    [ "$code" = 0 ] && [ "$out" = $'0\t-9223372036854775808' ] && [[ $err == *"modulo 2^64"* ]]
    judge $? "expected a sum modulo 2^64, and a note" clreduce sum --labels
    expect_output $'0\t-9223372036854775808' \
        clreduce sum -q --labels <(echo 0 0) --text <<<'9223372036854775807 1'
    run clreduce sum --overflow detect --labels <(echo 0 0 1) --text <<<'9223372036854775807 1 4'
    [ "$code" = 2 ] && [ "$out" = $'0\toverflow\n1\t4' ] && [[ $err == *"does not fit i64"* ]]
    judge $? "expected a sum that does not fit" clreduce sum --overflow detect --labels
    expect_output $'0\t2000000000000000000' \
        clreduce sum --check --labels <(echo 0 0) --text <<<'1999999999999999999 1'
}

try_written()
{
    rm -f r.npy
    expect_output '' clreduce sum --labels l.npy x.npy -o r.npy
    expect_same "r.npy" "$(put_npy i64 little 10 0 112 -8 | od -A n -t x1)" "$(od -A n -t x1 <r.npy)"
    expect_json '.shape == [4] and .outside == 0 and .input.count == 8 and
        .results[0] == {"op": "sum", "type": "i64", "value": [10, 0, 112, -8], "check": "passed"} and
        .results[1].value == [3, 0, 3, 1]' clreduce sum,count --check --json --labels l.npy x.npy
    expect_error 1 "this is l.npy, which is read" clreduce sum --labels l.npy x.npy -o l.npy
    expect_error 1 "--output writes the array of one operator" \
        clreduce sum,max --labels l.npy x.npy -o new.npy
    expect_error 2 "max has no value for 1 of 5 results" \
        clreduce max --bins 5 --labels l.npy x.npy -o new.npy
    expect_same "nothing is written" "" "$(ls new.npy* 2>/dev/null)"
}

try_refusals()
{
    local op
    expect_error 2 "label 2 is -5, below 0: --bins K takes" \
        clreduce sum --labels - x.npy <<<'0 1 -5 0 0 0 0 -6'
    expect_error 2 "standard input has 2 labels, but x.npy has 8 elements" \
        clreduce sum --labels - x.npy <<<'0 1'
    expect_error 2 "l.npy has 8 labels, but standard input has 2 elements" \
        clreduce sum --labels l.npy --text <<<'0 1'
    expect_error 2 "has elements of f64, but labels are whole numbers" \
        clreduce sum --labels - x.npy <<<'0 1.5'
    expect_error 2 "label 0 is 18446744073709551615: 64 bits cannot count" \
        clreduce sum --labels <(put_npy u64 little 18446744073709551615) --text <<<1
    expect_error 1 "the largest label is 1000000000000, and there is a result for each label from 0 to it" \
        clreduce sum --labels <(echo 0 1000000000000) --text <<<'1 2'
    expect_error 1 "the largest label is 1000000000000000000, .* by --bins K" \
        clreduce stats --labels <(echo 0 1000000000000000000) --text <<<'1 2'
    expect_error 1 "--bins 1000000000000: so many results have no room in memory" \
        clreduce sum --bins 1e12 --labels <(echo 0) --text <<<1
    expect_error 2 "missing.npy: cannot be opened" clreduce sum --labels missing.npy x.npy
    expect_error 2 "truncated" clreduce sum --labels <(head -c 130 l.npy) x.npy
    expect_error 1 "the labels or the numbers, not both" clreduce sum --labels - <<<'0 1'
    for op in '--length 2' '--offsets l.npy'; do
        # shellcheck disable=SC2086 # two words
        expect_error 1 "--axis, --length, --offsets, --labels and --keys each say" \
            clreduce sum --labels l.npy $op x.npy
    done
    expect_error 2 "1 labels, and x.npy has .* indices along the axes of --axis" \
        clreduce sum --labels <(echo 0) --axis 0 x.npy
    expect_error 1 "the largest label is 9223372036854775807, .* no room in memory" \
        clreduce sum --labels <(echo 0 9223372036854775807) --axis 0 <(put_array f32 '(2, 4)' C 0 1 2 3 0 1 2 3)
    expect_error 1 "--keepdims: labels stand in front" \
        clreduce sum --keepdims --axis 0 --labels l.npy x.npy
    expect_error 1 "--bins says how many labels there are" clreduce sum --bins 3 x.npy
    expect_error 1 "--bins takes a number above 0" clreduce sum --bins 0 --labels l.npy x.npy
    expect_error 1 "--keepdims is about the axes" clreduce sum --keepdims --labels l.npy x.npy
    expect_error 1 "--chunk: results by label take all numbers at once" \
        clreduce sum --chunk 8 --labels l.npy x.npy
    expect_error 1 "strategy two-pass is for other shapes" \
        clreduce sum -s two-pass --labels l.npy x.npy
}

try_small_device()
{
    if [ -z "$layer" ]; then
        skip "a device of little memory: no fault layer is given"
        return
    fi
    local on_small=(env CLREDUCE_HOST_ELEMENTS=0 OPENCL_LAYERS="$layer" CLR_FAULT_MAX_ALLOC=65536)
    expect_error 1 "a buffer of this device 65536 at most: results by label take all numbers at once" \
        "${on_small[@]}" clreduce sum --labels many.txt --bins 9 elements.txt
    expect_error 1 "--bins 9000: so many results have no room in memory" \
        "${on_small[@]}" clreduce sum --labels l.npy --bins 9000 x.npy
    # What the library has no room for is told likewise: 264 bytes a label.
    expect_error 1 "the largest label is 1000, and there is a result for each label" \
        "${on_small[@]}" clreduce mean -t f32 --labels <(echo 1000) --text <<<1
}

try_files
try_operators
try_together
try_many
try_outside
try_gaps
try_wrap
try_written
try_refusals
try_small_device
