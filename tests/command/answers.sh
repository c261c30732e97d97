# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# The right answer from every form of input: .npy and raw binary of every type, files and pipes.

integers=(i8 i16 i32 i64 u8 u16 u32 u64)
floats=(f16 bf16 f32 f64)
reals=(1 2 3 -1.5 0.5)
real_answers=$'sum 5\nprod -4.5\nmin -1.5\nmax 3'

# The smallest, the largest and three small numbers of an integer type.
numbers_of()
{
    local bits=${1#?}
    case $1 in
    i*) echo $((-1 << (bits - 1))) $(((1 << (bits - 1)) - 1)) 5 2 7 ;;
    u64) echo 0 -1 5 2 7 ;; # the shell's -1 has the bits of 2^64 - 1
    u*) echo 0 $(((1 << bits) - 1)) 5 2 7 ;;
    esac
}

# What sum,prod,min,max print for them; 64 bits wrap as in the shell.
integer_answers()
{
    local type=$1 number sum=0 product=1 format=%d
    shift
    [[ $type == i* ]] || format=%u
    for number in "$@"; do
        sum=$((sum + number))
        product=$((product * number))
    done
    # shellcheck disable=SC2059
    printf "sum $format\nprod $format\nmin $format\nmax $format" $sum $product "$1" "$2"
}

# Each type in each byte order, and as text. bfloat16 has no name in .npy files.
try_types()
{
    local type order numbers answers flags
    for type in "${integers[@]}" "${floats[@]}"; do
        sweeps || [[ $type != @(i16|i32|u8|u32) ]] || continue
        numbers=("${reals[@]}")
        answers=$real_answers
        if [[ $type == [iu]* ]]; then
            read -r -a numbers <<<"$(numbers_of "$type")"
            answers=$(integer_answers "$type" "${numbers[@]}")
        fi
        flags=()
        [[ $type != *f* ]] || flags=("${quick[@]}")
        [ "$type" != bf16 ] || flags=(-t bf16 "${flags[@]}")
        for order in little big; do
            put_npy "$type" $order "${numbers[@]}" >"$type-$order.npy"
            expect_output "$answers" clreduce sum,prod,min,max "${flags[@]}" "$type-$order.npy"
            put_numbers "$type" $order "${numbers[@]}" >"$type-$order.raw"
            expect_output "$answers" clreduce sum,prod,min,max --raw -t "$type" "${flags[@]}" \
                --endian $order "$type-$order.raw"
        done
        [ "$type" != u64 ] || numbers[1]=18446744073709551615
        echo "${numbers[@]}" >"$type.txt"
        expect_output "$answers" clreduce sum,prod,min,max --text -t "$type" "${flags[@]}" "$type.txt"
    done
}

try_npy()
{
    local version
    put_npy i32 little 4 5 6 >ints.npy
    expect_output 15 clreduce sum ints.npy
    expect_output $'sum 15\nprod 120' clreduce sum,prod ints.npy
    for version in 1 2 3; do
        {
            put_npy_header '<i8' '(2, 3)' $version
            put_numbers i64 little 1 2 3 4 5 6
        } >"version-$version.npy"
        expect_output 21 clreduce sum "version-$version.npy"
    done
    {
        put_npy_header '>f4' '(1, 2, 1)' 1 True
        put_numbers f32 big 1 -1.5
    } >fortran.npy
    expect_output -0.5 clreduce sum fortran.npy
    {
        put_npy_header '<f8' '()'
        put_numbers f64 little 0.5
    } >point.npy
    expect_output 0.5 clreduce min point.npy
    put_npy_header '<i4' '(3, 0)' >nothing.npy
    expect_output $'sum 0\nprod 1' clreduce sum,prod nothing.npy
    {
        put_npy_header '|b1' '(4,)'
        put_numbers u8 little 1 0 1 1
    } >bools.npy
    expect_output 3 clreduce sum bools.npy
    cp ints.npy ints.data # the name says nothing, the first bytes do
    expect_output 15 clreduce sum ints.data
    expect_output 9 clreduce sum --count 2 ints.npy
}

