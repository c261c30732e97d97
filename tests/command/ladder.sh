# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Strategies: listed, run by name and by their pieces, measured side by side and over sizes, and
# drawn. The figures are those of a busy machine on small data: what is tested is that they are there.

few=(--count 20K --repeat 2)
export "${small_buffers[@]}"
wrong='["race", "collide", "no-barriers", "volatile-warp"]'

# The names in the ladder's order, auto being the last, as a JSON array.
ladder_names()
{
    clreduce --help | sed -n 's/^strategies: *auto //p' | jq -cR '(. / " ") + ["auto"]'
}

# A word that learners try is refused wherever a strategy is named.
try_refusal()
{
    expect_error 1 "before a barrier" clreduce sum -s early-return three.npy
    expect_error 1 "before a barrier" clreduce sum -s early-return --unsound three.npy
    expect_error 1 "early_return.cl" clreduce explain early-return
    expect_error 1 "early_return.cl" clreduce bench --strategies early-return
}

try_listing()
{
    expect_json "[.strategies[].strategy] == $(ladder_names)" clreduce strategies --json
    expect_json '.op == "sum" and .type == "f32" and (.device.name | type == "string") and
        (.strategies | all((.runs_here | type == "boolean") and (.runs_here == (.reason == ""))))' \
        clreduce strategies --json
    expect_json '.strategies[-1].comes_to == "ticket" and (.strategies[-1].why | length > 20)' \
        clreduce strategies --json -d cpu
    expect_json '.op == "max" and .type == "u8"' clreduce strategies max -t u8 --json
    expect_json '[.strategies[] | select(.sound | not).strategy] == '"$wrong" \
        clreduce strategies --json
    run clreduce strategies
    [ "$code" = 0 ] && [ "$(wc -L <<<"$out")" -le 100 ]
    judge $? "expected lines of at most 100 columns" clreduce strategies
    expect_json '.device == null and (.strategies | all(.runs_here == null and .lesson != ""))' \
        env OCL_ICD_VENDORS=/nonexistent clreduce strategies --json
    expect_words 'no device to ask' env OCL_ICD_VENDORS=/nonexistent clreduce strategies
    expect_error 3 "no device matches\|matches" clreduce strategies -d nosuch
    expect_json '.op == "min,max"' clreduce strategies min,max --json
    expect_error 1 "operators as one word" clreduce strategies sum max
}

try_naming()
{
    expect_output 6 clreduce sum -s first-add three.npy
    expect_output 6 clreduce sum -s tile/sequential/store three.npy
    expect_output 6 clreduce sum --local dynamic three.npy
    expect_output 6 clreduce sum --local static three.npy
    expect_error 1 "static or dynamic, not 'both'" clreduce sum --local both three.npy
    expect_output 6 clreduce sum -s atomic --atomics swap three.npy
    put_npy f32 little 1 2 3 >floats.npy
    run clreduce sum -v -s group-atomic -a relaxed -r f32 floats.npy
    [ "$out" = 6 ] && [[ $err == *"folded as f32"* ]]
    judge $? "expected a sum folded as f32" clreduce sum -a relaxed -r f32 floats.npy
    expect_error 1 "native or swap, not 'both'" clreduce sum --atomics both three.npy
    expect_error 1 "has finish store" clreduce sum -s two-pass --atomics swap three.npy
    expect_error 1 "unknown strategy 'first-ad': did you mean 'first-add'" \
        clreduce sum -s first-ad three.npy
    expect_error 1 "unknown way to fold a group 'shufle': did you mean 'shuffle'" \
        clreduce sum -s tile/shufle/ticket three.npy
    expect_error 1 "unknown way to load 'tiles': did you mean 'tile'" \
        clreduce sum -s tiles/shuffle/ticket three.npy
    expect_error 1 "three pieces" clreduce sum -s tile/shuffle/ticket/ticket three.npy
}

try_unsound()
{
    expect_error 1 "race is wrong by design: --unsound" clreduce sum -s race three.npy
    expect_error 1 "race is wrong by design: --unsound" clreduce bench --strategies ticket,race
    expect_error 1 "wrong by design: --unsound" clreduce sum -s one/none/unguarded three.npy
    run clreduce sum --unsound -s race three.npy
    [ "$code" = 0 ] && [[ $err == *"strategy race is wrong by design"* ]]
    judge $? "expected a note" clreduce sum --unsound -s race three.npy
    run clreduce sum --unsound -s race --json three.npy
    [ "$code" = 0 ] && jq -e '.sound == false' <<<"$out" >/dev/null
    judge $? 'expected "sound": false' clreduce sum --unsound -s race --json three.npy
    expect_json 'has("sound") | not' clreduce sum --unsound -s ticket --json three.npy
    expect_exit 0 clreduce sum --unsound -q -s race --repeat 5 three.npy
    # What is lost varies, so each run says its own.
    expect_output 8 bash -c 'clreduce sum --unsound -s race --repeat 8 three.npy 2>&1 |
        grep -cE "^clreduce: run [1-8]: sum [0-9.]+$"'
    expect_output 0 bash -c 'clreduce sum -s sequential --repeat 8 three.npy 2>&1 | grep -c ": run " || true'
    expect_json '.[0].check == "wrong by design"' \
        clreduce bench --unsound -s race --json --count 10K --repeat 2
}

