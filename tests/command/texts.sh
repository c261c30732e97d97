# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Numbers in text: as they are written, read as the type that they need, and printed; and columns of CSV.

try_text()
{
    expect_output 6 clreduce sum <<<'1 2 3'
    expect_output 21.5 clreduce sum <<<$'1 2\t3\n# a comment, 100\n\n4 # 5\n 5  6.5\n'
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
    expect_output 8338330 bash -c 'seq 100000000 7 100010000 | clreduce var'
    expect_output 9007199254740994 clreduce mean <<<'9007199254740993 9007199254740994 9007199254740995'
    expect_output 55 bash -c 'seq 10 | clreduce sum -t u8'
    expect_output 33.5 clreduce dot "${quick[@]}" <(echo 1 2 3) <(echo 4 5 6.5)
    expect_output 33.5 clreduce dot "${quick[@]}" <(echo 4 5 6.5) <(echo 1 2 3)
    expect_output 9007199254740993 bash -c 'clreduce dot <(echo 1 0) <(echo 9007199254740993 2)'
    expect_output 4.5 clreduce sum --map 'x / 2' "${quick[@]}" <<<'4 5' # whatever the numbers are
    expect_output 3 bash -c 'yes 1 | clreduce sum --count 3'
    expect_output 5050 bash -c 'seq 100 | clreduce sum -q -s atomic'
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
    expect_words 'standard input: text, separated by blanks, its numbers read as i64, as all of them are whole' \
        clreduce sum -v <<<'1 2'
    expect_words 'f64, which holds these whole ones exactly, as the result is no integer or -s is given' \
        clreduce sum -v -r f64 <<<'1 2'
    expect_words 'numbers read as f64, as text is for --map, --operator, --save and prod with -r' \
        clreduce prod -v -r f64 <<<'1 2'
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

try_text
try_whole_numbers
try_csv
try_result_types
try_round_trip
