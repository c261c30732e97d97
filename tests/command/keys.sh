# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# A result for each run of equal keys: keys of every integer type, from files of every kind; results as
# text, JSON and .npy, and the runs' keys; what is said of keys that are wrong. Whole numbers mostly,
# which compile fast.

# by_run KEY... -- NUMBER... : key, sum, maximum and where that is in the run, a line a run.
by_run()
{
    awk -v line="$*" 'BEGIN {
        n = split(line, all, " ")
        for (half = 1; all[half] != "--"; half++);
        for (i = 1; i < half; i++) {
            x = all[half + i]
            if (i == 1 || all[i] "" != all[i - 1] "") {
                if (i > 1) print all[i - 1] "\t" sum "\t" max "\t" at
                sum = n = 0
            }
            sum += x
            if (n == 0 || x + 0 > max + 0) { max = x; at = n }
            n++
        }
        if (half > 1) print all[half - 1] "\t" sum "\t" max "\t" at
    }'
}

keys=(7 7 7 4 9 9 7 7)
numbers=(5 -3 7 0 9 100 -8 4)

try_files()
{
    local type expected
    put_npy i32 little "${numbers[@]}" >x.npy
    expected=$(by_run "${keys[@]}" -- "${numbers[@]}")
    for type in i8 u8 i16 u16 i32 u32 i64 u64; do
        put_npy $type big "${keys[@]}" >k.npy
        expect_output "$expected" clreduce sum,argmax --check --keys k.npy x.npy
    done
    expect_output "$expected" clreduce sum,argmax --keys - x.npy <<<"${keys[*]}"
    expect_output "$expected" bash -c 'cat x.npy | clreduce sum,argmax --keys k.npy'
    expect_output "$expected" clreduce sum,argmax --check --chunk 8 --keys k.npy x.npy
    # Of several axes the order is that of their indices: 7 9 7 7 7 9 4 7; 5 9 -3 100 7 -8 0 4.
    put_array u8 '(2, 2, 2)' F "${keys[@]}" >f.npy
    put_array i32 '(2, 4)' F 5 7 9 -8 -3 0 100 4 >fx.npy
    expect_output "$(by_run 7 9 7 7 7 9 4 7 -- "${numbers[@]}")" clreduce sum,argmax --keys f.npy x.npy
    expect_output "$(by_run "${keys[@]}" -- 5 9 -3 100 7 -8 0 4)" clreduce sum,argmax --keys k.npy fx.npy
    expect_output "$(by_run 7 9 7 7 7 9 4 7 -- 5 9 -3 100 7 -8 0 4)" \
        clreduce sum,argmax --check --keys f.npy fx.npy
    # Also where all numbers together could be taken in any order.
    expect_output "$(by_run "${keys[@]}" -- 5 9 -3 100 7 -8 0 4 | cut -f 1,2)" \
        clreduce sum --keys k.npy fx.npy
    expect_output $'3\t8\n-1\t12' \
        clreduce sum --keys <(echo 3 3 -1 -1) <(put_npy i32 little 1 7) <(put_npy i32 little 10 2)
    expect_output $'5\t1\n6\t2' clreduce sum --keys <(echo 5 6) --count 2 --text <<<'1 2 3'
}

# Keys that a narrower type, or a double, would take for one another.
try_types()
{
    expect_output "$(by_run -128 -128 127 -1 -1 0 -- 1 2 3 4 5 6)" \
        clreduce sum,argmax --keys <(put_npy i8 little -128 -128 127 -1 -1 0) --text <<<'1 2 3 4 5 6'
    local wide=(9007199254740992 9007199254740993 9007199254740993 18446744073709551615
        18446744073709551614)
    put_npy u64 little "${wide[@]}" >wide.npy
    expect_output "$(by_run "${wide[@]}" -- 1 2 3 4 5)" \
        clreduce sum,argmax --keys wide.npy --text <<<'1 2 3 4 5'
    expect_json '.shape == [4] and .results[0].value == [1, 5, 4, 5]' \
        clreduce sum --json --keys wide.npy --text <<<'1 2 3 4 5'
    [[ $out == *9007199254740993*18446744073709551615*18446744073709551614* ]]
    judge $? "expected keys of 64 bits" clreduce sum --json --keys wide.npy
    expect_output $'-9223372036854775808\t1\n9223372036854775807\t5' \
        clreduce sum --keys <(put_npy i64 big -9223372036854775808 9223372036854775807 \
            9223372036854775807) --text <<<'1 2 3'
    expect_output $'256\t1\n65536\t2\n0\t3\n4294967296\t4' \
        clreduce sum --keys <(echo 256 65536 0 4294967296) --text <<<'1 2 3 4'
}

