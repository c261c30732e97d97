# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Tables as the command's users meet them: what is printed, in which form and order, and what is said
# where a column, a key or a number is not what it should be. tests/tables.py compares the numbers.

cat >trades.csv <<'END'
city,year,price,qty,unit price
Oslo,2023,1.5,10,3
"New York",2024,2.25,3,1
Oslo,2024,0.1,7,2
Bergen,2024,4,11,9
Oslo,2023,0.2,1,7
END

try_forms()
{
    echo $'k,v\na,1' >one.csv
    expect_output $'city\tsum(price)\tmax(price)\tsum(qty)\tmax(qty)\nOslo\t1.8\t1.5\t18\t10\nNew York\t2.25\t2.25\t3\t3\nBergen\t4\t4\t11\t11' \
        clreduce sum,max --by city --column price,qty trades.csv
    expect_output $'city,sum(price)\nOslo,1.8\nNew York,2.25\nBergen,4' \
        clreduce sum --by city --column price --csv trades.csv
    expect_json '.groups == 3 and .rows[0] == {"city": "Oslo", "mean(qty)": 6, "size": 3}' \
        clreduce mean,size --by city --column qty --json trades.csv
    expect_output $'city\tyear\tsize\nOslo\t2023\t2\nNew York\t2024\t1\nOslo\t2024\t1\nBergen\t2024\t1' \
        clreduce size --by city,year trades.csv
    expect_output $'column\tsum\tmin\tmax\nprice\t8.05\t0.1\t4\nqty\t32\t1\t11' \
        clreduce sum,minmax --column price,qty trades.csv
    expect_output $'column\tsum\nyear\t10118\nprice\t8.05\nqty\t32\nunit price\t22' \
        clreduce sum --column all trades.csv
    expect_output $'year\targmax(price)\targmax(price).index\n2023\t1.5\t0\n2024\t4\t3' \
        clreduce argmax --by year --column price trades.csv
    expect_output $'city\tfirst(price)\tfirst(price).index\tlast(price)\tlast(price).index\na\t2\t1\t3\t2\nb\t1\t0\t4\t3' \
        clreduce first,last --by city --sort city --column price --missing skip <<<$'city,price\nb,1\na,2\na,3\nb,4\na,'
    expect_output $'year\tdot(price,qty)\n2023\t15.2\n2024\t51.45' \
        clreduce dot --by year --column price,qty trades.csv
    expect_output $'file\tsum(qty)\ntrades.csv\t32\nstandard input\t5' \
        clreduce sum --each --column qty trades.csv - <<<$'qty\n5'
    expect_output $'file\tk\tsum(v)\none.csv\ta\t1\none.csv\ta\t1' \
        clreduce sum --each --by k --column v one.csv one.csv
    expect_output $'city\twmean(price,qty)\tcov(price,qty)\tcorr(price,qty)\nOslo\t0.8833333333333333\t1.7\t0.7124684141895685\nNew York\t2.25\t0\tnan\nBergen\t4\t0\tnan' \
        clreduce wmean,cov,corr --by city --column price,qty trades.csv
    expect_output $'wmean 2.0828125\ncov 3.7825' clreduce wmean,cov --ddof 1 --column price,qty trades.csv
    expect_error 1 'cov takes two columns' clreduce cov --by city --column price trades.csv
    expect_error 1 'wmean takes two columns together' clreduce sum,wmean --column price,qty trades.csv
    run script -qec 'clreduce sum --by city --column price,qty trades.csv' /dev/null
    expect_same "aligned on a terminal" \
        $'city      sum(price)  sum(qty)\nOslo             1.8        18\nNew York        2.25         3\nBergen             4        11' \
        "$(tr -d '\r' <<<"$out")"
    printf 'k,v\n"\033[31mred\n",1\nK\xc3\xb6ln\xc2\x9b,2\n' >odd.csv
    run script -qec 'clreduce sum --by k --column v odd.csv' /dev/null
    expect_same "no orders for a terminal" $'k          sum(v)\n?[31mred?       1\nKöln??          2' "$(tr -d '\r' <<<"$out")"
    expect_output $'k\tsum(v)\n"\e[31mred\n"\t1\nKöln\xc2\x9b\t2' clreduce sum --by k --column v odd.csv
}

