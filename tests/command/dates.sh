# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Dates in tables: groups by parts of them, what is reduced of them, and what is said where a field is
# none. tests/test_iso_date.c has the forms that are read, tests/tables.py compares long tables.

cat >log.csv <<'END'
time,price,k
2026-11-30T23:30:00-05:00,1.5,a
2026-12-01 00:10:00+02:00,2,b
2026-12-01t10:00:00.25z,4,a
20261201T100530Z,8,b
END

try_groups()
{
    expect_output $'year(time)\tsum(price)\n2026\t15.5' clreduce sum --by 'year(time)' --column price log.csv
    expect_output $'month(time)\tsize\n2026-11\t1\n2026-12\t3' clreduce size --by 'month(time)' log.csv
    # the date as it is written, not the one of UTC
    expect_output $'day(time)\tsize\n2026-11-30\t1\n2026-12-01\t3' clreduce size --by 'day(time)' log.csv
    expect_output $'hour(time)\tk\tsize\n2026-11-30T23\ta\t1\n2026-12-01T00\tb\t1\n2026-12-01T10\ta\t1\n2026-12-01T10\tb\t1' \
        clreduce size --by 'hour(time),k' log.csv
    expect_output $'minute(time)\tsize\n2026-12-01T10:05\t1\n2026-12-01T10:00\t1' \
        clreduce size --by 'minute(time)' --sort '-minute(time)' --top 2 log.csv
    expect_output $'week(d)\tsize\n2020-W53\t2\n2021-W01\t1' clreduce size --by 'week(d)' <<<$'d\n2021-01-03\n2020-12-28\n2021-01-04'
    expect_json '.groups == 4 and .rows[0] == {"day(time)": "2026-11-30", "time": "2026-11-30T23:30:00-05:00", "year(time)": "2026", "size": 1}' \
        clreduce size --by 'day(time),time,year(time),day(time)' --json log.csv
    expect_output $'file\tday(time)\tsize\nlog.csv\t2026-12-01\t2\nlog.csv\t2026-12-01\t2' \
        clreduce size --each --by 'day(time)' --where 'k == "b"' log.csv log.csv
    expect_output $'hour(t)\tsize\n2026-11-30T10\t1' \
        clreduce size --by 'hour(t)' --missing skip <<<$'{"t":"2026-11-30T10:00:00Z"}\n{"t":null}'
}

# shellcheck disable=SC2016 # ${...} is a column
try_columns()
{
    expect_output $'day(1)\tsize\n2026-11-30\t2' clreduce size --by 'day(1)' --no-header <<<$'2026-11-30\n20261130'
    expect_output $'day(time)\tsize\n2026-11-30\t1\n2026-12-01\t3' clreduce size --by 'day(1)' --header log.csv
    expect_output $'day(a,b)\tc\tsize\n2026-11-30\tx\t1' clreduce size --by 'day(${a,b}),c' <<<$'"a,b",c\n2026-11-30,x'
    expect_output $'day(d)\tsize\n1\t1' clreduce size --by 'day(d)' <<<$'d,day(d)\n2026-11-30,1'
    expect_error 1 'is the first line a header' clreduce size --by 'day(1)' log.csv
    expect_error 2 'has no column named "tme"; its columns are "time"' clreduce size --by 'day(tme)' log.csv
    expect_error 1 "--by 'quarter(time)': no column has this name, and of dates there are year()" \
        clreduce size --by 'quarter(time)' log.csv
    expect_error 2 'has no column named "day(time)"' clreduce size --by '${day(time)}' log.csv
    expect_error 2 'has no column named "day(time)"' clreduce size --by 'day(day(time))' log.csv
    expect_error 2 'has no column named ""' clreduce size --by 'day()' log.csv
    expect_error 2 'has no column named "day(time)"' clreduce max --column 'day(time)' log.csv
}

try_reductions()
{
    expect_output $'min 2026-11-30T22:10:00Z\nmax 2026-12-01T10:05:30Z\nmean 2026-12-01T05:41:22.5625Z\nargmin 2026-11-30T22:10:00Z 1\nsize 4' \
        clreduce min,max,mean,argmin,size --column time --date log.csv
    expect_output $'k,min(time),max(time)\nb,2026-11-30T22:10:00Z,2026-12-01T10:05:30Z\na,2026-12-01T04:30:00Z,2026-12-01T10:00:00.25Z' \
        clreduce minmax --by k --column time --date --csv --sort 'min(time)' log.csv
    expect_json '.rows[1] == {"k": "b", "argmax(time)": "2026-12-01T10:05:30Z", "argmax(time).index": 3}' \
        clreduce argmax --by k --column time --date --json log.csv
    # as far as the column's dates go
    expect_output $'column\tmin\tmax\nd\t2026-11-30\t2026-12-01\ne\t2026-11-30T00:00:00\t2026-11-30T10:00:00' \
        clreduce min,max --column d,e --date <<<$'d,e\n2026-11-30,2026-11-30 10:00\n2026-12-01,2026-11-30 00:00'
    expect_output 2026-11-30T12:00:00 clreduce mean --column d --date <<<$'d\n2026-11-30\n2026-12-01'
    expect_output $'min 0001-01-01T00:00:00Z\nmax 9999-12-31T23:59:59.999999Z' \
        clreduce min,max --column d --date <<<$'d\n0001-01-01\n9999-12-31T23:59:59.999999Z'
    expect_output 2026-11-30 clreduce max --column 1 --date --no-header <<<2026-11-30
    expect_error 2 'max(d) has no value' clreduce max --column d --date <<<d
    expect_json '.rows == [{"max(d)": null}]' clreduce max -q --column d --date --json <<<d
}