# One run, as many runs as numbers, and none.
try_extremes()
{
    expect_output $'3\t21\t6\t5' clreduce sum,argmax --check --keys <(echo 3 3 3 3 3 3) --text <<<'1 2 3 4 5 6'
    expect_output $'9\t4' clreduce sum --keys <(echo 9) --text <<<4
    expect_output "$(seq 500 | awk '{ print $1 % 2 "\t" $1 }')" \
        clreduce sum --check --keys <(seq 500 | awk '{ print $1 % 2 }') <(seq 500)
    expect_output '' clreduce sum --keys <(:) --text </dev/null
    expect_output '' clreduce sum,argmax --check --keys <(put_npy u16 little) --text </dev/null
    # More than a group has, and than are read at a time: runs that reach over what is read next.
    awk 'BEGIN { for (i = 0; i < 200000; i++) print int(i * i / 1e6) }' >many.txt
    awk 'BEGIN { for (i = 0; i < 200000; i++) print (i * 7919 + i % 13) % 1000 - 300 }' >elements.txt
    paste many.txt elements.txt | awk '{
        if (NR > 1 && $1 != key) { print key "\t" sum; sum = 0 }
        key = $1; sum += $2
    } END { print key "\t" sum }' >expected.txt
    expect_output "$(cat expected.txt)" clreduce sum --check -q --keys many.txt elements.txt
    expect_output "$(cat expected.txt)" clreduce sum -q --chunk 4K --keys many.txt elements.txt
}

try_operators()
{
    expect_output $'2\t6\t9\t1\n5\t4\t4\t0' \
        clreduce sum,argmax --check --keys <(echo 2 2 5) --text <<<'-3 9 4'
    expect_json '.keys == [2, 5] and .shape == [2] and .input.count == 3 and
        .results[0] == {"op": "sum", "type": "i64", "value": [6, 4], "check": "passed"} and
        .results[1].index == [1, 0]' \
        clreduce sum,argmax --check --json --keys <(echo 2 2 5) --text <<<'-3 9 4'
    expect_json '.keys == [] and .results[0].value == []' \
        clreduce sum --json --keys <(:) --text </dev/null
    expect_json 'has("keys") | not' clreduce sum --json --offsets <(echo 0 1) --text <<<'-3 9 4'
    sweeps || return # what follows compiles kernels of its own
    expect_output $'0\t29\n1\t49' clreduce dot --check --keys <(echo 0 0 1) <(echo 5 2 7) <(echo 5 2 7)
    expect_output $'3\t3.5\n1\t3' clreduce sum --check --keys <(put_npy u8 little 3 3 1) \
        <(put_npy f32 little 0.5 3 3)
    # Within the run: its own index.
    expect_output $'1\t2\n2\t12' clreduce sum --keys <(echo 1 1 2 2) --map 'x * i' <(echo 1 2 4 12)
}

# A run without a value is told by its key and its number, as a key may come again.
try_missing()
{
    run clreduce sum --keys <(echo 1 7 7 1) --text <<<'1 9223372036854775807 1 2'
    [ "$code" = 2 ] && [ "$out" = $'1\t1\n7\toverflow\n1\t2' ] &&
        [[ $err == *"does not fit i64 in 1 of 3 results, the first of which is 7 (run 1). "* ]]
    judge $? "expected exit code 2, and a run that overflows" clreduce sum --keys
    expect_error 2 "the first of which is 7 (run 1)" clreduce sum --keys <(echo 1 7 7 1) --text \
        -o nothing.npy --keys-out no_keys.npy <<<'1 9223372036854775807 1 2'
    expect_same "nothing is written" "" "$(ls nothing.npy* no_keys.npy* 2>/dev/null)"
}

