# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# The verb explain: what it counts of the strategies of the textbook, as their kernels log it, what
# it draws, what it says of a file, and what it refuses.

# The steps of the first group, without the one that loads.
tree='.groups[0].steps[1:]'

try_counts()
{
    traced '.check == "passed" and .count == 256 and .totals.launches == 2' interleaved
    traced "$tree | length == 7 and all(.waves_full == 0 and .bank_conflicts == 0) and
        (.[:5] | all(.waves_divergent == 4))" interleaved
    traced "[${tree}[].active] == [64, 32, 16, 8, 4, 2, 1]" interleaved
    traced '.worst == "divergence"' interleaved

    traced "($tree | map(.bank_conflicts)) == [12, 18, 21, 21, 9, 3, 0]" strided-index
    traced "(${tree}[:2] | all(.waves_divergent == 0)) and (${tree}[2:] | all(.waves_divergent == 1))" \
        strided-index
    traced '.worst == "bank_conflicts"' strided-index

    traced ".totals.bank_conflicts == 0 and ($tree | map(.waves_divergent)) == [0, 0, 1, 1, 1, 1, 1]" \
        sequential
    traced '.totals.items == 256 and .totals.never_add == 128 and .worst == "idle_items"' sequential

    traced '.totals.never_add == 0 and .count == 512 and .groups[0].steps[0].active == 128' first-add
    traced ".totals.bank_conflicts == 0 and .worst == \"waiting\"" first-add

    traced '.worst == "chain" and .totals.atomics == 2 and .groups[0].steps[1].active == 1' serial
    traced '.worst == "queue" and .totals.atomics == 256' atomic
}

# Wider waves and other banks are counted for, not run on.
try_machines()
{
    traced "(${tree}[:6] | all(.waves_divergent == 2)) and .wave == 64" interleaved --wave 64
    traced "($tree | map(.waves_divergent)) == [0, 1, 1, 1, 1, 1, 1]" sequential --wave 64
    traced '.totals.bank_conflicts > 252' strided-index --banks 16
    traced '.totals.bank_conflicts == 0' sequential --banks 16
}

try_reductions()
{
    local op type
    for op in sum prod min max argmax minmax count dot var nrm2; do
        sweeps || [[ $op == @(argmax|var) ]] || continue
        traced ".check == \"passed\" and .op == \"$op\"" sequential --op "$op"
    done
    for type in i8 u16 i64 f16 bf16 f32 f64; do
        sweeps || [[ $type == f16 ]] || continue
        traced ".check == \"passed\" and .type == \"$type\"" interleaved -t "$type"
    done
    # No state is taken too early by any that is right, of any operator.
    traced '.totals.taken_early == 0' sequential --op argmax
    traced '.totals.taken_early == 0' unroll-full --op var
    # Groups of 16 fill no wave of 32.
    traced '[.totals.waves_full, .totals.waves_partial, .totals.waves_divergent] == [0, 3, 0]' atomic --group 16 --items 32
    traced '.count == 100 and .check == "passed"' interleaved --items 100
    traced '.pieces == {load: "pair", group: "serial", finish: "store"}' pair/serial/store
}

try_text()
{
    expect_words 'sum of 256 i32: [0-9]*, which is right' clreduce explain sequential
    expect_words '^  1 merge  *64    2 .*####.* \.\.\.\.' clreduce explain sequential
    expect_words '^  1 merge .*++++' clreduce explain interleaved
    expect_words '█' env LC_ALL=C.UTF-8 clreduce explain sequential
    expect_words '1 more group likewise' clreduce explain sequential
    expect_words '^in all  *interleaved  *sequential$' clreduce explain interleaved sequential
    expect_words '^bank conflicts  *0  *252$' clreduce explain interleaved strided-index
    expect_words '^    cells  *138 ' clreduce explain sequential --group 16 # 3 + 0 + 7 + 4 + ...
}

try_pictures()
{
    if ! command -v xmllint >/dev/null; then
        skip "pictures are well-formed: xmllint is not installed"
        return
    fi
    expect_exit 0 clreduce explain interleaved strided-index --svg two.svg --html two.html
    expect_output '' xmllint --noout two.svg
    expect_output '' xmllint --noout two.html
    # Two launches of eight steps each, of either strategy.
    expect_output 32 xmllint --xpath "count(//*[@class='step'])" two.svg
    expect_output 64 xmllint --xpath \
        "count((//*[@class='step'])[2]//*[@class='active'])" two.svg
    expect_same "nothing is left beside the files" "two.html two.svg" "$(echo two.*)"
    expect_exit 0 clreduce explain sequential --svg /dev/null
    [ -c /dev/null ]
    judge $? "/dev/null should still be what it was" clreduce explain sequential --svg /dev/null
}

