# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# The right answer from every form of input: .npy, raw binary, text and CSV, files and pipes.

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

try_text()
{
    expect_output 6 clreduce sum <<<'1 2 3'
    expect_output 21.5 clreduce sum <<<$'1,2\t3\n# a comment, 100\n\n4 # 5\n 5;6.5\n'
    expect_output 3 clreduce sum <<<$'\xef\xbb\xbf1\r\n2\r\n'
    expect_output 1e+300 clreduce max <<<'1e300 -inf +2 0x10 .5 5.'
    expect_output 3 bash -c 'printf "1 2" | clreduce sum' # without a line end
    expect_output 9007199254740993 clreduce sum --text -t i64 <<<'9007199254740993'
    expect_output 0 clreduce sum --text </dev/null
}

# Integers in text stay integers; what is no integer makes all of them floats, each rounded once.
try_whole_numbers()
{
    expect_output 9007199254740994 clreduce sum <<<'9007199254740993 1'
    expect_output 9007199254740994 bash -c 'printf "9007199254740993 1" | clreduce sum'
    expect_output 9007199254740994 bash -c '{ printf 9007199254740993; sleep 0.1; echo " 1"; } | clreduce sum'
    expect_output 18446744073709551615 clreduce max <<<'18446744073709551615 1'
    expect_output 3 clreduce xor <<<'1 2'
    expect_output $'sum 6\nstd 0.816496580927726' clreduce sum,std "${quick[@]}" <<<'1 2 3'
    expect_output 8338330 bash -c 'seq 100000000 7 100010000 | clreduce var "$@"' bash "${quick[@]}"
    expect_output 9007199254740994 clreduce mean <<<'9007199254740993 9007199254740994 9007199254740995'
    expect_output 55 bash -c 'seq 10 | clreduce sum -t u8'
    expect_output 33.5 clreduce dot "${quick[@]}" <(echo 1 2 3) <(echo 4 5 6.5)
    expect_output 33.5 clreduce dot "${quick[@]}" <(echo 4 5 6.5) <(echo 1 2 3)
    expect_output 9007199254740993 bash -c 'clreduce dot <(echo 1 0) <(echo 9007199254740993 2)'
    expect_output 4.5 clreduce sum --map 'x / 2' "${quick[@]}" <<<'4 5' # whatever the numbers are
    expect_output 3 bash -c 'yes 1 | clreduce sum --count 3'
    expect_output 5050 bash -c 'seq 100 | clreduce sum -s atomic'
    expect_words 'cannot tell whether the result fits .* modulo 2^64' \
        clreduce sum -s atomic <<<'9007199254740993 1'
    expect_output 9007199254740994 clreduce sum --check -q <<<'9007199254740993 1'
    expect_output 1.5511210043330986e+25 bash -c 'seq 25 | clreduce prod -t f64'
    expect_output 7034535277573963776 bash -c 'seq 25 | clreduce prod --overflow wrap'
    expect_error 2 "prod .*--overflow wrap" bash -c 'seq 25 | clreduce prod'
    expect_error 2 "sum .*--overflow wrap" clreduce sum <<<'9223372036854775807 1'
    expect_words '"18446744073709551616" is read as f64, .*not all of them fit 64 bits' \
        clreduce sum <<<'18446744073709551616 1'
    expect_output 1.8446744073709552e+19 clreduce sum -q <<<'18446744073709551616 1'
    expect_words '"9007199254740993" is read as f64, .*not all of them are whole' \
        clreduce max <<<'9007199254740993 1.5'
    expect_words 'standard input: text, its numbers read as i64, as all of them are whole' \
        clreduce sum -v <<<'1 2'
    expect_words 'numbers read as f64, as text is for --map, --operator, -r and --save' \
        clreduce sum -v -r f64 <<<'1 2'
    expect_words 'data.raw: raw binary of u8, little-endian' bash -c \
        'printf ab >data.raw && clreduce sum -v --raw -t u8 data.raw'
}

try_csv()
{
    printf 'name,price,"a, b"\nx,1.5,10\n"y ""z""",2.5,"20"\n' >table.csv
    expect_output 4 clreduce sum --column price table.csv
    expect_output 4 clreduce sum --header --column 2 table.csv
    expect_output 30 clreduce sum --column 'a, b' table.csv
    expect_output 30 clreduce sum -t i32 --column 3 --header table.csv
    printf '1;2\n3;4\n' >headless.csv
    expect_output 6 clreduce sum --column 2 headless.csv
    printf 'a\tb\n1\t2\n3\t4\n' >table.tsv
    expect_output 4 clreduce sum --column a table.tsv
    expect_output 4 bash -c 'clreduce sum --column price - <table.csv'
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

# Sums and products are f64 unless f32 is asked for.
try_result_types()
{
    echo 16777216 1 1 >wide.txt
    expect_output 16777218 clreduce sum --text -t f32 wide.txt
    expect_output 16777218 clreduce sum --text -t f32 -r f32 "${quick[@]}" wide.txt
    expect_output 0.10000000149011612 clreduce sum --text -t f32 <<<0.1
    expect_output 0.1 clreduce sum --text -t f32 -r f32 "${quick[@]}" <<<0.1
    expect_output 0.1 clreduce max --text -t f32 <<<0.1
    expect_output 0.1 clreduce sum -r f64 <<<0.1
    expect_output 3.14 clreduce max --text -t f16 <<<3.14
    expect_output 0.1 clreduce max --text -t bf16 <<<0.1
}

# The text of a result, read again, has the same bits: numbers from bytes against numbers from text.
try_round_trip()
{
    local state=1 i bits text
    for ((i = 0; i < 12; i++)); do
        state=$((state * 6364136223846793005 + 1442695040888963407))
        printf -v bits '%016x' $((state & ~(1 << 62))) # no NaN
        put_words little "$bits" >bits.raw
        text=$(clreduce max --raw -t f64 bits.raw)
        expect_same "$text reads back to its bits" \
            "$(clreduce max --raw -t f64 --json bits.raw | jq -r '.results[0].hex')" \
            "$(clreduce max --json <<<"$text" | jq -r '.results[0].hex')"
    done
    expect_output 5e-324 clreduce max <<<5e-324
    expect_output 1.7976931348623157e+308 clreduce max <<<1.7976931348623157e308
    expect_output 0.30000000000000004 clreduce sum <<<'0.1 0.2'
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
try_text
try_whole_numbers
try_csv
try_streams
try_pipes
try_specials
try_result_types
try_round_trip
try_strategies