# expect_file NAME TYPE NUMBER... : the file is that list, byte by byte.
expect_file()
{
    local name=$1 type=$2
    shift 2
    expect_same "$name" "$(put_array "$type" "($#,)" C "$@" | od -A n -t x1)" "$(od -A n -t x1 <"$name")"
    rm -f "$name"
}

try_written()
{
    put_npy i16 big 7 7 7 4 9 9 -7 -7 >k16.npy
    expect_output '' clreduce sum --keys k16.npy x.npy -o r.npy --keys-out u.npy
    expect_file r.npy i64 9 0 109 -4
    expect_file u.npy i16 7 4 9 -7
    expect_output $'7\t9\n4\t0\n9\t109\n-7\t-4' clreduce sum --keys k16.npy x.npy --keys-out u.npy
    expect_file u.npy i16 7 4 9 -7
    expect_json '.keys == [7, 4, 9, -7]' clreduce sum,argmax --json --keys k16.npy x.npy --keys-out u.npy
    expect_file u.npy i16 7 4 9 -7
    expect_output '' bash -c 'clreduce sum --keys k16.npy x.npy -o r.npy --keys-out - | cat >u.npy'
    expect_file r.npy i64 9 0 109 -4
    expect_file u.npy i16 7 4 9 -7
    expect_output '' bash -c 'clreduce sum --keys k16.npy x.npy -o - --keys-out u.npy | cat >r.npy'
    expect_file r.npy i64 9 0 109 -4
    expect_file u.npy i16 7 4 9 -7
    expect_output '' clreduce sum --keys wide.npy <(put_npy i32 little 1 2 3 4 5) -o r.npy --keys-out u.npy
    expect_file u.npy u64 9007199254740992 9007199254740993 18446744073709551615 18446744073709551614
    rm -f r.npy
    expect_output '' clreduce sum --keys <(put_npy u16 little) --keys-out u.npy --text </dev/null
    expect_same u.npy "$(put_npy_header '<u2' '(0,)' | od -A n -t x1)" "$(od -A n -t x1 <u.npy)"
    expect_error 1 "u.npy: is there already" clreduce sum --keys k16.npy x.npy --keys-out u.npy
    expect_output '' clreduce sum --keys k16.npy x.npy -o r.npy --keys-out u.npy --force
    expect_file u.npy i16 7 4 9 -7
    rm -f r.npy
}

try_outputs()
{
    local before name
    before=$(cksum <k.npy)$(cksum <x.npy)
    for name in k.npy x.npy; do
        expect_error 1 "--output $name: this is $name, which is read" \
            clreduce sum --keys k.npy x.npy -o $name
        expect_error 1 "--keys-out ./$name: this is $name, which is read" \
            clreduce sum --keys k.npy x.npy --keys-out ./$name
        expect_error 1 "--keys-out $name: this is $name, which is read" \
            clreduce sum --keys k.npy x.npy --keys-out $name -o -
    done
    expect_same "inputs are as they were" "$before" "$(cksum <k.npy)$(cksum <x.npy)"
    expect_error 1 "--output and --keys-out both write new.npy" \
        clreduce sum --keys k.npy x.npy -o new.npy --keys-out new.npy
    for name in - /dev/stdout; do
        expect_error 1 "--keys-out $name: results go to standard output" \
            clreduce sum --keys k.npy x.npy --keys-out $name
        expect_error 1 "--keys-out -: results go to standard output" \
            clreduce sum --keys k.npy x.npy --keys-out - -o $name
    done
    expect_error 1 "--keys-out writes a key for each run" clreduce sum x.npy --keys-out new.npy
    expect_error 1 "--keys-out writes a key for each run" \
        clreduce sum --length 2 x.npy --keys-out new.npy
    expect_error 1 "--output writes the array of one operator" \
        clreduce sum,argmax --keys k.npy x.npy -o new.npy
    expect_error 2 "cannot be written" clreduce sum --keys k.npy x.npy --keys-out nowhere/new.npy
    expect_error 2 "cannot be written" \
        clreduce sum --keys k.npy x.npy -o new.npy --keys-out nowhere/new.npy
    expect_same "nothing was made" "" "$(ls new.npy* 2>/dev/null)"
}

try_refusals()
{
    local option
    expect_error 2 "standard input has 2 keys, but x.npy has 8 elements: there must be one for each" \
        clreduce sum --keys - x.npy <<<'0 1'
    expect_error 2 "k.npy has 8 keys, but standard input has 2 elements" \
        clreduce sum --keys k.npy --text <<<'0 1'
    expect_error 2 "standard input has 0 keys, but x.npy has 8" clreduce sum --keys - x.npy </dev/null
    for option in f16 f32 f64; do
        expect_error 2 "has elements of $option, but keys are whole numbers" \
            clreduce sum --keys <(put_npy $option little 0 1) --text <<<'1 2'
    done
    expect_error 2 "has elements of f64, but keys are whole numbers" \
        clreduce sum --keys - x.npy <<<'0 1.5'
    expect_error 2 "missing.npy: cannot be opened" clreduce sum --keys missing.npy x.npy
    expect_error 2 "truncated" clreduce sum --keys <(head -c 140 k.npy) x.npy
    expect_error 1 "the keys or the numbers, not both" clreduce sum --keys - <<<'0 1'
    for option in '--axis 0' '--length 2' '--offsets k.npy' '--labels k.npy'; do
        # shellcheck disable=SC2086 # two words
        expect_error 1 "--axis, --length, --offsets, --labels and --keys each say" \
            clreduce sum --keys k.npy $option x.npy
    done
    expect_error 1 "--bins says how many labels there are" clreduce sum --bins 3 --keys k.npy x.npy
    expect_error 1 "--keepdims is about the axes" clreduce sum --keepdims --keys k.npy x.npy
    expect_error 1 "--keys and --save do not go together" clreduce sum --save x.acc --keys k.npy x.npy
    expect_error 1 "--keys and --repeat do not go together" clreduce sum --repeat 2 --keys k.npy x.npy
}

try_files
try_types
try_extremes
try_operators
try_missing
try_written
try_outputs
try_refusals
