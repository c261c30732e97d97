# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Strategies that are named: the level that they fold at, and what they launched as all reports tell
# it.

# The level of a strategy that is named is that of the ladder, which a note says.
try_level()
{
    put_npy f32 little 1 2 3 -1.5 >floats.npy
    run clreduce sum -s first-add floats.npy
    [ "$code" = 0 ] && [ "$out" = 4.5 ] && [ "$(wc -l <<<"$err")" = 1 ] &&
        [[ $err == *"strategy first-add"*"folds at level fast"* ]]
    judge $? "expected a note of one line" clreduce sum -s first-add floats.npy
    expect_words 'pair/sequential/store.*level fast' clreduce sum -s pair/sequential/store floats.npy
    expect_words 'level relaxed' clreduce sum -s atomic floats.npy
    expect_output 4.5 clreduce sum -q -s first-add floats.npy
    expect_output 4.5 clreduce sum -a fast -s first-add floats.npy
    expect_output -1.5 clreduce min -s first-add floats.npy
    expect_json '.accuracy == "fast"' clreduce sum -s first-add --json floats.npy
    expect_json '.accuracy == "exact"' clreduce sum -a exact -s first-add --json floats.npy
    expect_json '.accuracy == "exact"' clreduce sum -s auto --json floats.npy
    expect_json '.accuracy != "fast"' clreduce sum -s ordered --json floats.npy
    expect_json '.plans[0].accumulator == "f64" or .plans[0].accumulator == "double-f32"' \
        clreduce explain first-add --json floats.npy
}

# What is told is what was launched, whatever a launch could have.
try_launched()
{
    local kernels='[.kernels[] | .kernel, .launches, .groups, .group_size]'
    local two='"clr_reduce", 1, 4, 16, "clr_reduce_again", 1, 1, 16'
    local how=(-s sequential --group 16 -a fast)
    head -c 64 /dev/zero >bytes.raw
    # Input that comes in pieces ends with a launch that delivers.
    expect_json "$kernels == [$two, \"clr_reduce\", 1, 1, 16] and .launches == 2 and .end_launches == 1 and
        (.kernels[2].does | test(\"delivered\")) and .most.groups > 1000" \
        clreduce sum "${how[@]}" --json --raw -t u8 bytes.raw
    expect_words 'clr_reduce, 4 groups of 16 work-items' clreduce sum "${how[@]}" -v --raw -t u8 bytes.raw
    expect_json "[.kernels[].launches] == [4, 4, 1] and [.launches, .end_launches] == [8, 1]" \
        clreduce sum "${how[@]}" --json --chunk 16 --group 4 --raw -t u8 - <bytes.raw
    expect_json ".plans[0] | $kernels == [$two] and .launches == 2" \
        clreduce explain sequential --group 16 --json --raw -t u8 bytes.raw
    expect_json '.plans[0] | [.kernels[].group_size] == [1, 256, 1] and .launches == 3' \
        clreduce explain atomic --group 256 --json --raw -t u8 bytes.raw
    expect_json ".[0] | $kernels == [$two] and .launches == 2" \
        env "${small_buffers[@]}" clreduce bench "${how[@]}" --count 64 --repeat 2 --json
    expect_json ".[0].strategies[0] | $kernels == [$two] and .launches == 2" \
        env "${small_buffers[@]}" clreduce bench --strategies sequential --group 16 --count 64 --repeat 2 --json
    expect_words 'sequential *4 x 16 + 1 x 16' \
        env "${small_buffers[@]}" clreduce bench --strategies sequential --group 16 --count 64 --repeat 2
    # A strategy has as many launches wherever they are counted; a log has none of the one that makes the cell ready.
    expect_words '^atomic  *one/none/atomic  *3 ' clreduce strategies
    expect_json '[.launches, .end_launches] == [3, 3]' clreduce sum -s atomic --json --raw -t u8 bytes.raw
    expect_words '3 launches, and 3 at the end of the input' clreduce sum -s atomic -v --raw -t u8 bytes.raw
    expect_json '.[0].strategies[0].launches == 3' env "${small_buffers[@]}" clreduce bench --strategies atomic --count 64 --repeat 2 --json
    expect_json '.traces[0] | .totals.launches == 3 and (.notes | any(test("^1 of the 3")))' \
        clreduce explain atomic --group 16 --items 64 --json
    expect_words '^launches  *3$' clreduce explain atomic --group 16 --items 64
    local of
    for of in static dynamic; do
        run clreduce explain sequential --group 16 --local $of --json --raw -t f32 bytes.raw
        expect_same "local memory, $of" 128 "$(jq '.plans[0].memory.local' <<<"$out")"
    done
}

try_level
try_launched
