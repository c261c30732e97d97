# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Some of the numbers: by a condition, by a mask, and by their places in a list. Whole numbers mostly,
# which compile fast.

# Numbers that runs give: in conditions, maps, shapes, and as f32.
try_scalars()
{
    expect_output 27 clreduce sum --where 'x > t' --let t=7 ten.txt
    expect_output 27 clreduce sum --where 'x > t' --let t=7.5e0 --check ten.txt
    expect_output 0 clreduce sum --where 'x > t' --let t=nan --check ten.txt
    expect_output $'0\t12\t5\n1\t10\t10' clreduce sum,max --length 5 --where 'x != p && x < q || x == 10' \
        --let p=3 --let q=6 --let p=3 ten.txt
    expect_output 65 clreduce sum --map 'a * x + b' --let a=2 --let b=-4.5 ten.txt
    expect_output 1 clreduce count -t f32 --where 'x == c' --let c=0.1 --check <(echo 0.1 0.2)
    expect_output $'0\t2\n1\t1' clreduce count --map 'x > s' --let s=1 --labels <(echo 0 1 0 1) <(echo 2 1 3 4)
    expect_output 1 clreduce size --where 'x == t' --let t=9007199254740993 <<<'9007199254740992 9007199254740993'
    expect_output 1 clreduce count -t i64 --map 'x == t' --let t=6169453081680413441 \
        <<<'6169453081680413441 6169453081680413440'
    expect_output 1 clreduce size -t u64 --where 'x == t && x > a' --let t=18446744073709551615 --let a=1 \
        <<<'18446744073709551615 18446744073709551614'
    expect_output 2 clreduce size --where 'x - t == 1 || x == -t' --let t=-9e18 --text -t i64 \
        <<<'-8999999999999999999 9000000000000000000 -9000000000000000000'
    expect_output 1 clreduce count --where 'x == 9007199254740993' <<<'9007199254740992 9007199254740993'
    run clreduce count -t i64 --where 'x == t' --let t=9007199254740991 <<<'9007199254740991 1'
    expect_same 'a --let that integers are compared with exactly is not told' '' "$err"
    run clreduce count -t f64 --where 'x > t' --let t=1e300 <<<1
    expect_same '--let beside floats is not told' '' "$err"
    expect_error 1 "t stands in --where for a number of your own: give it by --let t=NUMBER" \
        clreduce sum --where 'x > t' ten.txt
    expect_error 1 "--let t gives a number to --map and --where, and there is no t in either" \
        clreduce sum --let t=7 ten.txt
    expect_error 1 "there is no b in them" clreduce sum --map 'x + a' --let a=1 --let b=1 ten.txt
    expect_error 1 "such as t=0.5, not 'x=1'" clreduce sum --let x=1 ten.txt
    expect_error 1 "such as t=0.5, not 't='" clreduce sum --let t= ten.txt
    expect_error 1 "here write the number itself" clreduce bench sum --map 'x > a'
}

