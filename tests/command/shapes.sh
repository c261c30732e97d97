# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Many results: along axes of arrays in either order, by so many numbers, between offsets; as text, JSON
# and .npy; and flat reductions of arrays in Fortran order. Whole numbers mostly, which compile fast.

# shellcheck disable=SC2016,SC2094 # programs of awk; files that are read and not to be written

# The same array of 2 x 3 x 4, [i,j,k] being (7 i + 5 j + 3 k) mod 11, as it lies in either order.
make_both()
{
    local c=() f=() i j k
    for i in 0 1; do for j in 0 1 2; do for k in 0 1 2 3; do
        c+=($(((7 * i + 5 * j + 3 * k) % 11)))
    done; done; done
    for k in 0 1 2 3; do for j in 0 1 2; do for i in 0 1; do
        f+=($(((7 * i + 5 * j + 3 * k) % 11)))
    done; done; done
    put_array i32 '(2, 3, 4)' C "${c[@]}" >c.npy
    put_array i32 '(2, 3, 4)' F "${f[@]}" >f.npy
}

# group_of GROUP : what sum,argmax prints, the axes in GROUP being reduced.
group_of()
{
    local group=$1
    awk -v group="$group" 'BEGIN {
        for (i = 0; i < 2; i++) for (j = 0; j < 3; j++) for (k = 0; k < 4; k++) {
            x = (7 * i + 5 * j + 3 * k) % 11
            g = group == "k" ? "[" i "," j "]" : group == "j" ? "[" i "," k "]" : \
                group == "i" ? "[" j "," k "]" : group == "ij" ? k : group == "ik" ? j : \
                group == "jk" ? i : ""
            if (!(g in sum)) { names[n++] = g; sum[g] = 0; seen[g] = 0; max[g] = -1 }
            sum[g] += x
            if (x > max[g]) { max[g] = x; at[g] = seen[g] }
            seen[g]++
        }
        for (m = 0; m < n; m++) {
            g = names[m]
            printf "%s%d\t%d\t%d\n", g == "" ? "" : g "\t", sum[g], max[g], at[g]
        }
    }'
}

try_axes()
{
    local row file
    make_both
    while read -r row; do
        for file in c.npy f.npy; do
            expect_output "$(group_of "${row#* }")" \
                clreduce sum,argmax --check --axis "${row% *}" $file
        done
    done <<'END'
0 i
1 j
2 k
0,1 ij
0,2 ik
-1,-2 jk
-3 i
-1 k
2,-3 ik
2,0,1 all
END
    expect_output "$(group_of jk)" bash -c 'cat f.npy | clreduce sum,argmax --axis 1,2'
    expect_output "$(group_of j)" bash -c 'cat c.npy | clreduce sum,argmax --axis 1 - --chunk 48'
    expect_output $'[0,0,0]\t42\n[0,1,0]\t38\n[0,2,0]\t45' clreduce sum --axis 0,2 --keepdims c.npy
    expect_output $'[0,0,0]\t125' clreduce sum --axis 0,1,2 --keepdims f.npy
    expect_output 6 clreduce sum --axis 0 <(put_npy i32 little 1 2 3)
    sweeps || return # what follows compiles kernels of its own
    # Of both orders at once.
    expect_output $'[0,0]\t125\n[0,1]\t77\n[0,2]\t61\n[0,3]\t154\n[1,0]\t86\n[1,1]\t197\n[1,2]\t54
[1,3]\t141' clreduce dot --check --axis 1 c.npy f.npy
    # Within the row: its own index and count.
    expect_output $'[0,0]\t42\n[0,1]\t17\n[0,2]\t36\n[1,0]\t29\n[1,1]\t48\n[1,2]\t23' \
        clreduce sum --axis 2 --map 'x * i' f.npy
}

# Larger than a group, and in pieces of less than all.
try_matrix()
{
    local expected rows=300 columns=700
    awk -v rows=$rows -v columns=$columns 'BEGIN {
        for (i = 0; i < rows; i++) for (j = 0; j < columns; j++) printf "%c", (i * j + j) % 250 + 1
    }' >matrix.raw
    {
        put_npy_header '|u1' "($rows, $columns)"
        cat matrix.raw
    } >matrix.npy
    expected=$(awk -v rows=$rows -v columns=$columns 'BEGIN {
        for (i = 0; i < rows; i++) {
            sum = max = 0
            for (j = 0; j < columns; j++) {
                x = (i * j + j) % 250 + 1
                sum += x
                if (x > max) { max = x; at = j }
            }
            printf "%d\t%d\t%d\t%d\n", i, sum, max, at
        }
    }')
    expect_output "$expected" clreduce sum,argmax --axis 1 matrix.npy
    expect_output "$expected" clreduce sum,argmax --axis 1 --check --chunk 7K matrix.npy
    expect_output "$expected" clreduce sum,argmax --length $columns --raw -t u8 --chunk 1 matrix.raw
    expect_output "$(awk -v rows=$rows -v columns=$columns 'BEGIN {
        for (j = 0; j < columns; j++) {
            sum = 0
            for (i = 0; i < rows; i++) sum += (i * j + j) % 250 + 1
            printf "%d\t%d\n", j, sum
        }
    }')" clreduce sum --axis 0 --check matrix.npy
}

