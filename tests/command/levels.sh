# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Accuracy levels measured side by side, and the kinds of data that bench measures on. The figures
# are those of a busy machine on small data: what is tested is that they are there, and are checked.

few=(--count 3K --repeat 2)

# The kinds of data of floats that are for sums, as a JSON array.
kinds()
{
    clreduce --help | sed -n 's/^data: *//p' | jq -cR '(. / " ") - ["near-one"]'
}

# levels OP TYPE: three levels run on all data, and no result is wrong; undecided is only what leaves
# the range of an accumulator of f64, which squares of f64 do.
expect_levels()
{
    expect_json ".[0] | [.rows[].data] == $(kinds) and
        ([.levels[] | select(.measured) | .level] == [\"exact\", \"reproducible\", \"fast\"]) and
        ([.levels[] | select(.measured | not) | .reason | length > 10] | all) and
        ([.rows[].measurements[] | .runs == 2 and .gb_per_s > 0 and .speed_over_fast > 0] | all) and
        ([.rows[] | .data as \$d | .measurements[] | .answer == \"right\" or (.level != \"exact\" and
            .answer == \"undecided\" and \"$2\" == \"f64\" and (\$d == \"bits\" or
            \$d == \"subnormal\" or \$d == \"extreme\" or \$d == \"wide-pairs\"))] | all)" \
        clreduce bench "$1" -t "$2" --levels --json "${few[@]}"
}

try_levels()
{
    local type op
    expect_levels var f32
    expect_levels dot f64
    if sweeps; then
        for type in f32 f64 f16; do
            for op in sum dot var; do
                expect_levels $op $type
            done
        done
        expect_levels sum,mean,nrm2 f32
    fi
    expect_words '^lognormal .* us .* us' clreduce bench --levels "${few[@]}"
    expect_words '^reproducible *strategy ordered' clreduce bench --levels "${few[@]}"
    expect_words '^relaxed *not measured: its kernels are those of level fast' \
        clreduce bench --levels "${few[@]}"
    expect_words '^| sorted | ' clreduce bench --levels --markdown "${few[@]}"
    run clreduce bench --levels "${few[@]}"
    [ "$code" = 0 ] && [ "$(wc -L <<<"$out")" -le 100 ]
    judge $? "expected lines of at most 100 columns" clreduce bench --levels
}

try_other_operators()
{
    expect_json '.[0] | ([.rows[].data] == ["near-one"]) and
        ([.levels[] | select(.measured).level] == ["reproducible", "fast"])' \
        clreduce bench prod --levels --json "${few[@]}"
    expect_json '.[0] | [.rows[].data] == ["uniform", "sorted", "constant", "half-zero"] and
        ([.rows[].measurements[] | .answer == "right"] | all)' \
        clreduce bench sum -t i32 --levels --json "${few[@]}"
}

try_forms()
{
    run clreduce bench --levels --data bits,sorted --csv --sizes 1K,2K --repeat 1
    [ "$code" = 0 ] && [ "$(wc -l <<<"$out")" = 13 ] && [[ $out == device,op,type,data,level,* ]]
    judge $? "expected a heading and twelve lines" clreduce bench --levels --csv
    expect_json '[.[] | .input.count, (.rows | length)] == [1024, 1, 2048, 1]' \
        clreduce bench --levels --data bits --sizes 1K,2K --repeat 1 --json
}

try_data()
{
    expect_json '[.[].input.data] == ["uniform"]' clreduce bench --json "${few[@]}"
    expect_json '[.[].input.data] == ["near-one"]' clreduce bench prod --json "${few[@]}"
    expect_json '[.[] | .input.data, .check] == ["cancelling", "passed", "subnormal", "passed"]' \
        clreduce bench --data cancelling,subnormal --json "${few[@]}"
    expect_json '[.[] | .input.data, .check] == ["extreme", "passed"]' \
        clreduce bench --data extreme --json "${few[@]}"
    expect_json '[.[].input.data] == ["sorted", "bits"]' \
        clreduce bench --strategies auto --data sorted,bits --json "${few[@]}"
    expect_json "[.[].input.data] == $(kinds)" clreduce bench --data all --json "${few[@]}"
    expect_error 1 "did you mean 'lognormal'" clreduce bench --data lognormel
    expect_error 1 "named twice" clreduce bench --data bits,sorted,bits
    expect_error 1 "there is no bits data of type i32" clreduce bench --data bits -t i32
    expect_error 1 "leave --strategies out" clreduce bench --levels --strategies auto
    expect_error 1 "leave --accuracy out" clreduce bench --levels -a exact
    expect_error 1 "leave --levels out" clreduce bench --levels --sizes 1K --plot x.gp
    expect_error 1 "leave one of --data" clreduce bench --data all --sizes 1K --plot x.gp
}

try_levels
try_other_operators
try_forms
try_data