try_bench_ladder()
{
    local names
    names=$(ladder_names)
    expect_json ".[0].strategies | map(.strategy) == $names - $wrong" \
        clreduce bench --strategies all --json "${few[@]}"
    # The same output, looked at more closely.
    jq -e '.[0].strategies | all(if .state == "measured" then
        .answer == "right" and .runs == 2 and .runs_compared >= 20 and .gb_per_s > 0 and
        .seconds.fastest <= .seconds.median and .launches >= 1 and .reason == ""
        else .state == "unsupported" and (.reason | length > 10) and (has("seconds") | not) end)' \
        <<<"$out" >/dev/null
    judge $? "expected measurements or reasons" clreduce bench --strategies all --json
    expect_json ".[0].strategies | map(.strategy) == $names and
        (map(select(.sound | not)) | all(.answer == \"wrong by design\" and
            .speedup_over_first == null))" \
        clreduce bench --strategies all --unsound --json "${few[@]}"
    expect_json '[.[] | .op, .read_peak.gb_per_s > 0] == ["sum,max", true]' \
        clreduce bench sum,max -t i16 --strategies ticket --json "${few[@]}"
    expect_json '.[0].strategies | map(.speedup_over_before) == [null, .[0].speedup_over_before] or
        (.[0].speedup_over_before == null and .[1].speedup_over_before == .[1].speedup_over_first)' \
        clreduce bench --strategies tile/sequential/store,auto --json "${few[@]}"
    expect_words 'auto (ticket) .*right' clreduce bench --strategies one-group,auto -d cpu "${few[@]}"
    run clreduce bench --strategies one-group,shuffle,auto --csv "${few[@]}"
    [ "$code" = 0 ] && [ "$(wc -l <<<"$out")" = 4 ] && [[ $out == device,op,type,data,count,strategy,* ]]
    judge $? "expected a heading and three lines" clreduce bench --csv --strategies one-group,shuffle,auto
    expect_output 4 bash -c 'clreduce bench --strategies one-group,auto --csv --count 9K --repeat 2 |
        clreduce sum --column runs -t i32'
    run clreduce bench --strategies one-group,auto --markdown "${few[@]}"
    [ "$code" = 0 ] && grep -q '^| --- | ---: |' <<<"$out" && grep -q '^| one-group | ' <<<"$out"
    judge $? "expected a table of Markdown" clreduce bench --markdown
    expect_words '^| kernel | ' clreduce bench --markdown "${few[@]}"
}

try_lesser_device()
{
    if [ -z "$layer" ]; then
        skip "a device without atomics: no fault layer is given"
        return
    fi
    # What the device cannot run is a row, not a failure.
    run env OPENCL_LAYERS="$layer" CLR_FAULT_FAILING_INFO=0x106f \
        clreduce bench --strategies two-pass,ticket -t i32 --json "${few[@]}"
    [ "$code" = 0 ] && jq -e '.[0].strategies | map(.state) == ["measured", "unsupported"]' \
        <<<"$out" >/dev/null
    judge $? "expected a row that cannot run" clreduce bench --strategies two-pass,ticket
}

# A simulator takes seconds where devices take milliseconds.
try_slow()
{
    local library=/usr/lib/oclgrind/liboclgrind-rt-icd.so
    if [ ! -e $library ]; then
        skip "strategies that take too long: oclgrind is not installed"
        return
    fi
    echo $library >oclgrind.icd
    expect_json '.[0].strategies[0] | .state == "too slow" and (has("seconds") | not) and
        (.reason | test("skipped: would take about [0-9]+ s a run"))' \
        env OCL_ICD_VENDORS="$PWD/oclgrind.icd" \
        clreduce bench --strategies atomic -t u8 --count 4M --json
}

put_npy i32 little 1 2 3 >three.npy
try_all try_bench_ladder try_listing try_lesser_device try_naming try_slow try_unsound try_refusal