# The order of a file is that of its indices for flat reductions, too.
try_flat()
{
    put_array i32 '(2, 3)' C 1 9 9 4 5 6 >flat_c.npy
    put_array i32 '(2, 3)' F 1 4 9 5 9 6 >flat_f.npy
    local file
    for file in flat_c.npy flat_f.npy; do
        expect_output '9 1' clreduce argmax --check --chunk 8 $file
        expect_output 19 clreduce sum --count 3 $file
        sweeps || continue
        expect_output $'argmax 9 1\nsum 34' clreduce argmax,sum --check $file
        expect_output 34 clreduce sum --map 'x * (i % 2) + i' $file
        expect_output '9 7' clreduce argmax --map 'x * (i > 4)' $file $file
        expect_words '^argmax *1$' clreduce stats $file
        expect_output 34 clreduce sum - <$file
    done
    sweeps || return
    expect_output 240 clreduce dot flat_c.npy flat_f.npy
}

try_length()
{
    seq 24 >list.txt
    expect_output $'0\t21\t1\t6\n1\t57\t7\t12\n2\t93\t13\t18\n3\t129\t19\t24' \
        clreduce sum,minmax --check --length 6 list.txt
    expect_output $'0\t21\t1\t6\n1\t57\t7\t12\n2\t93\t13\t18\n3\t129\t19\t24' \
        clreduce sum,minmax --check --length 6 --chunk 48 list.txt
    expect_output "$(seq 24 | awk '{ print NR - 1 "\t" $1 }')" clreduce max --length 1 - <list.txt
    expect_output $'0\t300' clreduce sum --length 24 list.txt
    expect_output $'0\t3\n1\t10\n2\t4' clreduce sum --length 2 --text <<<'1 2 10 0 4 0'
    expect_output $'0\t6' clreduce sum --length 3 --count 3 list.txt
    expect_output $'0\t6\n1\t9' clreduce sum --length 3 \
        <(put_npy i32 little 1 2) <(put_npy i32 little 3 4 5 0) # one list
    expect_error 2 "list.txt has 24 elements, of which 3 are left over by segments of 7: take 21" \
        clreduce sum --length 7 list.txt
    expect_error 2 "list.txt has 24 elements, and segments of 25 need as many at least" \
        clreduce sum --length 25 list.txt
    expect_error 1 "--length is for lists of numbers, and c.npy has 3 axes" \
        clreduce sum --length 6 c.npy
    expect_error 1 "--length takes a number above 0" clreduce sum --length 0 list.txt
    expect_output '' clreduce sum --length 3 --text </dev/null
}