try_where()
{
    expect_output 27 clreduce sum --where 'x > 7' ten.txt
    expect_output $'sum 27\nargmax 10 9\ncount 3' clreduce sum,argmax,count --where 'x > 7' ten.txt
    expect_output $'0\t7\n1\t8' clreduce sum --where 'x % 3 == 2' --length 5 ten.txt
    expect_output 24 clreduce sum --map 'x * 2' --where 'i > 1 && x < 6' ten.txt
    expect_output 19 clreduce sum --where 'y == 1' ten.txt <(printf '%s\n' 0 0 0 0 0 0 0 0 1 1)
    expect_error 2 "min has no value" clreduce min --where 'x > 70' ten.txt
    expect_error 1 "--where 'x >> ': column 6 of the condition: the expression ends" \
        clreduce sum --where 'x >> ' ten.txt
    expect_output 27 clreduce sum --where "x > 7$(printf ' && x != %s' {100..150})" ten.txt
    # By label, whose elements are numbered as all are.
    expect_output $'0\t2\t2\n1\t6\t6\n2\t3\t3' clreduce sum,max --where 'i < n / 2 + 1 && i > 1' \
        --labels <(echo 0 1 2 0 1 2 0 1 2 0) <(echo 1 2 3 2 6 0 0 9 9 9)
    expect_error 1 "say it with --count" env CLREDUCE_HOST_ELEMENTS=0 clreduce sum --where 'i + 1 < n' - <ten.txt
    # Conditions that the host knows are checked, and others are not.
    expect_output 40 clreduce sum --where 'x > 5' --check ten.txt
    expect_output $'sum 12\nargmax 8 7' clreduce sum,argmax --check \
        --where '(x % 3 == 1 && !(x >= 0xa)) || x * x - 1 == 63 || x/2*2 != x && x > +8' \
        <(echo 1 2 3 4 -8 6 7 8 -9 10)
    expect_output $'0\t4\n1\t13' clreduce sum --check --length 5 --where 'x >= 3.5 && y == 1' \
        ten.txt <(echo 1 1 1 1 0 1 1 0 0 0)
    expect_output $'0\t9\n1\t6' clreduce sum --check --where '-x < -1' --labels <(echo 0 0 1 0 1 0 1) \
        <(echo 1 2 1 3 6 4 0)
    expect_output 12 clreduce sum --check --where 'x > 2' --mask <(echo 0 1 1 0 0 0 0 0 2 0) ten.txt
    expect_output $'count 2\nmax nan' clreduce count,max -t f32 --check --where '!(x < inf)' \
        <(echo 1 nan -inf inf)
    expect_output 2 clreduce count -t u64 --check --where 'x > -1 && x != 18446744073709551615' \
        <(echo 1 18446744073709551615 18446744073709551614)
    expect_output 1 clreduce count -t f32 --check --where 'x != 0.1' <(echo 0.1 0.2)
    expect_unsure 'not available for this condition' unavailable \
        clreduce sum --where 'sqrt(x) > 2' --check ten.txt
    expect_unsure 'not available for this condition' unavailable \
        clreduce sum --where 'x + 0.5 > 6' --check ten.txt
    expect_unsure 'not available for this condition' unavailable \
        clreduce sum --where '(x & 1) == 0' --check ten.txt
    expect_error 1 "ten.txt is a file: --mask takes" clreduce sum --where ten.txt ten.txt
    expect_error 1 "stats has no use for --where" clreduce stats --where 'x > 1' ten.txt
}

# Of any type, as text or .npy; NaN is not 0, and -0 is.
try_mask()
{
    local numbers=(0 1 1 0 0 0 0 0 2 0)
    echo "${numbers[@]}" >mask.txt
    put_npy u8 little "${numbers[@]}" >mask.npy
    local mask
    for mask in mask.txt mask.npy; do
        expect_output $'sum 14\nargmax 9 8\ncount 3\nminmax 2 9' \
            clreduce sum,argmax,count,minmax --check --mask $mask ten.txt
        expect_output $'0\t5\n1\t9' clreduce sum --check --length 5 --mask $mask ten.txt
        expect_output 14 clreduce sum --check --chunk 8 --mask $mask ten.txt
        expect_output 14 clreduce sum --mask $mask <ten.txt
    done
    expect_output 14 clreduce sum --mask - ten.txt <mask.txt
    expect_output 12 clreduce sum --where 'x > 2' --mask mask.npy ten.txt
    expect_output 94 clreduce dot --check --mask mask.npy ten.txt ten.txt
    expect_output 6 clreduce sum -t f32 --check --mask <(echo 0 -0.0 nan 1e-320 -0 0 0 0 0 -0.0) \
        <(echo 9 9 2 4 9 9 9 9 9 9)
    # By label a mask keeps nothing from being folded by atomics.
    expect_output $'0\t5\n1\t9' clreduce sum -t i32 --check --mask mask.npy \
        --labels <(echo 0 0 0 0 0 1 1 1 1 1) ten.txt
    expect_words 'strategy labels' env CLREDUCE_HOST_ELEMENTS=0 clreduce sum -t i32 -v --mask mask.npy \
        --labels <(echo 0 0 0 0 0 1 1 1 1 1) ten.txt
    expect_output $'0\t5\t3\t2\n1\t9\t9\t8' clreduce sum,argmax --check --mask mask.npy \
        --labels <(echo 0 0 0 0 0 1 1 1 1 1) ten.txt
    # Of what is left out the label is nobody's business.
    run clreduce sum -t i32 --check --mask mask.npy --labels <(echo 0 0 7 7 0 1 1 1 8 -1) --bins 2 ten.txt
    [ "$code" = 0 ] && [ "$out" = $'0\t2\n1\t0' ] && [[ $err == *'2 of 10 numbers belong to no result'* ]]
    judge $? "expected that two of the three numbers belong to no result" clreduce sum --mask --bins
    # An array's, in either order.
    put_array i32 '(2, 3)' C 1 2 3 4 5 6 >array.npy
    put_array u8 '(2, 3)' F 1 0 0 1 1 1 >fortran.npy
    expect_output $'0\t4\n1\t11' clreduce sum --check --axis 1 --mask fortran.npy array.npy
    expect_output 15 clreduce sum --check --mask fortran.npy array.npy
    expect_error 2 "the inputs must be equally long" clreduce sum --mask mask.npy array.npy
    expect_error 1 "2 files are named" clreduce sum --mask mask.npy ten.txt ten.txt
    expect_error 1 "there are 4 already" clreduce sum --map 'x + y + z + w' --mask mask.npy a b c d
    expect_error 1 "can be one of the inputs only" clreduce sum --mask - - <ten.txt
    expect_error 2 "nowhere.npy: cannot be opened" clreduce sum --mask nowhere.npy ten.txt
}

