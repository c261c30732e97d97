# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Operators that select: medians and other quantiles, the k largest and smallest, the mode, distinct
# values. What is right is Python's statistics' and sort's to say.

# What Python makes of the statement, with the numbers of a file as x.
expect_python() # FILE EXPRESSION COMMAND...
{
    local file=$1 right
    right=$(python3 -c "
import statistics as s
x = [float(t) for t in open('$file').read().split()]
print(*('%.17g' % v for v in $2), sep='\n')" 2>&1)
    shift 2
    run "$@"
    expect_same "$(quoted "$@")" "$right" "$out"
}

# Numbers with repetitions, whose quartiles are exact, from a generator of our own.
numbers() # COUNT
{
    awk -v n="$1" 'BEGIN { for (s = 7; n > 0; n--) { s = (s * 16807) % 2147483647; print s % 1000 - 300 } }'
}

try_quantiles()
{
    numbers 1001 >odd.txt
    numbers 40000 >even.txt
    local file
    for file in odd.txt even.txt; do
        expect_python $file '[s.median(x)]' clreduce median --check $file -t f64
        expect_python $file 's.quantiles(x, n=4, method="inclusive")' \
            bash -c "clreduce q1,median,q3 --check $file -t f64 | cut -d' ' -f2"
        expect_python $file 's.quantiles(x, n=4, method="exclusive")' \
            bash -c "clreduce quantile:0.25:0.5:0.75 --interpolation weibull --check $file -t f64 | cut -d' ' -f2"
        expect_python $file '[s.median_low(x)]' clreduce median --interpolation lower --check $file
        expect_python $file '[s.median_high(x)]' clreduce median --interpolation higher --check $file
        expect_python $file '[min(s.multimode(x)), len(set(x))]' \
            bash -c "clreduce mode,unique --check $file | cut -d' ' -f2"
    done
    expect_output "$(clreduce quantile:0.05:0.95 odd.txt | cut -d' ' -f2)" \
        bash -c "clreduce perc:5:95 odd.txt | cut -d' ' -f2"
    expect_output "$(clreduce quantile:0.9 --interpolation median_unbiased odd.txt)" \
        clreduce percentile:90 --interpolation 8 odd.txt
    # methods of NumPy, of ten numbers from 1 on
    seq 10 >ten.txt
    local row
    for row in linear:3.25 inverted_cdf:3 averaged_inverted_cdf:3 closest_observation:2 \
        interpolated_inverted_cdf:2.5 hazen:3 weibull:2.75 median_unbiased:2.9166666666666665 \
        normal_unbiased:2.9375 lower:3 higher:4 nearest:3 midpoint:3.5 7:3.25 1:3 9:2.9375; do
        expect_output "${row#*:}" clreduce quantile:0.25 --interpolation "${row%:*}" --check ten.txt
    done
}

# The lines of the k largest, as sort has them, each with its place from 0.
largest() # FILE K
{
    awk '{ print $1, NR - 1 }' "$1" | sort -k1,1gr -k2,2n | head -n "$2"
}

try_best()
{
    numbers 5000 >many.txt
    expect_output "$(largest many.txt 25)" clreduce topk:25 --check many.txt
    expect_output "$(awk '{ print $1, NR - 1 }' many.txt | sort -k1,1g -k2,2n | head -n 7)" \
        clreduce bottomk:7 --check many.txt
    expect_output "$(largest many.txt 5000)" clreduce topk:1e9 --check many.txt
    expect_output '3 1' clreduce topk:1 --check <<<'1 3 3' # the lower of two places
}

# Printed in the order asked, whatever folds and whatever selects.
try_lists()
{
    printf '%s\n' 5 3 3 9 -1 >five.txt
    expect_output $'min -1\nquantile:0.25 3\nquantile:0.5 3\nquantile:0.99 8.84\ntopk:2 9 3\ntopk:2 5 0\nmode 3 2\nunique 4\nmean 3.8\nargmax 9 3\nq1 3\nperc:95 8.2' \
        clreduce min,quantile:0.25:0.5:0.99,topk:2,mode,unique,mean,argmax,q1,perc:95 --check five.txt
    expect_output $'quantile:1 9\nquantile:0 -1' clreduce quantile:1:0 five.txt
    expect_output 3 clreduce quantile:0.5 five.txt
    expect_output $'9 3\n5 0' clreduce topk:2 five.txt
    expect_output $'quantile:0.25,topk:2.1,topk:2.1.index,topk:2.2,topk:2.2.index\n3,9,3,5,0' \
        clreduce quantile:0.25,topk:2 --csv five.txt
    expect_output '{"sum":19,"quantile:0.5":3,"quantile:0.99":8.8}' \
        clreduce sum,quantile:0.5:0.99 --format jsonl --digits 2 five.txt
    expect_output $'index,mode,mode.count,topk:2.1,topk:2.1.index,topk:2.2,topk:2.2.index\n0,5,2,7,1,5,0\n1,1,1,1,0,empty,empty' \
        clreduce mode,topk:2 --csv --offsets <(printf '0 3 4\n') <<<'5 7 5 1'
    expect_json '.device == "host" and .accuracy == "exact" and .input.count == 5 and (.results | length) == 4 and
        .results[0] == {"op": "quantile", "type": "f64", "quantiles": [0.25, 0.5], "value": [3, 3]} and
        .results[1] == {"op": "topk", "type": "f64", "k": 9, "value": [9, 5, 3, 3, -1], "index": [3, 0, 1, 2, 4]} and
        .results[2] == {"op": "median", "type": "f64", "value": 3, "hex": "0x1.8p+1"} and
        .results[3] == {"op": "max", "type": "f64", "value": 9, "hex": "0x1.2p+3"}' \
        clreduce quantile:0.25:0.5,topk:9,median,max --json five.txt
    expect_json '.results[0].interpolation == "hazen" and .results[0].check == "passed" and .results[1].check == "passed"' \
        clreduce median,mode --interpolation 5 --json --check five.txt
    expect_words 'quantile:0.25:0.5 of f64, comes as f64' clreduce quantile:0.25:0.5 -v five.txt
    expect_words 'device host' clreduce median -v five.txt
    # a device, too, has the host select; and so have several
    expect_output 3 clreduce median -d 0:0 five.txt
    expect_output 3 env CLREDUCE_DEVICE=all clreduce median five.txt
}

try_hard()
{
    put_npy f32 little 3 nan -0 0 nan 2 >hard.npy
    expect_output $'median nan\nquantile:0.1 nan\nmode nan 2\nunique 4\ntopk:3 nan 1\ntopk:3 nan 4\ntopk:3 3 0\nbottomk:3 nan 1\nbottomk:3 nan 4\nbottomk:3 -0 2' \
        clreduce median,quantile:0.1,mode,unique,topk:3,bottomk:3 --check hard.npy
    expect_output $'median 1\nmode -0 2\nunique 3\ntopk:3 3 0\ntopk:3 2 5\ntopk:3 0 3\nbottomk:1 -0 2\nsum 5' \
        clreduce median,mode,unique,topk:3,bottomk:1,sum --nan ignore --check hard.npy
    put_npy f64 little inf -inf 1 >endless.npy
    expect_output $'quantile:0.25 -inf\nquantile:0.5 1\nquantile:0.75 inf' \
        clreduce quantile:0.25:0.5:0.75 --check endless.npy
    put_npy i64 little 9223372036854775807 9223372036854775806 -9223372036854775807 >large.npy
    expect_output $'topk:2 9223372036854775807 0\ntopk:2 9223372036854775806 1\nmode -9223372036854775807 1\nmedian 9.223372036854776e+18' \
        clreduce topk:2,mode,median --check large.npy
    expect_output '9223372036854775806' clreduce median --interpolation lower --check large.npy
    expect_output '1.5' clreduce median --check <<<'1 2'
    expect_output $'median 7\ntopk:3 7 0\nquantile:0 7\nmode 7 1\nunique 1' clreduce median,topk:3,quantile:0,mode,unique --check <<<7
    local op
    for op in median quantile:0.5 mode; do
        expect_error 2 "${op%:*} of no elements has no value" clreduce $op --text </dev/null
        expect_error 2 "${op%:*} has no value, as too few" clreduce $op --where 'x > 9' hard.npy
    done
    expect_output '' clreduce topk:3 --check --text </dev/null
    expect_output 0 clreduce unique --check --text </dev/null
    expect_json '.results[0].value == [] and .results[0].index == []' clreduce topk:3 --json --text </dev/null
}

try_inputs()
{
    local type
    for type in i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64; do
        put_numbers $type little 3 1 2 1 >raw.bin
        expect_output $'median 1.5\ntopk:2 3 0\ntopk:2 2 2\nmode 1 2\nunique 3' \
            clreduce median,topk:2,mode,unique --check --raw -t $type raw.bin
    done
    put_npy f64 big 3 1 2 >big.npy
    put_array f32 '(2, 3)' F 1 3 2 0 0.5 -1.5 >fortran.npy
    expect_output $'median 2\ntopk:1 3 0' clreduce median,topk:1 --check big.npy
    expect_output 2 clreduce median --check - <big.npy
    expect_output 2 bash -c 'cat big.npy | clreduce median --check'
    expect_output 3 bash -c 'cat ten.txt five.txt | clreduce quantile:0.25 --check'
    expect_output $'3 3\n2 1' clreduce topk:2 --check fortran.npy # places in C order
    printf 'city,price\nOslo,3\nRome,NA\nBonn,1\n' >prices.csv
    expect_output 2 clreduce median --column price --missing skip prices.csv
    expect_error 2 'not a number\|missing' clreduce median --column city prices.csv
    expect_error 1 'topk counts their places' clreduce topk:2 --column price --missing skip prices.csv
    expect_output $'3 0\n1 2' clreduce topk:2 --column price --missing nan --nan ignore prices.csv
}

try_shapes()
{
    put_array f32 '(2, 3)' C 3 1 2 0 0.5 -1.5 >rows.npy
    expect_output $'0\t2\t3\t0\t2\t2\t2\n1\t0\t0.5\t1\t0\t0\t0' clreduce median,topk:2,quantile:0.5 --axis 1 --check rows.npy
    expect_output $'0\t1.5\t0\t1\n1\t0.75\t0.5\t1\n2\t0.25\t-1.5\t1' clreduce median,bottomk:1 --axis 0 --check rows.npy
    expect_output $'0.5\t2' clreduce quantile:0.4:0.8 --axis 0,1 --interpolation lower --check rows.npy
    expect_output $'0\t3\t0\t2\t1\n1\t4\t0\t1\t1' clreduce topk:2 --length 2 --check <<<'3 2 4 1'
    printf '%s\n' 0 3 3 5 >offsets.txt
    expect_output $'0\t5\t0\t3\t1\t2\n1\tempty\tempty\tempty\tempty\t0\n2\t9\t0\t-1\t1\t2' \
        clreduce topk:2,unique --offsets offsets.txt --check five.txt
    run clreduce median --offsets offsets.txt five.txt
    [ "$code" = 2 ] && [ "$out" = $'0\t3\n1\tempty\n2\t4' ] && grep -q 'no value for 1 of 3 results, the first of which is 1' <<<"$err"
    judge $? 'expected exit code 2, and an empty result' clreduce median --offsets offsets.txt five.txt
    expect_output $'0\t4\t2\n1\t6\t2\n2\t-1\t1' clreduce median,unique --labels <(echo 0 0 1 1 2) --check five.txt
    expect_output $'7\t5\t1\t5\t0\n8\t3\t2\t9\t2' clreduce mode,topk:1 --keys <(echo 7 8 8 8 8) --check five.txt
    expect_output $'[0,0]\t3\n[0,1]\t0\n[1,0]\t1.5\n[1,1]\t-0.5' \
        clreduce median --axis 1 --labels <(echo 0 1 1) --check rows.npy
    expect_json '.shape == [2] and .results[0].value == [[3, 2], [0.5, 0]] and .results[0].index == [[0, 2], [1, 0]] and
        .results[1].value == [2, 0] and .results[2].value == [[1, 3], [-1.5, 0.5]]' \
        clreduce topk:2,median,quantile:0:1 --axis 1 --json rows.npy
    clreduce quantile:0:0.5:1 --axis 1 -o quantiles.npy rows.npy
    expect_output $'0\t5\t0\t3\t1\n1\t9\t3\t3\t2\n2\t-1\t4\tempty\tempty' \
        clreduce topk:1e15 --labels <(echo 0 0 1 1 2) --check five.txt
    # the quantiles are the first axis, as NumPy's
    expect_output $'0\t6\n1\t-1' clreduce sum --axis 0 quantiles.npy
    expect_output $'0\t-0.5\n1\t2\n2\t3.5' clreduce sum --axis 1 quantiles.npy
    clreduce topk:2 --axis 1 -o places.npy rows.npy
    expect_output $'0\t1\n1\t2' clreduce sum --axis 1 places.npy
    expect_error 2 'result 1 has 0 elements of the 2' clreduce topk:2 --offsets offsets.txt -o short.npy five.txt
}

try_conditions()
{
    expect_output $'median 5\ntopk:2 9 3\ntopk:2 5 0\nsum 17' \
        clreduce median,topk:2,sum --where 'x > -1 && x != 7' --mask <(echo 1 1 0 1 1) --check five.txt
    expect_output $'3 1' clreduce topk:1 --where 'x < t' --let t=5 --check five.txt
    expect_output -3 clreduce median --map '-x' five.txt
    expect_output $'9 1\n3 0' clreduce topk:2 --index <(echo 1 3) five.txt
    expect_error 1 "the map needs a device, and operators that select are the host's" clreduce median --map 'x * 3' five.txt
    expect_error 1 "logsumexp .* name the others in a call of their own" clreduce median,logsumexp five.txt
}

try_memory()
{
    expect_output 5.5 clreduce median --memory 80 ten.txt
    expect_error 1 'needs all numbers of a result at once, which are more than .*--memory BYTES' clreduce median --memory 72 ten.txt
    expect_error 1 'median,sum needs all numbers .* which are 24 bytes, and they may take 16 bytes' clreduce median,sum --memory 16 big.npy
    put_npy f64 little 3 1 2 >little.npy
    expect_output $'0\t3\n1\t1\n2\t2' clreduce median --length 1 --memory 8 little.npy # a row at a time
    expect_error 1 'are 16 bytes' clreduce median --offsets <(echo 0 2 3) --memory 8 little.npy
    expect_output 55 clreduce sum --memory 1 ten.txt
}

try_refusals()
{
    local option
    for option in '-s two-pass' '-a fast' '-a reproducible' '--chunk 1K' '--repeat 2' '--save x.acc' '--group 64' '-d 0:0,0:1'; do
        # shellcheck disable=SC2086 # options are words
        expect_error 1 'does not go with topk:2, which selects among all numbers at once' clreduce sum,topk:2 $option ten.txt
    done
    for option in "tune mode" "source topk:2" "strategies unique" "explain tree --op median" "warm quantile:0.5" "merge median five.txt"; do
        # shellcheck disable=SC2086
        expect_error 1 'selects among all numbers at once, by the host' clreduce $option
    done
    expect_error 1 'topk needs how many elements behind a colon' clreduce topk ten.txt
    expect_error 1 "topk takes .* not '0'" clreduce topk:0 ten.txt
    expect_error 1 "bottomk takes .* not '1:2'" clreduce bottomk:1:2 ten.txt
    expect_error 1 'quantile needs numbers from 0 to 1' clreduce quantile ten.txt
    for option in 1.5 -0.5 x '' nan 0x1 '0.5:'; do
        expect_error 1 'quantile takes numbers from 0 to 1' clreduce quantile:$option ten.txt
    done
    expect_error 1 "perc takes numbers from 0 to 100 .* not '101'" clreduce perc:101 ten.txt
    expect_error 1 'sum takes nothing behind a colon' clreduce sum:3 ten.txt
    expect_error 1 'median takes nothing behind a colon' clreduce median:3 ten.txt
    expect_error 1 "'topk:2' is named twice" clreduce topk:2,topk:2 ten.txt
    expect_error 1 'more than 64 quantiles' clreduce "quantile:0$(printf ':0.5%.0s' {1..64})" ten.txt
    expect_error 1 "'hazan': did you mean 'hazen'" clreduce median --interpolation hazan ten.txt
    expect_error 1 'name one of them' clreduce mode --interpolation hazen ten.txt
    expect_error 1 'only sums' clreduce median -r f32 ten.txt
}

try_words()
{
    expect_words 'topk:K: the k largest x' clreduce help topk
    expect_words 'usage: clreduce quantile:Q' clreduce help quantile
    expect_words 'unique *how many different' clreduce ops
    expect_json '.operators[0].op == "mode"' clreduce ops mode --json
    expect_error 1 "did you mean 'unique'" clreduce nunique ten.txt
    expect_error 1 'perc:90:95:99' clreduce p99 ten.txt
    expect_words $'bottomk\tthe k smallest' clreduce complete bo
    expect_words 'median_unbiased' clreduce complete median --interpolation med
    expect_output $'topk:2 10 9\ntopk:2 9 8\ntopk:3 10 9\ntopk:3 9 8\ntopk:3 8 7' clreduce topk:2,topk:3 ten.txt
}

# Groups of a table, which is one piece then, beside what folds.
try_tables()
{
    printf 'city,price,qty\nOslo,1.5,10\nRome,7,3\nOslo,,2\nOslo,2,1\nRome,4,NA\nBonn,NA,5\n' >trades.csv
    local of=(trades.csv --missing skip)
    run clreduce size,median,sum,q1,unique --by city --column price "${of[@]}"
    expect_same 'operators of both kinds' $'city\tsize\tmedian(price)\tsum(price)\tq1(price)\tunique(price)
Oslo\t3\t1.75\t3.5\t1.625\t2\nRome\t2\t5.5\t11\t4.75\t2\nBonn\t1\t\t0\t\t0' "$out"
    expect_output $'city\tquantile:0(qty)\tquantile:1(qty)\nBonn\t5\t5\nRome\t3\t3\nOslo\t1\t10' \
        clreduce quantile:0:1 --by city --column qty --sort -quantile:0 "${of[@]}"
    expect_output $'column\tmedian\tmode\tcount\nprice\t3\t1.5\t1\nqty\t3\t1\t1' clreduce median,mode --column price,qty "${of[@]}"
    expect_output $'quantile:0.5 1.75\nquantile:1 2' \
        clreduce quantile:0.5:1 --column price --where 'city == "Oslo"' "${of[@]}"
    expect_output 1.5 clreduce median --interpolation lower --column price --where 'city == "Oslo"' "${of[@]}"
    expect_output 8.5 clreduce median --map 'price * qty' --where 'price < 7' "${of[@]}"
    expect_json '.groups == 3 and .rows[0] == {"city": "Oslo", "median(qty)": 2}' \
        clreduce median --by city --column qty --json "${of[@]}"
    expect_error 1 'name one of them' clreduce mean --by city --column price --interpolation hazen "${of[@]}"
    expect_error 1 'topk:2 is not there for tables' clreduce topk:2 --by city --column price "${of[@]}"
    expect_error 1 'median needs all rows of a group at once, .* --memory BYTES' clreduce median --by city --column price --memory 40 "${of[@]}"
    # more rows than one piece of sums has
    awk 'BEGIN { print "k,v"; for (i = 0; i < 1100000; i++) print (i * 7) % 13 "," (i * 31) % 1009 }' >long.csv
    expect_output "$(awk -F, 'NR > 1 && $1 == 5 { print $2 }' long.csv | clreduce median,mode,unique,sum | cut -d' ' -f2 | paste -sd' ')" \
        bash -c "clreduce median,mode,unique,sum --by k --column v long.csv | awk '\$1 == 5 { print \$2, \$3, \$5, \$6 }'"
}

if command -v python3 >/dev/null; then
    try_quantiles
else
    skip "quantiles: python3 is not installed"
fi
try_best
try_lists
try_hard
try_inputs
try_shapes
try_conditions
try_memory
try_refusals
try_words
try_tables