try_offsets()
{
    local type
    put_npy i32 little {1..24} >list.npy
    for type in i32 u32 i64 u64; do
        put_npy $type big 0 3 3 10 >o.npy
        expect_output $'0\t6\n1\t0\n2\t49' clreduce sum --check --offsets o.npy list.npy
    done
    expect_output $'0\t9\n1\t21' clreduce sum --offsets <(echo 3 5 8) list.npy # from the middle
    expect_output $'0\t9\t5\n1\t21\t8\n2\t42\t12' \
        clreduce sum,max --check --chunk 8 --offsets - list.npy <<<'3 5 8 12'
    expect_output '' clreduce sum --offsets <(echo 3) list.npy
    if sweeps; then
        expect_output $'0\t90\n1\t0' clreduce dot --offsets <(echo 1 6 6) list.npy list.npy
    fi
    expect_error 2 "offset 2 is 3, after 5: offsets must not decrease" \
        clreduce sum --offsets - list.npy <<<'0 5 3'
    expect_error 2 "offset 1 is 25, but list.npy has 24 elements" \
        clreduce sum --offsets - list.npy <<<'0 25'
    expect_error 2 "offset 1 is below 0" clreduce sum --offsets - list.npy <<<'0 -1'
    expect_error 2 "has elements of f64, but offsets are" clreduce sum --offsets - list.npy <<<'0 1.5'
    expect_error 2 "has elements of i16, but offsets are" \
        clreduce sum --offsets <(put_npy i16 little 0 1) list.npy
    expect_error 2 "c.npy: has 3 axes, but offsets are a list" clreduce sum --offsets c.npy list.npy
    expect_error 2 "has no offsets: n segments have n + 1" clreduce sum --offsets - list.npy </dev/null
    expect_error 2 "missing.npy: cannot be opened" clreduce sum --offsets missing.npy list.npy
    expect_error 1 "the offsets or the numbers, not both" clreduce sum --offsets - <<<'0 1'
    expect_error 1 "--offsets is for lists" clreduce sum --offsets o.npy c.npy
}

# Rows without a value are told where they are, and the exit code is that of one without.
try_empty()
{
    put_npy_header '<i4' '(0, 3)' >none.npy
    put_npy_header '<i4' '(3, 0)' >empty.npy
    expect_output $'0\t0\n1\t0\n2\t0' clreduce sum --check --axis 0 none.npy
    expect_output $'0\t0\n1\t0\n2\t0' clreduce sum --axis 1 empty.npy
    expect_output '' clreduce sum --axis 1 none.npy
    expect_output '' clreduce max --axis 0 empty.npy
    put_npy i32 little 0 3 3 10 >o.npy
    run clreduce sum,argmax --check --offsets o.npy list.npy
    [ "$code" = 2 ] && [ "$out" = $'0\t6\t3\t2\n1\t0\tempty\tempty\n2\t49\t10\t6' ] &&
        [[ $err == "clreduce: argmax has no value for 1 of 3 results, the first of which is 1: "* ]]
    judge $? "expected exit code 2, and a row without a value" clreduce sum,argmax
    run clreduce sum --length 2 --text <<<'9223372036854775807 1 2 3'
    [ "$code" = 2 ] && [ "$out" = $'0\toverflow\n1\t5' ] && [[ $err == *"--overflow wrap"* ]]
    judge $? "expected exit code 2, and a row that overflows" clreduce sum --length 2
    expect_output $'0\t-9223372036854775808\n1\t5' \
        clreduce sum --length 2 --overflow wrap --text <<<'9223372036854775807 1 2 3'
    expect_error 2 "max has no value for 1 of 3" \
        clreduce max --offsets o.npy list.npy -o nothing.npy
    expect_same "nothing is written" "" "$(ls nothing.npy* 2>/dev/null)"
    put_npy_header '<i4' '(0, 18446744073709551615)' >huge.npy
    expect_error 4 "out of memory for 18446744073709551615 results" clreduce sum --axis 0 huge.npy
    put_npy_header '<i4' '(0, 18446744073709551615, 2)' >huge.npy
    expect_error 2 "more results than 64 bits can count" clreduce sum --axis 0 huge.npy
}