try_index()
{
    local list
    echo 9 0 0 3 >list.txt
    put_npy i64 little 9 0 0 3 >list.npy
    for list in list.txt list.npy; do
        expect_output $'sum 16\nargmin 1 1\ncount 4' clreduce sum,argmin,count --check --index $list ten.txt
        expect_output $'0\t10\n1\t4' clreduce max --check --length 2 --index $list ten.txt
        expect_output 16 clreduce sum --check --chunk 8 --index $list <ten.txt
    done
    expect_output 118 clreduce dot --index list.npy ten.txt ten.txt
    expect_output 1 clreduce min --where 'i < 2' --index list.npy ten.txt
    expect_output 0 clreduce count --index <(put_npy i64 little) ten.txt
    put_array i32 '(2, 3)' F 1 4 2 5 3 6 >array.npy
    expect_output 3 clreduce max --index <(echo 2) array.npy # [0, 2]
    expect_error 2 "list: index 1 is 10, but ten.txt has 10 elements" bash -c \
        'echo 9 10 >list; clreduce sum --index list ten.txt'
    expect_error 2 "list: index 0 is below 0" bash -c 'echo -1 >list; clreduce sum --index list ten.txt'
    expect_error 2 "has elements of f64, but indices are" bash -c \
        'echo 0.5 >list; clreduce sum --index list ten.txt'
    # A mask takes entries of the list, which are 10, 1, 1 and 4.
    for list in list.txt list.npy; do
        expect_output $'sum 12\nargmax 10 0\ncount 3' clreduce sum,argmax,count --check \
            --mask <(echo 1 1 1 0) --index $list ten.txt
        expect_output $'0\t1\n1\t5' clreduce sum --check --length 2 --index $list \
            --mask <(put_npy u8 little 0 1 1 1) ten.txt
    done
    expect_output $'0\t10\n1\t5' clreduce sum --check --labels <(echo 0 1 1 1) --index list.npy \
        --mask <(echo 1 0 1 1) ten.txt
    expect_output 101 clreduce dot --check --mask <(echo 1 0 1 0) --index list.npy ten.txt ten.txt
    put_npy u8 little 1 1 1 >three.npy
    expect_error 2 "three.npy has 3 elements, and the list list.npy 4" \
        clreduce sum --mask three.npy --index list.npy ten.txt
    expect_error 2 "ends after 3 elements, but list.npy goes on" \
        clreduce sum --mask <(echo 1 1 1) --index list.npy ten.txt
    expect_error 2 "list.npy ends after 4 elements, but .* goes on" \
        clreduce sum --mask <(echo 1 1 1 0 1) --index list.npy ten.txt
    expect_error 2 "list.npy has 4 elements, of which 1 are left over by segments of 3" \
        clreduce sum --length 3 --index list.npy ten.txt
    expect_error 1 "can be one of the inputs only" clreduce sum --index - <list.txt
    expect_error 1 "can be one of the inputs only" clreduce sum --index - - <list.txt
    expect_error 1 "leave --axis out" clreduce sum --axis 0 --index list.npy array.npy
}

seq 10 >ten.txt
try_all try_where try_scalars try_mask try_index