try_raw()
{
    {
        printf 'abc'
        put_numbers i32 little 10 20 30
    } >offset.raw
    expect_output 60 clreduce sum --raw -t i32 --offset 3 offset.raw
    expect_output 50 clreduce sum --raw -t i32 --offset 7 offset.raw
    expect_output 30 clreduce sum --raw -t i32 --offset 3 --count 2 offset.raw
    expect_output 0 clreduce sum --raw -t i32 --count 0 offset.raw
    expect_output 60 clreduce sum --raw -t i32 --offset 3 <offset.raw
    expect_output 60 bash -c 'cat offset.raw | clreduce sum --raw -t i32 --offset 3 -'
    expect_output 30 bash -c 'cat offset.raw | clreduce max --raw -t i32 --offset 3 --count 3'
}

# Several files are one stream, whatever each is.
try_streams()
{
    put_npy i32 little 1 2 >one.npy
    put_npy i32 big 3 4 >two.npy
    expect_output 10 clreduce sum one.npy two.npy
    expect_output 6 clreduce sum --count 3 one.npy two.npy
    expect_output 10 bash -c 'clreduce sum one.npy - <two.npy'
    expect_output 10 bash -c 'cat two.npy | clreduce sum - one.npy'
    expect_output 15 bash -c 'clreduce sum <(echo 1 2 3) <(echo 4 5)'
    echo 5 >dash-
    mv dash- ./-x
    expect_output 5 clreduce sum -- -x
    expect_output 5 clreduce sum ./-x
    ln -s one.npy link.npy
    expect_output 3 clreduce sum link.npy
    printf '%s\0' $'a b\n.npy' | xargs -0 cp one.npy
    expect_output 3 clreduce sum $'a b\n.npy'
}

try_pipes()
{
    expect_output 500000500000 bash -c 'seq 1000000 | clreduce sum'
    expect_output $'min 1\nmax 1000000' bash -c 'seq 1000000 | clreduce min,max'
    expect_output 10485760 bash -c 'head -c 10M /dev/zero | tr "\0" "\1" | clreduce sum --raw -t u8'
    # A writer that hesitates, and writes in the middle of numbers.
    expect_output 666 bash -c '{ printf 11; sleep 0.1; printf "1 5"; sleep 0.1; echo 55; } | clreduce sum'
    make_npy big.npy 1M
    expect_output "$(clreduce sum,min,max big.npy)" bash -c 'cat big.npy | clreduce sum,min,max'
    # shellcheck disable=SC2016
    expect_output 15 bash -c 'x=$(clreduce sum ints.npy) && echo "$x"'
}

# NaN, infinities and zeros with a sign.
try_specials()
{
    local type
    for type in f16 f32 f64; do
        put_npy $type little 1 nan 2 >nan.npy
        expect_output $'sum nan\nprod nan\nmin nan\nmax nan' clreduce sum,prod,min,max "${quick[@]}" nan.npy
        put_npy $type little 1 inf 2 >inf.npy
        expect_output $'sum inf\nprod inf\nmin 1\nmax inf' clreduce sum,prod,min,max "${quick[@]}" inf.npy
        put_npy $type little -inf 1 inf >both.npy
        expect_output $'sum nan\nprod -inf\nmin -inf\nmax inf' clreduce sum,prod,min,max "${quick[@]}" both.npy
        sweeps || [ $type = f64 ] || continue
        put_npy $type little 0 -0 0 >zeros.npy
        expect_output $'min -0\nmax 0' clreduce min,max zeros.npy
        put_npy $type little -0 -0 >minus.npy
        expect_output -0 clreduce max minus.npy
    done
    expect_output inf clreduce sum <<<'1e308 1e308 1e308'
}

try_strategies()
{
    local strategy
    for strategy in auto one-group two-pass ticket; do
        expect_output 500000500000 bash -c "seq 1000000 | clreduce sum --text -t u32 -s $strategy"
    done
    expect_output 500000500000 bash -c \
        'seq 1000000 | clreduce sum --text -t u32 --group 32 --groups 7 --vector 4 --loads 2'
}

try_types
try_npy
try_raw
try_streams
try_pipes
try_specials
try_strategies
