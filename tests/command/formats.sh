# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# The forms of --format, of all that is printed by rows: results of all numbers, of many, statistics,
# histograms, merged accumulators; and --digits.

seq 1 6 >six.txt
printf '1\n2\n0.125\n-7\n' >real.txt
printf 'city,price\nOslo,1.26\n"a, b",\nRome,2\n' >cities.csv

try_all_numbers()
{
    local sum=(clreduce 'sum,minmax,argmax' six.txt)

    expect_output $'sum,min,max,argmax,argmax.index\n21,1,6,6,5' "${sum[@]}" --format csv
    expect_output $'sum,min,max,argmax,argmax.index\n21,1,6,6,5' "${sum[@]}" --csv
    expect_output $'sum\tmin\tmax\targmax\targmax.index\n21\t1\t6\t6\t5' "${sum[@]}" --format tsv
    expect_output $'sum  min  max  argmax  argmax.index\n 21    1    6       6             5' \
        "${sum[@]}" --format table
    expect_output '{"sum":21,"min":1,"max":6,"argmax":6,"argmax.index":5}' "${sum[@]}" --format jsonl
    expect_same "--json is --format json" "$(clreduce sum --json six.txt | jq .results)" \
        "$(clreduce sum --format json six.txt | jq .results)"
    expect_output '{"sum":"nan"}' clreduce sum -t f64 --format jsonl - <<<nan
    expect_output '{"min":-0.0}' clreduce min -t f64 --format jsonl - <<<-0
    expect_exit 0 clreduce minmax --save six.acc six.txt
    expect_output $'min,max\n1,6' clreduce merge --csv six.acc
}

try_rows()
{
    expect_output $'index,sum,argmin,argmin.index\n0,6,1,0\n1,15,4,0' \
        clreduce sum,argmin --length 3 --csv six.txt
    expect_output $'{"key":1,"sum":3}\n{"key":2,"sum":3}' \
        clreduce sum --keys - --format jsonl --count 3 six.txt <<<$'1\n1\n2'
    printf '0 1 1\n' >labels.txt
    run clreduce min --labels labels.txt --bins 3 --count 3 --csv six.txt
    expect_same "a result without a value" $'index,min\n0,1\n1,2\n2,empty' "$out"
    clreduce sum --length 2 -o sums.npy six.txt
    expect_output '' cmp sums.npy <(clreduce sum --length 2 --format npy six.txt)
    expect_output $'index,count,nans,zeros,min,q1,median,q3,max,mean,std,sum,argmin,argmax\n0,6,0,0,1,2.25,3.5,4.75,6,3.5,1.707825127659933,21,0,5' \
        clreduce stats --length 6 --csv six.txt
    expect_output $'count\tnans\tzeros\tmin\tq1\tmedian\tq3\tmax\tmean\tstd\tsum\targmin\targmax\n6\t0\t0\t1\t2.2\t3.5\t4.8\t6\t3.5\t1.7\t21\t0\t5' \
        clreduce stats --format tsv --digits 2 six.txt
    expect_output $'{"from":1,"to":3.5,"count":3}\n{"from":3.5,"to":6,"count":3}' \
        clreduce hist --bins 2 --format jsonl six.txt
}

try_tables()
{
    local mean=(clreduce mean --by city --column price --missing skip -q cities.csv)

    expect_output $'{"city":"Oslo","mean(price)":1.26}\n{"city":"a, b","mean(price)":null}\n{"city":"Rome","mean(price)":2}' \
        "${mean[@]}" --format jsonl
    expect_output $'city  mean(price)\nOslo         1.26\na, b             \nRome            2' \
        "${mean[@]}" --format table
    expect_output $'city,mean(price)\nOslo,1.3\n"a, b",\nRome,2' "${mean[@]}" --format csv --digits 2
    expect_error 1 'which no array has' "${mean[@]}" --format npy
}

try_digits()
{
    expect_output '-3.88' clreduce sum --digits 3 real.txt
    expect_output '-3.875' clreduce sum --digits 17 real.txt
    expect_output '-4' clreduce sum --digits 1 real.txt
    expect_output 21 clreduce sum --digits 1 six.txt # whole numbers stay
    expect_output 1e+20 clreduce sum --digits 2 -t f64 - <<<$'99999999999999999999\n0.5'
    expect_json '.results[0].value == -3.9 and .results[0].hex == "-0x1.fp+1"' \
        clreduce sum --digits 2 --json real.txt
    expect_output $'{"sum":0.33}' clreduce sum -t f32 --digits 2 --format jsonl - <<<0.333
}

try_refusals()
{
    expect_error 1 'choose one' clreduce sum --format csv --json six.txt
    expect_error 1 'choose one' clreduce sum --csv --format tsv six.txt
    expect_error 1 '--format is table, csv, tsv, jsonl, json or npy' clreduce sum --format yaml six.txt
    expect_error 1 'are forms of one output' clreduce sum --length 2 --csv -o x.npy six.txt
    expect_error 1 'the only one of all numbers is printed' clreduce sum --format npy six.txt
    expect_error 1 'no array' clreduce stats --format npy six.txt
    expect_error 1 'where --format wants to be' clreduce sum --csv --save - six.txt
    expect_error 1 '--digits takes up to 17' clreduce sum --digits 18 six.txt
}

try_all try_all_numbers try_rows try_tables try_digits try_refusals