try_json()
{
    expect_json '.shape == [3] and .input.count == 24 and
        .results[0] == {"op": "sum", "type": "i64", "value": [42, 38, 45]} and
        .accuracy == "exact" and .seconds.total > 0 and
        .results[1].value == [10, 10, 10] and .results[1].index == [5, 7, 0]' \
        clreduce sum,argmax --json --axis 0,2 f.npy
    expect_json '.shape == [1, 3, 1] and .results[0].check == "passed" and
        .results[0].min == [0, 0, 1] and .results[0].max == [10, 10, 10]' \
        clreduce minmax --json --check --keepdims --axis 0,2 c.npy
    run clreduce max --json --offsets o.npy list.npy
    [ "$code" = 2 ] && jq -e '.results[0].value == [3, null, 10]' <<<"$out" >/dev/null
    judge $? "expected exit code 2, and null" clreduce max --json
}

# expect_file TYPE SHAPE NUMBER... : r.npy is that, byte by byte; and what --output has written is there.
expect_file()
{
    local type=$1 shape=$2
    shift 2
    expect_same "r.npy" "$(put_array "$type" "$shape" C "$@" | od -A n -t x1)" "$(od -A n -t x1 <r.npy)"
    rm -f r.npy
}

try_output()
{
    local before
    expect_output '' clreduce sum --axis 0,2 f.npy -o r.npy
    expect_file i64 '(3,)' 42 38 45
    expect_output '' clreduce max --axis 0,2 --keepdims f.npy --output r.npy
    expect_file i32 '(1, 3, 1)' 10 10 10
    expect_output '' clreduce argmax --axis -1 f.npy -o r.npy
    expect_file u64 '(2, 3)' 3 1 0 1 3 1
    expect_output '' clreduce sum --axis 0,1,2 f.npy -o r.npy
    expect_file i64 '()' 125
    expect_output '' clreduce max --axis 1 none.npy -o r.npy
    expect_file i32 '(0,)'
    if sweeps; then
        expect_output '' clreduce max --length 1 <(put_npy f16 little 0.5 -1.5) -o r.npy
        expect_file f16 '(2,)' 0.5 -1.5
    fi
    expect_output '' clreduce max --length 2 -t bf16 <(put_npy bf16 little 0.5 -1.5) -o r.npy
    expect_output 0.5 clreduce max -t bf16 r.npy
    expect_output 125 bash -c 'clreduce sum --axis 1 c.npy -o - | clreduce sum'
    before=$(cksum <r.npy)
    expect_error 1 "r.npy: is there already" clreduce sum --axis 1 c.npy -o r.npy
    expect_same "r.npy is as it was" "$before" "$(cksum <r.npy)"
    expect_output '' clreduce sum --axis 0,1 c.npy -o r.npy --force
    expect_output 125 clreduce sum r.npy
    ln -s c.npy soft.npy
    before=$(cksum <c.npy)
    for name in c.npy ./c.npy soft.npy; do
        expect_error 1 "--output $name: this is c.npy, which is read" \
            clreduce sum --axis 1 c.npy -o $name
    done
    expect_error 1 "this is standard input, which is read" \
        bash -c 'clreduce sum --axis 1 -o c.npy <c.npy'
    expect_error 1 "this is o.npy, which is read" clreduce sum --offsets o.npy list.npy -o o.npy
    expect_same "c.npy is as it was" "$before" "$(cksum <c.npy)"
    expect_error 1 "--output writes one array, and minmax" clreduce minmax --axis 1 c.npy -o new.npy
    expect_error 1 "--output writes the array of one operator" \
        clreduce sum,max --axis 1 c.npy -o new.npy
    expect_error 1 "--output and --json" clreduce sum --json --axis 1 c.npy -o new.npy
    expect_error 1 "--output writes the results of --axis" clreduce sum c.npy -o new.npy
    expect_error 2 "cannot be written" clreduce sum --axis 1 c.npy -o nowhere/new.npy
    expect_error 1 "there is no axis 3" clreduce sum --axis 3 c.npy -o new.npy
    expect_same "nothing was made" "" "$(ls new.npy* 2>/dev/null)"
}