# The row of an extreme: the first of equal ones, by its line in its file, header and quoted line ends counted.
try_rows()
{
    printf 'k,v,note\na,3,"x\ny"\nb,5,z\na,5,w\nb,1,u\n' >first.csv
    printf 'note,v,k\nq,5,a\n"r, s",-1,b\n' >other.csv
    expect_output $'max(qty)\tfile\tline\tcity\tyear\tprice\tqty\tunit price\n11\ttrades.csv\t5\tBergen\t2024\t4\t11\t9' \
        clreduce max --row --column qty trades.csv
    expect_output $'k\tmax(v)\tsize\tfile\tline\tv\tnote\na\t5\t3\tfirst.csv\t5\t5\tw\nb\t5\t3\tfirst.csv\t4\t5\tz' \
        clreduce max,size --row --by k --column v first.csv other.csv
    expect_output $'k,min(v),file,line,v,note\nb,-1,other.csv,3,-1,"r, s"' \
        clreduce min --row --by k --column v --sort 'min(v)' --top 1 --csv first.csv other.csv
    expect_output $'file\tmin(v)\tline\tk\tv\tnote\nfirst.csv\t1\t6\tb\t1\tu\nother.csv\t-1\t3\tb\t-1\tr, s' \
        clreduce min --row --each --column v first.csv other.csv
    expect_output $'k\tmax(v)\tfile\tline\tv\tnote\nb\t1\tfirst.csv\t6\t1\tu' \
        clreduce max --row --by k --column v --where 'v < 3' --sort note first.csv
    expect_json '.rows == [{"argmax(v)": 5, "argmax(v).index": 1, "file": "standard input", "line": 4, "k": "b", "v": "5", "note": "z"}]' \
        clreduce argmax --row --column v --json <first.csv
    expect_output $'k\tlast(v)\tlast(v).index\tfile\tline\tv\tnote\na\t5\t2\tfirst.csv\t5\t5\tw\nb\t1\t3\tfirst.csv\t6\t1\tu' \
        clreduce last --row --by k --column v first.csv
    expect_output $'max(2)\tfile\tline\t1\t2\n2.5\tstandard input\t2\tb\t2.5' clreduce max --row --column 2 - < <(printf 'a,1\nb,2.5\n')
    expect_output $'max(v)\tfile\tline\tk\tv\n\t\t\t\t' clreduce max -q --row --column v --missing skip <<<$'k,v\na,NA'
    expect_error 1 '--row is of the row that holds a min, max, argmin, argmax, first or last' clreduce sum --row --column v first.csv
    expect_error 1 '--row is of the row' clreduce min,max --row --column v first.csv
    expect_error 1 '--row takes one column' clreduce max --row --column k,v first.csv
}

try_order()
{
    expect_output $'city\tsum(qty)\nOslo\t18\nBergen\t11' \
        clreduce sum --by city --column qty --sort -sum --top 2 trades.csv
    expect_output $'city\tsum(qty)\nBergen\t11\nNew York\t3\nOslo\t18' \
        clreduce sum --by city --column qty --sort city trades.csv
    expect_output $'qty\tsize\n1\t1\n3\t1\n7\t1\n10\t1\n11\t1' clreduce size --by qty --sort qty trades.csv
    expect_output $'year\tcity\tsize\n2024\tBergen\t1\n2024\tNew York\t1\n2024\tOslo\t1\n2023\tOslo\t2' \
        clreduce size --by year,city --sort -year,city trades.csv
    expect_error 1 'the results have the columns city, sum(qty)' \
        clreduce sum --by city --column qty --sort price trades.csv
    expect_output $'k\tsum(v)\nc\t2\na\t1\nb\tnan' clreduce sum --by k --column v --sort -sum <<<$'k,v\nb,nan\nc,2\na,1'
    expect_error 1 '--sort takes up to 16 columns' \
        clreduce sum --by city --column qty --sort "city$(printf ',city%.0s' {1..16})" trades.csv
}

try_columns()
{
    expect_output $'1\tsum(2)\na\t4\nb\t2' clreduce sum --by 1 --column 2 --no-header <<<$'a,1\nb,2\na,3'
    expect_output $'k\tsum(v)\na\t4' clreduce sum --by 1 --column 2 --header <<<$'k,v\na,1\na,3'
    expect_output 3 clreduce sum --column 2 --no-header --where '$1 == "a" && $2 > 1' <<<$'a,1\nb,2\na,3'
    expect_output 22 clreduce sum --column '${unit price}' trades.csv
    expect_output $'k\tsum(a,b)\nx\t3' clreduce sum --by k --column '${a,b}' <<<$'k,"a,b"\nx,3'
    expect_output $'k\tsum(v)\nx\t3' clreduce sum --by k --column v --delimiter '|' <<<$'k|v\nx|3'
    expect_output $'k\tsum(v)\nx\t3' clreduce sum --by k --column v --delimiter space <<<$' k   v\nx \t 3'
    expect_output $'k\tsum(v)\nx\t3.5' clreduce sum --by k --column v --decimal , <<<$'k;v\nx;3,5'
    expect_error 2 'has no column named "prise"; its columns are "city", "year"' \
        clreduce sum --by city --column prise trades.csv
    expect_error 2 'has no column named "town"' clreduce size --by town trades.csv
    expect_error 2 'has no column "k": it has no lines' clreduce size --by k <<<''
    expect_error 1 'a table takes up to 256 columns at a time: name fewer' \
        clreduce sum --column all <<<"$(seq -s , 257)"$'\n'"$(seq -s , 257)"
    expect_error 2 'has no column of numbers beside those of --by' clreduce sum --by k --column all <<<$'k\n1'
    expect_error 2 'columns 1 and 2 are both named "k"' clreduce size --by k <<<$'k,k\n1,2'
    expect_error 2 'column 7: the line ends after column 5' clreduce sum --by 1 --column 7 --header trades.csv
    expect_error 1 'is the first line a header' clreduce size --by 1 trades.csv
    expect_error 1 'columns are named' clreduce size --by city --no-header trades.csv
    expect_error 1 'say which columns are reduced' clreduce sum --by city trades.csv
    expect_error 1 'dot takes two columns' clreduce dot --by city --column qty trades.csv
}

