# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# The structure of numbers in text, as the command's users meet it: missing values, what separates, lines
# and rows of different lengths, and files beside the numbers.

try_missing()
{
    expect_error 2 'line 1, column 3: the field is empty: --missing skip .*--missing nan' \
        clreduce sum --length 3 <<<$'1,,3\n4,5,6\n,8,'
    expect_output $'0\t4\n1\t15\n2\t8' \
        clreduce sum "${quick[@]}" --length 3 --missing nan --nan ignore <<<$'1,,3\n4,5,6\n,8,'
    expect_error 2 'line 1, column 5: the field is empty' clreduce argmax <<<'1,2,,4'
    expect_output '4 3' clreduce argmax --missing nan --nan ignore <<<'1,2,,4'
    expect_output 7 clreduce sum --missing skip <<<'1,2,,4'
    expect_output 4 clreduce sum -t i32 --missing skip --missing-text x,-999 <<<'1 NA x -999 3'
    expect_words 'read as f64, as missing values are NaN' clreduce count -v --missing nan <<<'1 NA'
    expect_error 2 'line 3, column 1 ("a"): the field is empty' clreduce sum --column a <<<$'a\n1\n\n2'
    expect_output 3 clreduce sum --column a --missing skip <<<$'a\n1\n\n2\nNA'
    expect_error 1 'needs a type with NaN, and i32 has none' clreduce sum -t i32 --missing nan <<<1
    expect_error 1 'about text' clreduce sum --raw -t u8 --missing skip <<<1
    expect_error 1 'error, skip or nan' clreduce sum --missing drop <<<1
}

# What is left out must not move what is counted.
try_places()
{
    local words='--missing skip moves the numbers .*--missing nan'
    echo 0 >zero.txt
    expect_error 1 "$words" clreduce argmax --missing skip <<<1
    expect_error 1 "$words" clreduce sum,iamax --missing skip <<<1
    expect_error 1 "$words" clreduce sum --length 1 --missing skip <<<1
    expect_error 1 "$words" clreduce sum --axis 0 --missing skip <<<1
    expect_error 1 "$words" clreduce sum --map 'x * i' --missing skip <<<1
    expect_error 1 "$words" clreduce sum --where 'i > 0' --missing skip <<<1
    expect_error 1 "$words" clreduce dot --missing skip zero.txt zero.txt
    for option in offsets labels keys mask index; do
        expect_error 1 "$words" clreduce sum --$option zero.txt --missing skip <<<1
    done
    expect_error 1 'stats tells the places' clreduce stats --missing skip <<<1
}

try_separators()
{
    expect_error 2 'line 1: .*"1,5" may be 1.5 (--decimal ,) or 1 and 5 (--delimiter any)' \
        clreduce sum <<<'1,5;2,25'
    expect_output 3.75 clreduce sum "${quick[@]}" --decimal , <<<'1,5;2,25'
    expect_output 33 clreduce sum --delimiter any <<<'1,5;2,25'
    expect_output 6 clreduce sum --column b --delimiter space <<<$'a  b c\n1 2 3\n 7\t4  5'
    expect_output 6 clreduce sum --delimiter '|' <<<'1|2 | 3'
    expect_error 1 'a comma cannot be' clreduce sum --delimiter , --decimal , <<<1
    expect_error 1 'without columns' clreduce sum --delimiter any --column 1 <<<1
    expect_error 1 'one character' clreduce sum --delimiter 5 <<<1
    expect_error 1 'given nothing' clreduce sum --delimiter '' <<<1
}