try_refusals()
{
    local word
    put_array i32 '(2, 2)' C 1 2 3 4 >two.npy
    expect_error 1 "there is no axis 3 of an array of 2, as two.npy is" clreduce sum --axis 3 two.npy
    expect_error 1 "there is no axis -3 of an array of 2" clreduce sum --axis -3 two.npy
    expect_error 1 "there is no axis 2 of an array of 2, as list.txt is" clreduce sum --axis 2 list.txt
    expect_error 1 "--axis names axis 1 twice" clreduce sum --axis 1,-1 two.npy
    expect_error 1 "--axis is given nothing" clreduce sum --axis '' two.npy
    for word in x '1,' ',1' '1,,0' '1 0' ' 1' 0.5 '0,1,2,3,4,5,6,7,8' 99999999999999999999; do
        expect_error 1 "--axis takes up to 8 axes separated by commas" clreduce sum --axis "$word" two.npy
    done
    expect_error 1 "has 9 axes, and --axis knows arrays of up to 8" \
        clreduce sum --axis 0 <(put_array i32 '(1, 1, 1, 1, 1, 1, 1, 1, 2)' C 1 2)
    expect_error 1 "two.npy has several axes.*leave the other files out" \
        clreduce sum --axis 0 two.npy two.npy
    expect_error 1 "two.npy has several axes.*leave --count out" \
        clreduce sum --axis 0 --count 2 two.npy
    expect_error 2 "two.npy has the shape (2, 2), .* (4,): the inputs must be of one shape" \
        clreduce dot --axis 0 two.npy <(put_npy i32 little 1 2 3 4)
    expect_output "$(clreduce sum --axis 0,1 two.npy)" clreduce sum --axis '0, 1' two.npy
    expect_error 1 "--keepdims is about the axes" clreduce sum --keepdims two.npy
    expect_error 1 "choose one" clreduce sum --axis 0 --length 2 two.npy
    expect_error 1 "--axis and --repeat do not go together" clreduce sum --axis 0 --repeat 2 two.npy
    expect_error 1 "--chunk: an array goes in pieces along an axis that is kept" \
        clreduce sum --axis 0,1 --chunk 4 two.npy
    expect_error 1 "strategy two-pass is for one result" clreduce sum --axis 0 -s two-pass two.npy
    expect_error 2 "truncated" bash -c 'head -c 140 two.npy | clreduce sum --axis 0'
    expect_error 2 "longer than one array" bash -c 'cat two.npy two.npy | clreduce sum --axis 1'
}

# Of structs, in their order; results of several numbers are a last axis.
try_operator()
{
    local product=$source_folder/examples/operators/complex_product.cl
    local how=(--operator "$product" --element-size 8 -r f32 --raw)
    put_numbers f32 little 0 1 0 1 3 0 1 2 2 1 >complex.raw # i, i, 3; 1 + 2i, 2 + i
    expect_output $'0\t-3\t0\n1\t0\t5\n2\t1\t0' \
        clreduce "${how[@]}" --offsets <(echo 0 3 5 5) complex.raw
    expect_json '.shape == [2] and .results[0].value == [[-3, 0], [0, 5]]' \
        clreduce "${how[@]}" --json --offsets <(echo 0 3 5) complex.raw
    expect_output '' clreduce "${how[@]}" --offsets <(echo 0 3 5) complex.raw -o pairs.npy
    expect_output $'0\t-3\n1\t5' clreduce sum --axis 1 -a fast pairs.npy
}

try_axes
try_matrix
try_flat
try_length
try_offsets
try_empty
try_json
try_output
sweeps && try_operator
try_refusals