# No number comes out of a reading in doubt.
try_doubts()
{
    expect_error 2 'line 3 has 1 field, but the header on line 1 has 2' clreduce size --by k <<<$'k,v\na,1\nb'
    expect_error 2 'line 2 has 1 field, but' clreduce sum --by w --column all <<<$'k,v,w\n1'
    expect_error 2 'line 3, column 2 ("v"): "x" is not a number' clreduce sum --by k --column v <<<$'k,v\na,1\nb,x'
    expect_error 2 'line 4, column 2 ("v"): "x" is not' clreduce sum --by k --column v <<<$'k,v\n"a\nb",1\nb,x'
    expect_error 2 'line 2, column 2 ("v"): the field is empty: --missing skip' clreduce sum --by k --column v <<<$'k,v\na,'
    expect_error 2 'line 3, column 2 ("v"): "v" is not a number of type f64; the header stands here once more' \
        clreduce sum --by k --column v <<<$'k,v\na,1\nk,v\nb,2'
    expect_error 1 'two columns of the results are called size, which JSON' clreduce size --by size --json <<<$'size\nL'
    expect_error 1 'two columns of the results are called size, which JSON' clreduce size --by size --format jsonl <<<$'size\nL'
    expect_error 2 'line 2: a quote is out of place' clreduce size --by k <<<$'k,v\na"b,1'
    expect_error 2 'line 3: .*a quote is not closed' clreduce size --by k <<<$'k,v\na,1\n"b,1'
    expect_error 2 'line 1, column 2: "v" is not a number.*--header' clreduce sum --by 1 --column 2 <<<$'k,v\na,1'
    expect_words 'column v is read as f64, which rounds' clreduce sum --by k --column v <<<$'k,v\na,9007199254740993\na,0.5'
    expect_error 2 'sum(v) of a does not fit i64' \
        clreduce sum --by k --column v <<<$'k,v\na,9223372036854775807\na,1'
    expect_output $'k\tsum(v)\na\t9.223372036854776e+18' \
        clreduce sum --by k --column v -r f64 <<<$'k,v\na,9223372036854775807\na,1'
    expect_output $'k\tsum(v)\na\t18446744073709551615' \
        clreduce sum --by k --column v <<<$'k,v\na,18446744073709551614\na,1'
    expect_output $'k\tsum(v)\na\t1' clreduce sum --by k --column v --missing skip <<<$'k,v\na,1\na,NA'
    expect_output $'k\tsum(v)\na\tnan' clreduce sum --by k --column v --missing nan <<<$'k,v\na,1\na,NA'
    run clreduce mean --by k --column v --missing skip <<<$'k,v\na,1\nb,NA'
    expect_same "a mean of nothing" $'k\tmean(v)\na\t1\nb\t: clreduce: 1 of 2 results has no value, as there are too few numbers.' "$out: $err"
    expect_error 1 'and takes integers' clreduce and --by k --column v <<<$'k,v\na,1.5'
    expect_error 1 '--check does not go with tables' clreduce sum --by city --column qty --check trades.csv
    expect_error 1 'at level exact' clreduce sum -a reproducible --by city --column qty trades.csv
    expect_error 1 'prod is not there for tables' clreduce prod --by city --column qty trades.csv
    expect_error 1 'wvar is not there for tables' clreduce wvar --by city --column price,qty trades.csv
    expect_output $'k\tprod(v)\na\t6' clreduce prod --overflow wrap --by k --column v <<<$'k,v\na,2\na,3'
    expect_error 1 '--top is about groups' clreduce sum --column qty --top 1 trades.csv
    expect_output $'k\tsum(v)\na\t1\nc\t2\nb\tnan' clreduce sum --by k --column v --sort sum <<<$'k,v\nb,nan\nc,2\na,1'
}

