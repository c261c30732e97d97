# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What the verb explain teaches: which of a strategy's costs is the largest, what is lost where items add
# unguarded, what a kernel takes of the device's memory, and operators of the user's own step by step.

# What costs most of many numbers is what the strategy's lesson is about, however few are traced.
try_verdicts()
{
    local strategy worst
    while read -r strategy worst; do
        traced ".worst == \"$worst\" and .check == \"passed\"" "$strategy"
    done <<'VERDICTS'
atomic queue
serial chain
interleaved divergence
strided-index bank_conflicts
sequential idle_items
sequential-host transfer
first-add waiting
unroll-last waiting
unroll-full waiting
grid-stride loads
group-atomic loads
two-kernels loads
two-pass loads
ticket loads
VERDICTS
    expect_words '^What costs most of 1048576 numbers is reading them, .* in flight' \
        clreduce explain two-pass --count 1M
    # One group keeps a single compute unit busy, where there are several.
    traced '.worst == (if .losses.idle_units > 0 then "idle_units" else "loads" end)' one-group
    traced '.notes | any(startswith("The host adds the 2 states"))' sequential-host
    traced '.notes | any(startswith("The host")) | not' sequential
    traced '.notes | any(test("barriers .* of a single wave|of a wave alone"))' first-add
}

# What items add unguarded gets lost, and a run that is right says that it was lucky.
try_unguarded()
{
    local race=(race --unsound --group 16 --items 32)
    expect_json '.traces[0] | .unsound and .check == "failed" and .totals.atomics == 0 and
        .totals.unguarded == 32 and .totals.lost > 0 and .totals.lost < 32' clreduce explain "${race[@]}" --json
    expect_words '[0-9] of 32 unguarded additions are lost' clreduce explain "${race[@]}"
    # Of two groups, the one that is drawn may lose nothing; a group alone does, in a run that a barrier holds.
    expect_words '^   writes .*~7~' clreduce explain race --unsound --group 16 --items 16
    expect_words '^unguarded additions  *32$' clreduce explain "${race[@]}"
    # An item alone in its group may still be lucky. Then that is what is said.
    expect_json '.traces[0] | if .check == "failed" then .totals.lost > 0
        else .check == "lucky" and .lucky_runs >= 1 and (.notes[0] | test("by luck")) end' \
        clreduce explain race --unsound --group 1 --items 2 --json
    expect_json '.traces[0] | .unsound and .check == "failed" and .totals.unguarded_writes == 32 and .totals.lost == 30' \
        clreduce explain collide --unsound --group 16 --items 64 --groups 2 --json
    # What an item takes before another has put it there.
    expect_words '^states taken too early  *[1-9]' clreduce explain no-barriers --unsound --group 64 --items 64
    expect_words 'at least [1-9][0-9]* of 63 states are taken .* too early' \
        clreduce explain no-barriers --unsound --group 64 --items 64
    traced '.unsound == false and .totals.lost == 0 and .totals.taken_early == 0 and .lucky_runs == 0 and .check == "passed"' sequential
    expect_words 'draws ticket 1: the last one' \
        clreduce explain ticket --group 16 --vector 4 --loads 4 --groups 2 --items 512
}

# Memory of kernels, which that of a launch's argument belongs to.
try_memory()
{
    traced '.memory | .local == 1024 and has("private") and .group_limit > 0' sequential
    expect_words '^  local, a group  *1 KiB' clreduce explain sequential --group 128
}

try_operator()
{
    seq 8 >eight.txt
    cat >largest.cl <<'OPERATOR'
typedef int state;
typedef int result;
state identity(void) { return INT_MIN; }
state lift(element x, ulong i) { return x; }
state combine(state a, state b) { return max(a, b); }
result lower(state s, ulong n) { return s; }
OPERATOR
    local own=(--operator largest.cl --commutative -r i32)
    expect_json '.traces[0] | .op == "custom" and .check == "unavailable" and .result == 9' \
        clreduce explain sequential "${own[@]}" --group 16 --items 32 --json
    expect_words '^    cells *5 *6 *7 *8 *(5)' clreduce explain sequential "${own[@]}" -t i32 --group 8 - <eight.txt
    printf '\1\0\0\0\0\0\0\0%.0s' 1 2 3 >matrix.bin
    printf '\0\0\0\0\0\0\0\0' >>matrix.bin
    cat matrix.bin matrix.bin matrix.bin >matrices.bin
    expect_json '.traces[0] | .type == "structs" and .result == [3, 2, 2, 1]' clreduce explain interleaved --json \
        --operator "$source_folder/examples/operators/matrix_product.cl" --element-size 32 -r u64 matrices.bin
    expect_error 1 "say with -r" clreduce explain sequential --operator largest.cl
    expect_error 1 "leave --op max out" clreduce explain sequential "${own[@]}" --op max
    expect_error 1 "name a file that has some" clreduce explain sequential "${own[@]}" --element-size 4
    expect_error 1 "use run/interleaved/store" clreduce explain sequential --operator largest.cl -r i32
    expect_error 2 "cannot be read" clreduce explain sequential --operator nowhere.cl -r i32
}

try_verdicts
try_unguarded
try_memory
try_operator
