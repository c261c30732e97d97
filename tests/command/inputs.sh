# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Reductions of several inputs: files side by side, in step, and what is wrong with them.

try_side_by_side()
{
    put_npy f32 little 1 2 3 >x.npy
    put_npy f32 big 2 0.5 -1.5 >y.npy
    put_numbers f32 little 3 3 3 >z.raw
    echo 1 2 3 >x.txt
    echo '4, 5, 6' >y.txt
    expect_output -1.5 clreduce dot x.npy y.npy
    expect_output 32 clreduce dot x.txt y.txt
    expect_output 4.5 clreduce max --map 'fabs(x - y)' x.npy y.npy
    expect_output $'dot -1.5\nsum 6' clreduce dot,sum x.npy y.npy
    expect_output '4.5 2' clreduce argmax --map 'fabs(x - y)' x.npy y.npy
    expect_output 7.5 clreduce sum --map 'x * y + z * (i < n)' --raw -t f32 --count 3 \
        <(put_numbers f32 little 1 2 3) \
        <(put_numbers f32 little 2 0.5 -1.5) z.raw
    expect_output 32 bash -c 'cat x.txt | clreduce dot - y.txt'
    expect_output 32 bash -c 'cat y.txt | clreduce dot x.txt -'
    expect_output 32 bash -c 'clreduce dot <(cat x.txt) <(cat y.txt)'
    expect_output 3 clreduce dot --count 2 x.npy y.npy
    expect_output 12 clreduce sum x.npy x.npy # one stream
    expect_output 12 clreduce sum --map 'x' x.npy x.npy
    expect_json '.input.path == ["x.npy", "y.npy"] and .input.count == 3' \
        clreduce dot --json x.npy y.npy
}

# More than a piece, from files and pipes of different paces.
try_pieces()
{
    seq 100000 >many.txt
    for chunk in 800 64K 16M; do
        expect_output 333338333350000 clreduce dot --check --chunk $chunk many.txt many.txt
        expect_output '333338333350000 ' bash -c \
            "cat many.txt | clreduce dot --chunk $chunk -q - <(cat many.txt) | tr '\n' ' '"
    done
    expect_output 333338333350000 clreduce dot -q --repeat 3 many.txt many.txt
}

try_refusals()
{
    put_npy f32 little 1 2 >short.npy
    put_npy i32 little 1 2 3 >i.npy
    echo 1 2 >short.txt
    expect_error 1 "dot reads the inputs x and y, but 1 file is named: name one for y" \
        clreduce dot x.npy
    expect_error 1 "but 0 files are named: name one for x" clreduce dot
    expect_error 1 "--map 'x + z' reads the inputs x, y and z, but 2 files are named: name one for z" \
        clreduce sum --map 'x + z' x.npy y.npy
    expect_error 1 "reads the inputs x and y, but 3 files are named" \
        clreduce dot x.npy y.npy x.npy
    expect_error 1 "can be one of the inputs only" clreduce dot - - </dev/null
    expect_error 2 "x.npy has 3 elements, short.npy has 2: the inputs must be equally long" \
        clreduce dot x.npy short.npy
    expect_error 2 "short.txt ends after 2 elements, but x.txt goes on" clreduce dot x.txt short.txt
    expect_error 2 "short.txt ends after 2 elements, but x.txt goes on" clreduce dot short.txt x.txt
    expect_error 2 "ends after 100000 elements, but" \
        clreduce dot -q --chunk 8000 many.txt <(seq 100001)
    expect_error 2 "ends after 99999 elements, but" \
        clreduce dot -q --chunk 8000 many.txt <(seq 99999)
    expect_error 2 "missing.npy: cannot be opened" clreduce dot x.npy missing.npy
    expect_error 2 "line 1, column 3" clreduce dot x.txt <(echo '1 b 3')
}

# Files of several types are read as the one that holds all their numbers; or these are named.
try_types()
{
    put_npy f32 little 1 2 3 >f32.npy
    put_npy f64 little 2 0.5 -1.5 >f64.npy
    put_npy i32 little 4 5 6 >i32.npy
    put_npy u8 little 4 5 255 >u8.npy
    put_npy i16 little 4 5 -6 >i16.npy
    put_npy i64 little 4 5 9007199254740993 >i64.npy
    put_npy u64 little 4 5 18446744073709551615 >u64.npy
    expect_output -1.5 clreduce dot -q "${quick[@]}" --check f32.npy f64.npy
    expect_output -1489 clreduce dot -q "${quick[@]}" --check u8.npy i16.npy
    expect_output 4.5 clreduce max -q --map 'fabs(x - y)' f64.npy f32.npy
    expect_output 1.5 clreduce dot -q "${quick[@]}" --check i32.npy f64.npy
    expect_output $'0\t1.5' clreduce dot -q "${quick[@]}" --check --length 3 i32.npy f64.npy
    expect_output -1 clreduce dot -q "${quick[@]}" --check --index <(echo 2 0) i32.npy f64.npy
    expect_output -6.5 clreduce dot -q "${quick[@]}" --mask f32.npy --where 'x > 4' i32.npy f64.npy
    expect_output 34.5 clreduce dot -q "${quick[@]}" i32.npy <(echo 1 2.5 3)
    expect_output 32 clreduce dot -q "${quick[@]}" <(echo 1 2 3) i32.npy
    run clreduce dot f32.npy f64.npy
    [ "$code" = 0 ] && [ "$err" = 'clreduce: f32.npy: its elements of f32 are read as f64, which holds them.' ]
    judge $? 'expected a note' clreduce dot f32.npy f64.npy
    expect_error 2 "i64.npy: element 2 is 9007199254740993, which f64 does not hold: say with -t" \
        clreduce dot i64.npy f64.npy
    expect_error 2 "i64.npy: element 2 is 9007199254740993, which f64 does not hold" \
        clreduce dot f64.npy i64.npy
    expect_output 10.5 clreduce dot -q "${quick[@]}" --count 2 f64.npy i64.npy # up to there all are held
    expect_error 2 "u64.npy: element 2 is 18446744073709551615, which i64 does not hold" \
        clreduce dot i64.npy u64.npy
    expect_output -1.3510798882111478e+16 clreduce dot -q "${quick[@]}" -t f64 i64.npy f64.npy
    expect_words 'i64.npy: its elements of i64 are read as f64, as -t says, which rounds' \
        clreduce dot -t f64 i64.npy f64.npy
    expect_output -1.5 clreduce dot -q "${quick[@]}" -t f32 f64.npy f32.npy
    expect_error 2 "f64.npy: element 1 is 0.5, which i32 does not hold: choose another type" \
        clreduce dot -t i32 f64.npy i32.npy
    expect_output 14 clreduce dot -q "${quick[@]}" -t f32 <(put_npy bf16 little 1 2 3) f32.npy
    expect_error 2 "must have one type" clreduce sum f32.npy f64.npy # one stream
}

# The elements of a mapped file, too, in pieces and beside a mask of its own type.
try_long_types()
{
    seq 100000 | clreduce sum -q --length 1 -t i32 -o i.npy --force
    seq 100000 | clreduce sum -q --length 1 -t f64 -o f.npy --force
    expect_output 333338333350000 clreduce dot -q --check --chunk 100000 i.npy f.npy
    expect_output 333338333350000 clreduce dot -q f.npy i.npy
}

try_side_by_side
try_types
try_long_types
try_pieces
try_refusals