try_bytes()
{
    expect_output $'k\tsum(v)\na\t3' clreduce sum --by k --column v <<<$'\xef\xbb\xbfk,v\r\na,1\r\n\r\n a ,2\r'
    expect_output $'k\tsum(v)\n"x\ty"\t1\n"a""b"\t2' clreduce sum --by k --column v <<<$'k,v\n"x\ty",1\n"a""b",2'
    expect_output $'k\tsum(v)\na\t3' clreduce sum --by k --column v --comment '#' <<<$'# "\nk,v\na,1\n#x\na,2'
    expect_output $'k\tsum(v)\na\t2' clreduce sum --by k --column v --skip 1 <<<$'title\nk,v\na,2'
    expect_output $'k\tsum(v)' clreduce sum --by k --column v <<<$'k,v'
    expect_output 0 clreduce sum --column v <<<$'k,v'
    expect_error 2 'max(v) has no value, as there are too few numbers' clreduce max --column v <<<$'k,v'
    expect_words '1 of 4 results has no value' clreduce max,sum --by k --column v --missing skip <<<$'k,v\na,\nb,1'
    expect_output $'k\tsum(v)\na\t3' \
        clreduce sum --by k --column v < <(printf 'k,v,t\na,1,\na,2,'; head -c 8000000 /dev/zero | tr '\0' y)
    printf 'k,v\na,1\nb,2' >unended.csv
    expect_output $'k\tsum(v)\na\t2\nb\t4' clreduce sum --by k --column v unended.csv unended.csv
    printf 'v,k\n7,b\n' >turned.csv
    expect_output $'k\tsum(v)\na\t1\nb\t9' clreduce sum --by k --column v unended.csv turned.csv
    expect_error 2 'turned.csv: has no column named "w"' \
        clreduce sum --by k --column w - turned.csv <<<$'k,w\na,1'
}

try_conditions()
{
    local sum=(clreduce sum --column qty trades.csv --where)
    expect_output 17 "${sum[@]}" 'city == "Oslo" && qty > 5'
    expect_output 21 "${sum[@]}" 'city != "Oslo" && year == 2024 || qty == 7'
    expect_output 3 "${sum[@]}" "city in ('New York', \"Rome\")"
    expect_output 22 "${sum[@]}" 'qty in (11, 10, -1, 1) && !(city == "x")'
    expect_output 1 clreduce size --where 'v in (-0)' <<<$'v,k\n0,a\n1,a'
    expect_error 1 'the list behind in has numbers and texts alone' "${sum[@]}" 'qty in (-price)'
    expect_output 18 "${sum[@]}" 'x >= 1 && city > "O" '
    expect_output 11 "${sum[@]}" '${unit price} - price*2 > 0.5 && -qty < -10'
    expect_output 13 clreduce sum --column x --where 'x > 5 && k == "a"' <<<$'x,k\n6,a\n7,a\n1,a\n9,b'
    expect_output 2 clreduce size --where 'v == ""' <<<$'k,v\na,1\nb,\nc,'
    expect_output 1 clreduce size --where 'v != "x"' <<<$'k,v\na,1\nb,\nc,x'
    expect_output 1 clreduce size --where 'v < 5' <<<$'k,v\na,1\nb,NA\nc,9'
    expect_output 1 clreduce size --where 'id == 9007199254740993' <<<$'id\n9007199254740992\n9007199254740993'
    expect_output $'sum 66.65\nmean 13.33' clreduce sum,mean --map 'price * qty' trades.csv
    expect_output $'city\tsum(price / qty)\nOslo\t0.15' \
        clreduce sum --by city --map 'price / qty' --where 'year == 2023 && qty > 1' trades.csv
    # what is left out need not be a number
    expect_output 1 clreduce sum --column v --where 'k == "a"' <<<$'k,v\na,1\nb,none'
    expect_error 2 'line 3, column 2 ("v"): "none" is not a number' \
        clreduce size --where 'v > 0' <<<$'k,v\na,1\nb,none'
    expect_error 1 'there is no column named "town"' "${sum[@]}" 'town == "Oslo"'
    expect_error 1 '== compares' "${sum[@]}" 'city = "Oslo"'
    expect_error 1 'does not end with it' "${sum[@]}" 'city == "Oslo'
    expect_error 1 'write each with &&' "${sum[@]}" '1 < qty < 5'
    expect_error 1 'texts are compared with columns' "${sum[@]}" 'city + "x" == 1'
    expect_error 1 'it ends where' "${sum[@]}" 'city == '
    expect_error 1 'sqrt() is none of them' "${sum[@]}" 'city == "x" || sqrt(price) > 1'
}

try_all try_forms try_rows try_order try_columns try_doubts try_bytes try_conditions
