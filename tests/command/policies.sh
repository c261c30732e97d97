# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# NaN and overflow policies, and results that there are not.

put_npy f32 little 3 -1.5 2 0.5 >a.npy

try_policies()
{
    put_npy f32 little 1 nan 3 nan >nan.npy
    expect_output $'max nan\nargmax nan 1\nmean nan\ncount 4' clreduce max,argmax,mean,count "${quick[@]}" nan.npy
    expect_output $'max 3\nargmax 3 2\nmean 2\ncount 2' \
        clreduce max,argmax,mean,count --nan ignore "${quick[@]}" nan.npy
    put_npy f32 little nan nan >nans.npy
    expect_output $'any 1\nall 1\ncount 2' clreduce any,all,count nans.npy # a NaN is not 0
    expect_output $'any 0\nall 1\ncount 0' clreduce any,all,count --nan ignore nans.npy
    expect_words 'NaN is not' clreduce help all
    put_npy f32 little 0 nan 2 >zero.npy
    put_npy f32 little inf 1 3 >infinite.npy
    expect_output nan clreduce dot --nan ignore "${quick[@]}" zero.npy infinite.npy # 0 * inf is no NaN of the input
    expect_output 6 clreduce dot --nan ignore "${quick[@]}" <(put_npy f32 little 0 nan 2) <(put_npy f32 little 1 1 3)
    expect_output 0 clreduce sum --nan ignore "${quick[@]}" nans.npy
    expect_error 2 "max .*no value" clreduce max --nan ignore nans.npy
    expect_error 2 "var .*no value" clreduce var --ddof 4 "${quick[@]}" a.npy
    expect_error 2 "mean .*no value" clreduce mean "${quick[@]}" --text </dev/null
    expect_error 1 "propagate or ignore, not 'skip'" clreduce sum --nan skip a.npy
    echo 9223372036854775807 1 >wide.txt
    expect_output -9223372036854775808 clreduce sum --text -t i64 wide.txt
    expect_error 2 "sum .*--overflow wrap" clreduce sum --overflow detect --text -t i64 wide.txt
    expect_output 9223372036854775808 clreduce sum --overflow detect --text -t u64 wide.txt
    expect_output 9223372036854775807 clreduce sum --overflow detect --text -t i64 \
        <<<'9223372036854775807 1 -1'
    expect_error 1 "wrap or detect" clreduce sum --overflow saturate a.npy
    expect_error 1 "takes a whole number" clreduce var --ddof -1 a.npy
}

try_policies