# Commas separate where every line has equally many, two or more, not all of them before three digits.
try_commas()
{
    expect_error 2 '"1,50" may be 1.50 (--decimal ,) or 1 and 50 (--delimiter ,)' clreduce sum <<<$'1,50\n2,25'
    expect_error 2 '"1,2" may be 1.2 (--decimal ,) or 1 and 2 (--delimiter ,)' clreduce sum <<<$'1,2\n3,4'
    expect_error 2 '"1,234" may be 1234 (--thousands ,)' clreduce sum <<<$'1,234\n1,234,567'
    expect_error 2 'may be 1234.56 (--thousands . --decimal ,)' clreduce sum <<<$'1.234,56\n7.890,12'
    expect_error 2 'may be 1234567 (--thousands ,)' clreduce sum <<<'1,234,567'
    expect_error 2 'line 1: "1,5" may be 1.5' clreduce stats <<<'1,5'
    expect_error 2 'line 2 has 1 field between commas' clreduce sum <<<$'1,5\n2'
    expect_output 10 clreduce sum --delimiter , <<<$'1,2\n3,4'
    expect_output 21 clreduce sum <<<$'1,2,3\n4,5,6'
    expect_words 'text, separated by commas, its numbers' clreduce sum -v <<<'1,2,3'
    expect_output 1234567.5 clreduce sum --thousands , <<<'1,234,567.5'
    expect_output 1234567.5 clreduce sum --thousands . --decimal , <<<'1.234.567,5'
    expect_output 1234.5 clreduce sum --thousands , --column b <<<$'a,b\n1,"1,234.5"'
    expect_error 1 'a point cannot stand between thousands' clreduce sum --thousands . <<<1
    expect_error 1 'a comma cannot stand between thousands' clreduce sum --thousands , --decimal , <<<1
    expect_error 1 "',' cannot be --delimiter and --thousands" clreduce sum --thousands , --delimiter , <<<1
    expect_error 1 'is one of' clreduce sum --thousands x <<<1
}

try_heads()
{
    expect_output 2 clreduce sum --column b --comment '#' <<<$'# c\na,b\n1,2'
    expect_output 2 clreduce sum --column b --skip 1 <<<$'# c\na,b\n1,2'
    expect_error 2 "its columns are \"# c\"; --comment '#'" clreduce sum --column b <<<$'# c\na,b\n1,2'
    expect_output 2 clreduce sum --column b <<<$'sep=;\na;b\n1;2'
    expect_error 1 'begin a --comment' clreduce sum --comment ';' --delimiter ';' <<<1
    expect_error 1 'one character' clreduce sum --comment 5 <<<1
    expect_error 2 'has 1 line, and --skip leaves out 2' clreduce sum --skip 2 <<<1
    expect_error 2 'has no column "price": it is empty' clreduce sum --column price </dev/null
}

try_lines()
{
    expect_error 2 'line 2 has 2 fields, but line 1 has 3' clreduce sum --length 3 <<<$'1 2 3\n4 5\n6'
    expect_error 2 'line 2 has 2 fields, but line 1 has 3' clreduce sum --axis 0 <<<$'1 2 3\n4 5\n6'
    expect_output 21 clreduce sum <<<$'1 2 3\n4 5\n6'
    expect_output $'0\t6\n1\t15' clreduce sum --length 3 <<<'1 2 3 4 5 6'
    expect_output $'0\t6\n1\t15' clreduce sum --length 3 <<<$'1 2\n3 4\n\n5 6'
    expect_output $'0\t4\n1\t6' clreduce sum --axis 0 <<<$'3 4\n1 2'
    expect_output $'0\t7\n1\t3' clreduce sum --axis 1 <<<$'3 4\n1 2'
    expect_error 2 'has no numbers, and the matrix' clreduce sum --axis 0 </dev/null
    expect_error 1 'has several axes, which it keeps only' clreduce sum --axis 0 --count 2 <<<$'3 4\n1 2'
    expect_output $'0\t4' clreduce sum --axis 1 --mask <(printf '0 1\n') --where 'x > 0' <<<'3 4'
    expect_output $'sum 3\ncount 2' clreduce sum,count < <(printf '# x\r1\r2\r')
    expect_error 2 'line 2 has 1 field, but line 1 has 2' \
        clreduce sum --length 2 < <(printf '1 2\r3\r4 5 6\r')
    expect_output nan clreduce sum < <(printf '1.#IND\n2\n')
    expect_error 2 'line 2 has 3 fields, but the header on line 1 has 2' \
        clreduce sum --column b <<<$'a,b\n1,5,2'
}