# Of columns that --date reads conditions compare moments, of others texts.
try_conditions()
{
    local moments=(clreduce size --column time --date log.csv --where)
    expect_output 3 "${moments[@]}" 'time >= "2026-12-01"'
    expect_output 1 "${moments[@]}" 'x < "2026-12"'
    expect_output 0 "${moments[@]}" 'time >= "2027"'
    expect_output 2 "${moments[@]}" 'time in ("2026-12-01T10:05:30Z", "2026-12-01T05:30+01:00")'
    expect_output 2 clreduce size --where 'time < "2026-12-01t"' log.csv
    expect_output $'column\tmax\na\t2026-01-01\nb\t2026-01-02' \
        clreduce max --column a,b --date --where 'a < b' <<<$'a,b\n2026-01-01,2026-01-02\n2026-02-01,2026-01-02'
    expect_output 1 clreduce size --column d --date --missing skip --where 'd == ""' <<<$'d,k\n,1\n2026-12-01,2'
    expect_output 1 clreduce size --column d --date --missing skip --where 'd < "2027"' <<<$'d,k\n,1\n2026-12-01,2'
    expect_error 1 "'soon' is compared with dates, of which --date tells, and is none" "${moments[@]}" 'time < "soon"'
    expect_error 2 'line 3, column 1 ("d"): "y" is no date of ISO 8601' \
        clreduce size --column d --date --where 'd < "2027"' <<<$'d,k\n2026-12-01,1\ny,2'
    expect_error 2 'is not a number of type f64; it is a date' "${moments[@]}" 'time < 2027'
}

try_missing()
{
    expect_error 2 'line 3, column 1 ("d"): the field is empty: --missing skip leaves missing dates out' \
        clreduce size --by 'day(d)' <<<$'d,e\n2026-11-30,1\n,2'
    expect_error 2 'line 2, column 1 ("d"): "NA" is no date: --missing skip' \
        clreduce max --column d --date <<<$'d,e\nNA,2'
    # a row without a date is in no group, and counted by indices
    expect_output $'day(d)\targmax(e)\targmax(e).index\n2026-11-30\t5\t3' \
        clreduce argmax --by 'day(d)' --column e --missing skip <<<$'d,e\n2026-11-30,1\n,7\nNA,8\n2026-11-30,5'
    expect_output $'k\tmax(d)\n1\t\n2\t2026-12-01' \
        clreduce max -q --by k --column d --date --missing skip <<<$'d,k\n,1\n2026-12-01,2\n-,2'
    expect_output $'day(d)\tsize\n2026-11-30\t1' \
        clreduce size --by 'day(d)' --missing skip --missing-text 1900-01-01 <<<$'d\n1900-01-01\n2026-11-30'
}

try_refusals()
{
    expect_error 2 'line 3, column 3 ("k"): "a" is no date of ISO 8601, such as' \
        clreduce size --by 'day(k)' <<<$'a,b,k\n1,1,2026-11-30\n1,1,a'
    expect_error 2 'line 2, column 1 ("d"): "2026-02-30" is no date: there is no such day or time' \
        clreduce size --by 'day(d)' <<<$'d\n2026-02-30'
    expect_error 2 '"24/12/2026" is no date of ISO 8601' clreduce max --column d --date <<<$'d\n24/12/2026'
    expect_error 2 '"2026-11-30" has no hour: day()' clreduce size --by 'hour(d)' <<<$'d\n2026-11-30'
    expect_error 2 '"2026-11-30T14" has no minute' clreduce size --by 'minute(d)' <<<$'d\n2026-11-30T14'
    # what is left out need not be a date
    expect_output $'day(d)\tsize\n2026-11-30\t1' clreduce size --by 'day(d)' --where 'k == 1' <<<$'d,k\nx,0\n2026-11-30,1'
    expect_error 2 "is not a number of type f64; it is a date: clreduce min,max,mean --date reads dates, and --by 'day(time)'" \
        clreduce max --column time log.csv
    expect_error 1 'sum of dates is no date: --date has min' clreduce sum --column time --date log.csv
    expect_error 1 '--date is about columns that are reduced' clreduce max --column all --date log.csv
    expect_error 1 '--date is about columns that are reduced' clreduce size --by k --date log.csv
    expect_error 1 '--map is about numbers, and --date has dates' clreduce max --map 'price*2' --date log.csv
    expect_error 1 '--type is about numbers' clreduce max --column time --date -t f64 log.csv
    expect_error 1 '--result is about numbers' clreduce mean --column time --date -r f32 log.csv
    expect_error 1 '--length does not go with tables, which --by, --date,' clreduce max --column time --date --length 2 log.csv
    expect_error 1 '--missing nan is about numbers' clreduce max --column time --date --missing nan log.csv
}

try_all try_groups try_columns try_reductions try_conditions try_missing try_refusals
