# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# bench on several kinds of data: each shape is measured and checked on all of them, and people have one
# table, worst first. The figures are those of a busy machine on small data: what is tested is that
# they are there, and what they are a multiple of.

# Every shape on several kinds of data: results of all are checked, and the first kind is the measure.
try_shapes()
{
    local shape
    local few=(--repeat 2 --check)
    local shapes=("--length 7 --count 3K" "--bins 9 --count 3K" "--count 3K")
    sweeps && shapes+=("--axis 0 --extents 30x101" "--segments zipf --length 5 --count 3K")
    for shape in "${shapes[@]}"; do
        # shellcheck disable=SC2086
        expect_json '[.[].input.data] == ["uniform", "infinities", "nan", "ends"] and
            ([.[].check] | unique == ["passed"]) and .[0].time_over_first_data == 1 and
            ([.[].time_over_first_data > 0] | all)' \
            clreduce bench sum $shape --data uniform,infinities,nan,ends --json "${few[@]}"
    done
}

# Rows of which nothing counts have no value to check.
try_policy()
{
    expect_json '[.[] | .check, .results_checked] == ["passed", 438, "passed", 438]' \
        clreduce bench sum,max --length 7 --nan ignore --count 3K --repeat 1 --check --data nans,nan --json
}

# Plain C loops are for finite numbers.
try_loops()
{
    expect_json '[.[] | .check, (.measurements | length)] == ["passed", 3, "passed", 2]' \
        clreduce bench max --count 3K --repeat 2 --data largest,nans --json
}

# Of several lengths each has the first kind's time at the same length as its measure.
try_lengths()
{
    local few=(--count 3K --data "nans,bits" --repeat 2)
    expect_json '([.[] | .input.data, .shape.length] == ["nans", 4, "nans", 1024, "bits", 4, "bits", 1024]) and
        .[0].time_over_first_data == 1 and .[1].time_over_first_data == 1 and
        ([([2, 3][] as $i | .[$i].time_over_first_data * .[$i - 2].shaped.seconds.median /
            .[$i].shaped.seconds.median) | . > 0.999 and . < 1.001] | all)' \
        clreduce bench max --lengths 4,1K --json "${few[@]}"
    run clreduce bench max --length 7 --csv "${few[@]}"
    [ "$code" = 0 ] && [ "$(wc -l <<<"$out")" = 3 ] && [[ ${out%%$'\n'*} == *,time_over_first_data ]]
    judge $? "expected a heading and two lines" clreduce bench max --length 7 --data nans,bits --csv
}

# worst_first OPTION... : the table has a row for each kind of data of floats, the last column descends,
# and that of uniform data is 1.
worst_first()
{
    local ratios
    run clreduce bench "$@" --data all --repeat 1
    ratios=$(sed -n '/^data /,/^$/p' <<<"$out" | awk 'NR > 1 && NF {print $NF}')
    [ "$code" = 0 ] && [ "$(wc -l <<<"$ratios")" = 25 ] && sort -rgc <<<"$ratios" && [ "$(wc -L <<<"$out")" -le 100 ] &&
        grep -q '^uniform .* 1[.]00$' <<<"$out" && grep -q '^data .* over uniform$' <<<"$out"
    judge $? "expected 25 rows, worst first" clreduce bench "$@" --data all
}

try_table()
{
    worst_first sum --length 8 --count 3K
    worst_first sum --count 3K
    expect_words '^| bits *| rows of 8 *|' \
        clreduce bench --length 8 --data nan,bits --count 3K --repeat 1 --markdown
    expect_words 'over nan' clreduce bench --length 8 --data nan,bits --count 3K --repeat 1
}

try_shapes
try_policy
try_loops
try_lengths
try_table