# Files beside the numbers have the same readers.
try_beside()
{
    printf '0\n;\n1;0\n' >odd.txt
    printf '0,5\n' >decimal.txt
    for option in labels keys offsets mask index; do
        expect_error 2 'odd.txt: line 2, column 1: the field is empty, and .* cannot be missing' \
            clreduce sum --$option odd.txt <<<'1 2 3 4'
        expect_error 2 'decimal.txt: line 1: "0,5" may be' clreduce sum --$option decimal.txt <<<'1 2 3'
    done
    echo '0|1|1' >bars.txt
    expect_output $'0\t1\n1\t5' clreduce sum --labels bars.txt --delimiter '|' <<<'1|2|3'
    expect_output 5 clreduce sum --mask bars.txt --delimiter '|' <<<'1|2|3'
    expect_error 2 'line 1, column 3: "NA" is no number, and labels cannot be missing' \
        clreduce sum --labels <(echo '0 NA 1') --missing nan <<<'1 2 3'
}

# A column of CSV beside the numbers: FILE:COLUMN, unless that is a file's name.
try_beside_column()
{
    printf 'day,v,town\n0,10,bonn\n1,20,kiel\n1,40,kiel\n' >k.csv
    expect_output $'0\t10\n1\t60' clreduce sum --labels k.csv:day --column v k.csv
    expect_output $'0\t10\n1\t60' clreduce sum --keys k.csv:day --column v k.csv
    expect_output 60 clreduce sum --mask k.csv:day --column v k.csv
    expect_output 50 clreduce sum --index k.csv:day --column v k.csv
    expect_output $'0\t10\n1\t0' clreduce sum --offsets k.csv:day --column v k.csv
    expect_output $'0\t10\n1\t60' clreduce sum --labels k.csv:1 --column 2 --header k.csv
    expect_output $'0\t10\n1\t60' clreduce sum --labels -:day --column v k.csv <k.csv
    echo '5 5 6' >t:day
    expect_output $'5\t30\n6\t40' clreduce sum --keys t:day --column v k.csv
    expect_error 2 'k.csv: has no column named "dya"; its columns are "day", "v", "town"' \
        clreduce sum --labels k.csv:dya --column v k.csv
    expect_error 2 'nowhere: ' clreduce sum --labels nowhere:day --column v k.csv
    { put_npy_header '|b1' '(3,)' && printf '\1\0\1'; } >truths.npy
    expect_error 2 'has no fields, of which FILE:NAME reads one' \
        clreduce sum --labels truths.npy:x --column v k.csv
    for option in labels keys mask index offsets; do
        expect_error 2 '"day" is text where .* should be: if this is a header line, choose .* FILE:COLUMN' \
            clreduce sum --$option k.csv --column v k.csv
        expect_error 2 '"bonn" is text where .* should be' \
            clreduce sum --$option k.csv:town --column v k.csv
    done
    expect_error 2 "where keys should be: awk .* numbers names" clreduce sum --keys k.csv:town --column v k.csv
}

# Whole numbers that are rounded are told, whoever reads them, wherever the first real number stands.
# Numbers that are rounded are told, whoever reads them, wherever the first real number stands.
try_rounded()
{
    local words='is read as f64, which rounds whole numbers'
    for line in '1.5 36893488147419103233' '9007199254740993 1.5'; do
        for operator in sum mean argmax 'sum -r f64' 'sum --length 1'; do
            # shellcheck disable=SC2086 # an operator and its options
            expect_words "$words" clreduce $operator "${quick[@]}" <<<"$line"
        done
        expect_words "$words" clreduce explain sequential - <<<"$line"
    done
    expect_words "$words" clreduce sum -r f64 "${quick[@]}" <<<'18446744073709551617 1'
    expect_words 'which rounds decimals of more than 17 digits' clreduce mean <<<'0.1234567890123456789 1'
    expect_output 3.6893488147419103e+19 clreduce max <<<'1.5 36893488147419103232' # f64 holds it
}

try_truths()
{
    { put_npy_header '|b1' '(3,)' && printf '\2\377\0'; } >truths.npy
    expect_output 2 clreduce sum truths.npy
    expect_output 3 clreduce sum --mask truths.npy <<<'1 2 3'
    expect_output $'0\t3\n1\t3' clreduce sum --labels truths.npy <<<'1 2 3'
}

try_missing
try_places
try_separators
try_commas
try_heads
try_lines
try_beside
try_beside_column
try_rounded
try_truths
