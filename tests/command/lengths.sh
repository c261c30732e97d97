# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# bench of many results: rows, axes, segments and labels that it makes itself. The figures are those
# of a busy machine on small data: what is tested is that they are there, what was counted as bytes,
# and that every result was right.

few=(-t i32 --count 3K --repeat 2 --check --json)

# measured FILTER OPTION... : one shape, measured twice beside the flat plan, and right.
measured()
{
    local filter=$1
    shift
    expect_json "length == 1 and (.[0] | .check == \"passed\" and .results_checked == .shape.results and
        .shaped.runs == 2 and .flat.runs == 2 and .shaped.gb_per_s > 0 and .flat.gb_per_s > 0 and
        .speed_over_flat > 0 and ($filter))" clreduce bench "$@"
}

try_rows()
{
    measured '.shape == {kind: "rows", drawn: "", extents: [438, 7], steps: [1, 1], axes: [1], length: 7, results: 438} and
        .bytes == 4 * 438 * 8' max --length 7 "${few[@]}"
    if sweeps; then
        measured '.bytes == 4 * 2 * 3072 + 8 * 1024' dot --length 3 "${few[@]}"
        measured '.bytes == 4 * 3000 + 30 * (4 + 8 + 4 + 4)' argmin,minmax --length 100 "${few[@]}"
        measured '.accuracy == "exact" and .bytes == 4 * (3000 + 30)' \
            sum -t f32 -r f32 --length 100 --count 3000 --repeat 2 --check --json
    fi
    expect_json '[.[].shape.length] == [1, 1024] and ([.[].check] | unique == ["passed"])' \
        clreduce bench max --lengths 1,1K "${few[@]}"
    expect_json '[.[].shape.length] | .[:8] == [1, 2, 3, 4, 5, 7, 8, 15] and max == 1024' \
        clreduce bench max -t i32 --lengths all --count 3K --repeat 1 --json
}

# Of operators that select, the median alone.
try_medians()
{
    measured '.op == "median" and .bytes == 4 * 3000 + 8 * 30' median --length 100 -t i32 \
        --count 3000 --repeat 2 --check --json
    expect_error 1 "alone" clreduce bench median,max --length 100
    expect_error 1 "alone" clreduce bench topk:2 --length 100
    expect_error 1 "--length 1000" clreduce bench median
}

try_axes()
{
    measured '.shape == {kind: "axes", drawn: "", extents: [3, 4, 50], steps: [1, 1, 1], axes: [0, 2], length: 0, results: 4} and
        .bytes == 4 * (600 + 4)' max -t i32 --axis 0,-1 --extents 3x4x50 --repeat 2 --check --json
    measured '.shape.steps == [-1, 1, 3] and .input.count == 1800 and .bytes == 4 * (600 + 12)' \
        max -t i32 --axis 2 --extents -3x4x50/3 --repeat 2 --check --json
    measured '.shape.results == 50' max -t i32 --axis 0,1 --extents 3/2x-4x-50 --repeat 2 --check --json
    measured '.shape.results == 2048' max -t i32 --axis 0 --extents 5x2K --repeat 2 --check --json
}

try_segments()
{
    local kind
    for kind in fixed uniform zipf; do
        measured ".shape.kind == \"segments\" and .shape.drawn == \"$kind\" and .shape.length == 5 and
            .shape.results == 615 and .bytes > 4 * 2500 and .bytes <= 4 * (3072 + 615 + 616)" \
            max --segments $kind --length 5 "${few[@]}"
    done
    measured '.shape.drawn == "giant" and .shape.results == 1537 and .bytes == 4 * (3072 + 1538 + 1537)' \
        max --segments giant "${few[@]}"
    measured '.shape.kind == "runs" and .shape.drawn == "" and .shape.length == 5 and .shape.results == 615 and
        .bytes == 4 * (3072 + 3072 + 615)' max --segments keys --length 5 "${few[@]}"
}

try_labels()
{
    local kind
    for kind in uniform zipf sorted one; do
        measured ".shape.kind == \"labels\" and .shape.drawn == \"$kind\" and .shape.results == 9 and
            .bytes == 8 * 3072 + 8 * 9" sum --bins 9 --spread $kind "${few[@]}"
    done
    measured '.shape.kind == "labels along axes" and .shape.axes == [0, 2] and .shape.results == 9 * 4 and
        .bytes == 4 * (600 + 150) + 8 * 36' \
        sum -t i32 --bins 9 --axis 0,-1 --extents 3x-4x50 --repeat 2 --check --json
    measured '.shape.drawn == "one" and .shape.results == 9 * 20' \
        argmin -t f32 --bins 9 --spread one --axis 0 --extents 300x20 --repeat 2 --check --json
}

try_forms()
{
    expect_words '^axis 1 of 2x-9/2 ' clreduce bench max -t i32 --axis 1 --extents 2x-9/2 --repeat 1
    expect_words '^rows of 1,024 *3 ' clreduce bench max -t i32 --lengths 4,1K --count 3K --repeat 1
    expect_words '^| axis 1 of 2x9 *| *2 |' clreduce bench max -t i32 --axis 1 --extents 2x9 --repeat 1 --markdown
    run clreduce bench max -t i32 --lengths 4,1K --count 3K --repeat 1 --csv
    [ "$code" = 0 ] && [ "$(wc -l <<<"$out")" = 3 ] && [[ $out == device,op,type,data,accuracy,shape,* ]]
    judge $? "expected a heading and two lines" clreduce bench max --lengths --csv
}

try_bench_refusals()
{
    local extents
    expect_error 1 "belong together" clreduce bench --axis 1
    expect_error 1 "belong together" clreduce bench --extents 4x4
    expect_error 1 "an array of 2 axes" clreduce bench --axis 2 --extents 4x4
    expect_error 1 "names axis 1 twice" clreduce bench --axis 1,-1 --extents 4x4
    expect_error 1 "leave --count out" clreduce bench --axis 1 --extents 4x4 --count 16
    for extents in 4x 4/0x4 4x-0 4x4/ --4 4x+4; do
        expect_error 1 "with an x between them" clreduce bench --axis 1 --extents "$extents"
    done
    expect_error 1 "beyond this machine's memory" clreduce bench --axis 0 --extents 4Tx4Tx4T
    expect_error 1 "choose one" clreduce bench --length 8 --bins 4
    expect_error 1 "choose one" clreduce bench --length 8 --lengths 8
    expect_error 1 "all, or up to" clreduce bench --lengths 8,0
    expect_error 1 "a length of 2048 is more than the 1024" clreduce bench --lengths 8,2K --count 1K
    expect_error 1 "fixed, uniform, zipf, giant or keys, not 'two'" clreduce bench --segments two --length 8
    expect_error 1 "needs a mean --length" clreduce bench --segments uniform
    expect_error 1 "lengths of their own" clreduce bench --segments giant --length 8
    expect_error 1 "uniform, zipf, sorted or one, not 'two'" clreduce bench --spread two
    expect_error 1 "leave --levels out" clreduce bench --length 8 --levels
    expect_error 1 "leave --sizes out" clreduce bench --length 8 --sizes 1K
    expect_error 1 "no use for --spread" clreduce sum --spread one
}

try_rows
try_medians
try_axes
try_segments
try_labels
try_forms
try_bench_refusals
