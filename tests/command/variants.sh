# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What bench measures beside strategies: how much wrong ones lose, lists of sizes, and maps apart.

few=(--count 20K --repeat 2)
export "${small_buffers[@]}"

# How much is lost is measured.
try_lost()
{
    expect_json '.[0].strategies | .[0].lost >= 0 and .[1].lost > 0.97 and
        (map(.answer) | unique) == ["wrong by design"]' \
        clreduce bench --strategies race,collide --unsound --group 64 --count 100K --repeat 2 --json
}

try_sweep()
{
    local how=(-s sequential -a fast --group '16,1e9,32' "${few[@]}")
    expect_json '.[0].strategies | map([.strategy, .asked_group, .state]) == [
        ["sequential", 16, "measured"], ["sequential", 1000000000, "unsupported"],
        ["sequential", 32, "measured"]] and (.[1].reason | test("group size of 1000000000")) and
        [.[0, 2].sizes.group_size] == [16, 32]' clreduce bench "${how[@]}" --json
    expect_json '.[0].strategies | map([.asked_vector, .asked_loads]) == [[1,1],[4,1],[1,2],[4,2]]' \
        clreduce bench -t i32 --vector 1,4 --loads 1,2 --json "${few[@]}"
    run clreduce bench "${how[@]}" --plot sweep.gp
    [ "$code" = 0 ] && grep -q 'group 1000000000  *a group size' <<<"$out" &&
        grep -q "set xlabel 'work-items a group'" sweep.gp &&
        grep -q '^16 [0-9.]' sweep.gp && ! grep -q '^1000000000' sweep.gp
    judge $? "expected a script of curves over the group's size" clreduce bench --group --plot
    expect_error 1 "'clreduce bench' tries several" clreduce sum --group 8,16 x.npy
    expect_error 1 "whole number, and in bench" clreduce bench --group 8,x
    expect_error 1 "leave --sizes out" clreduce bench --group 8,16 --sizes 1e3
    expect_error 1 "more than 256 combinations" \
        clreduce bench --group 1,2,3,4,5,6,7,8,9,10,11 --vector 1,2,4,8,16 --loads 1,2,4,8,16 "${few[@]}"
}

# A map as a kernel of its own: the same result, one launch more.
try_unfused()
{
    local what
    for what in 'dot -t i32' 'dot -t f16 -a fast'; do
        # shellcheck disable=SC2086 # two words and more
        expect_json '.[0].strategies | map(.unfused) == [null, true] and
            map(.answer) == ["right", "right"] and .[1].launches == .[0].launches + 1' \
            clreduce bench $what --unfused --json "${few[@]}"
    done
    expect_words '^map, then two-pass  *[0-9]* x 256 + ' \
        clreduce bench sum --map 'x / 3 + i' -t i32 -s two-pass --unfused "${few[@]}"
    expect_error 1 "sum has nothing to map: say --map, or take dot" clreduce bench --unfused
    expect_error 1 "leave --levels out" clreduce bench dot --unfused --levels
}

try_all try_lost try_sweep try_unfused