try_files()
{
    seq 1000 >numbers.txt
    put_npy i32 little 5 6 7 >three.npy
    expect_json '.plans[0] | .count == 1000 and .type == "i64" and .strategy != "auto" and
        .launches >= 1 and .group_size >= 1 and (.memory | has("local"))' \
        clreduce explain auto --json numbers.txt
    seq 5000 >many.txt
    expect_json '.traces == []' clreduce explain auto --json many.txt
    expect_json '.traces[0] | .count == 1000 and .result == 500500' clreduce explain sequential --json numbers.txt
    expect_json '.plans[0].type == "i32" and .plans[0].count == 3' \
        clreduce explain ticket --json three.npy
    expect_json '[.plans[].strategy] == ["ticket", "two-pass"]' \
        clreduce explain ticket two-pass --json three.npy
    expect_words 'memory of the kernel' clreduce explain auto numbers.txt
    expect_words 'local, a group' clreduce explain auto - <numbers.txt
    # Asked for a picture, it reduces a long file's first numbers.
    expect_json '.traces[0] | .count == 3 and .result == 18' \
        clreduce explain sequential --json --svg three.svg three.npy
    expect_json '(.plans[0].count == 5000) and (.traces[0] | .count == 100 and .result == 5050)' \
        clreduce explain sequential --json --items 100 --svg many.svg many.txt
    # What cannot log has a plan nevertheless.
    expect_words '^  accumulator  *2176 bits' clreduce explain two-pass -a exact -t f64 numbers.txt
    seq 8 >eight.txt
    expect_same "a tree of one's own numbers" $'1 2 3 4 5 6 7 8\n3 7 11 15\n10 26\n36' \
        "$(clreduce explain interleaved --group 8 - <eight.txt | sed -n 's/^    cells//p' |
            sed 's/([0-9]*)//g; s/  */ /g; s/^ //; s/ $//')"
    expect_exit 0 clreduce explain interleaved --group 8 --svg eight.svg --html eight.html eight.txt
    local name
    for name in eight.svg eight.html; do
        expect_output '3 7 11 15' bash -c "xmllint --xpath \"(//*[@data-step='1']//*[@class='value'])/text()\" $name | paste -sd ' '"
    done
    expect_json '(.plans | length) == 1 and (.traces | length) == 1' clreduce explain auto --json
    expect_json '.plans[0].count == 5000' clreduce explain auto --count 5000 --json
}

# The first lines of the map of an array, without what stands in front.
map_of()
{
    clreduce explain auto --group 8 --vector 8 "$@" | sed -n '/^the array as it lies/,/^$/p' | sed '1d;s/^ *//;/^$/d'
}

try_shapes()
{
    expect_json '.traces[0] | .check == "passed" and .result == [28, 31, 34, 27, 30] and .count == 35 and
        .makers == {groups: 1, items: 8, results: 1} and (.groups | length) == 5' \
        clreduce explain auto --axis 1 --extents 5x7 --group 8 --json
    expect_json '.plans[0] | .count == 35 and .launches == null' \
        clreduce explain auto --axis 1 --extents 5x7 --group 8 --json
    expect_same "rows, by groups" $'0.0 0.1 0.2\n1.0 1.1 1.2' "$(map_of --axis 1 --extents 2x3)"
    expect_same "columns, side by side" $'0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.1 0.1
0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.1 0.1' "$(map_of --axis 0 --extents 2x10)"
    expect_same "every other row, backwards" $'1.0 1.1 1.2\n  -   -   -\n0.0 0.1 0.2\n  -   -   -' \
        "$(map_of --axis 1 --extents -2/2x3 | sed 's/^-/  -/')"
    expect_words '^a work-item makes 8 results side by side$' \
        clreduce explain auto --axis 0 --extents 3x16 --group 4 --vector 8
    expect_words '^a result is made by 8 work-items of a group$' \
        clreduce explain auto --length 20 --items 100 --group 8
    expect_words '^argmax of i32, rows of 3: 16 results: 7 2, 8 2, .*, \.\.\., which are right$' \
        clreduce explain auto --length 3 --items 50 --op argmax --group 8
    expect_exit 0 clreduce explain auto --axis 1 --extents 5x7 --group 8 --svg rows.svg --html rows.html
    expect_output '' xmllint --noout rows.svg rows.html
    expect_error 1 "is for one result" clreduce explain sequential --axis 1 --extents 5x7
    expect_error 1 "of up to 65536 numbers" clreduce explain auto --axis 1 --extents 5x70000 --svg large.svg
    # What is too large to be drawn has a plan, and so have segments and labels.
    expect_words '^sum of 3072 i32, labels, uniform: 9 results' clreduce explain auto --bins 9 --count 3K
    expect_json '.traces == [] and (.plans[0] | .count == 350000 and .kernels[0].kernel == "clr_reduce")' \
        clreduce explain auto --axis 1 --extents 5x70000 --json
    expect_json '.plans[0].kernels | map(.kernel) | all(startswith("clr_reduce"))' \
        clreduce explain auto --length 4 --segments uniform --count 10K --json
    expect_json '.plans[0].kernels | map(.kernel) | .[0] == "clr_label_begin" and .[-1] == "clr_label_end"' \
        clreduce explain auto --bins 10 --count 10K --json
    expect_json '.plans[0].kernels | map(.kernel) | index("clr_walk_labels") != null' \
        clreduce explain auto --bins 10 --axis 0 --extents 100x70 --json
    expect_words '^sum of 10240 i32, rows of 4: 2560 results, on ' clreduce explain auto --length 4 --count 10K
    expect_words '^a work-item makes [0-9]* results side by side$' clreduce explain auto --length 4
    expect_words '^  clr_reduce_teams, .* groups of ' clreduce explain auto --length 4
    expect_error 1 "choose one" clreduce explain auto --length 4 --bins 3
    expect_json '[.plans[0].kernels[].kernel] == ["clr_reduce"]' clreduce explain auto --json --count 5000 -d cpu
    expect_error 1 "belong together" clreduce explain auto --axis 1
    expect_error 1 "leave --items out" clreduce explain auto --axis 1 --extents 5x7 --items 35
    expect_error 1 "leave the file out" clreduce explain auto --axis 1 --extents 5x7 /dev/null
    # Of a file there is the plan.
    put_array i32 '(2, 3)' C 1 2 3 4 5 6 >two.npy
    expect_words 'sum of 6 i32, axis 1 of 2x3: 2 results, on .*rows\(-ticket\)\?$' clreduce explain auto --axis 1 two.npy
    expect_json '.plans[0] | .count == 6 and (.kernels | length) > 0' clreduce explain auto --length 3 --json two.npy
    expect_json '.traces == []' clreduce explain auto --length 3 --json two.npy
    expect_error 1 "numbered from 0" clreduce explain auto --axis 2 two.npy
    # One in Fortran's order is none that could be made up.
    put_array i32 '(2, 3)' F 1 2 3 4 5 6 >fortran.npy
    expect_json '.plans[0].kernels == null' clreduce explain auto --axis 1 --json fortran.npy
    # What has run is told on request.
    expect_words 'clr_reduce' clreduce sum --axis 1 -v two.npy
    expect_error 1 "leave the file out" clreduce explain auto --axis 1 --svg two.svg two.npy
}

try_refusals()
{
    expect_error 1 "takes a strategy" clreduce explain
    expect_error 1 "did you mean 'interleaved'" clreduce explain interleavd
    expect_error 1 "did you mean 'first-add'" clreduce explain sequential first-ad
    expect_error 1 "two strategies, not more" clreduce explain sequential serial atomic
    expect_error 1 "unknown way to" clreduce explain one/two/three
    expect_error 1 "wrong by design: --unsound" clreduce explain race
    expect_error 1 "32 or 64" clreduce explain sequential --wave 48
    expect_error 1 "up to 64" clreduce explain sequential --banks 65
    expect_error 1 "up to 65536" clreduce explain sequential --items 1e8
    expect_error 1 "above 0" clreduce explain sequential --items 0
    expect_error 1 "one operator" clreduce explain sequential --op sum,min
    expect_error 1 "no use for --strategy" clreduce explain sequential -s serial
    expect_error 2 "cannot be opened" clreduce explain sequential nowhere.npy
    expect_error 2 "nowhere/x.svg: cannot be written" clreduce explain sequential --svg nowhere/x.svg
    expect_error 2 "cannot be written" clreduce explain sequential --html .
    expect_error 1 "smaller" clreduce explain one-group --items 64K --group 16
    # A run that fails leaves what was there before.
    echo before >kept.svg
    expect_exit 1 clreduce explain one-group --items 64K --group 16 --svg kept.svg --force
    expect_same "a failed run leaves the file" before "$(cat kept.svg)"
    expect_same "a failed run leaves nothing else" kept.svg "$(echo kept.*)"
}

try_all try_shapes try_counts try_reductions try_refusals try_machines try_files try_text try_pictures
