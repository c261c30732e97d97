# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# tune, and what the other verbs say of a tuning file. Small arrays and short times: what is faster is
# not asked, but what becomes of the file.

quickly=(--count 64K --time 1 -q)

device_name=$(clreduce devices --json | jq -r '.[0].name' | tr '"' "'")
driver=$(clreduce devices --json | jq -r '.[0].driver_version' | tr '"' "'")

# row MEASURE WORK WIDTH VALUE [DEVICE]
row()
{
    printf '%s %s %s %s %s "%s" "%s" "a figure" "a gain" 2026-01-31\n' "$1" "$2" "$3" "$3" "$4" \
        "${5:-$device_name}" "$driver"
}

explained()
{
    clreduce explain auto --op sum -t i32 --json | jq ".plans[0].$1"
}

try_reading()
{
    export CLREDUCE_TUNING=$work/rows
    (umask 077 && row LOADS PLAIN 4 1 >rows)
    expect_same "loads of the file" 1 "$(explained item_loads)"
    expect_same "and why" true "$(explained 'why | endswith(" By the tuning file: LOADS 1.")')"
    expect_words 'By the tuning file: LOADS 1\.' clreduce explain auto --op sum -t i32
    run clreduce sum -v -t i32 <<<'1 2'
    grep -q '^clreduce: by the tuning file: LOADS 1$' <<<"$err"
    judge $? "expected the file's rows" clreduce sum -v -t i32
    expect_same "none of it elsewhere" null "$(clreduce explain auto --op sum -t i16 --json |
        jq '.plans[0].why | capture("(?<x>tuning file)").x // null')"
    printf 'LOADS PLAIN 4 4 5 "x" "y" "" "" 2026-01-31\n' >>rows
    run clreduce sum -t i32 <<<'1 2'
    [ "$code $out" = '0 3' ] &&
        grep -q "^clreduce: tuning file $work/rows, line 2: LOADS is a power of two .* not 5: nothing " <<<"$err"
    judge $? "expected the sum, and what is wrong with line 2" clreduce sum -t i32
    run clreduce sum -q -t i32 <<<'1 2'
    expect_same "with -q nothing is said" "" "$err"
    chmod 666 rows
    run clreduce sum -v -t i32 <<<'1 2'
    grep -q "tuning file $work/rows is not used: others may write" <<<"$err"
    judge $? "expected a note" clreduce sum -v -t i32
}

# A file that is not to be trusted, or not to be understood, is not written either.
try_refusals()
{
    export CLREDUCE_TUNING=$work/bad
    expect_error 1 "choose one" clreduce tune --show --forget
    expect_error 1 "takes a number above 0" clreduce tune --time 0
    expect_error 1 "which is a day" clreduce tune --time 1e6
    expect_error 1 "one word: sum,max" clreduce tune sum max
    expect_error 1 "unknown operator" clreduce tune sums
    expect_error 1 "no use for --time" clreduce bench --time 3
    expect_error 1 "no use for --json" clreduce tune --json
    (umask 077 && printf 'nonsense\n' >bad)
    expect_error 2 "line 1: the work is missing" clreduce tune sum -t i32 "${quickly[@]}"
    expect_same "and it is as it was" nonsense "$(cat bad)"
    row LOADS PLAIN 4 1 >bad
    chmod 622 bad
    expect_error 2 "others may write to it" clreduce tune sum -t i32 "${quickly[@]}"
    expect_same "and it is as it was" "$(row LOADS PLAIN 4 1)" "$(cat bad)"
    CLREDUCE_TUNING='' expect_error 1 "CLREDUCE_TUNING=FILE names one" \
        clreduce tune sum -t i32 "${quickly[@]}"
    CLREDUCE_TUNING='' expect_exit 0 clreduce tune sum -t i32 --dry-run "${quickly[@]}"
    CLREDUCE_TUNING=$work expect_error 2 "tuning file $work: Is a directory" clreduce tune --show
    mkfifo tuning.fifo # which nobody writes to
    CLREDUCE_TUNING=tuning.fifo expect_error 2 "tuning file tuning.fifo: it is no regular file" \
        timeout 300 clreduce tune --show
    CLREDUCE_TUNING=/proc/nowhere/tuning expect_error 2 "tuning file /proc/nowhere/tuning: " \
        clreduce tune --time 600
    run env CLREDUCE_TUNING="$work/none" clreduce tune --forget
    [ "$code" = 0 ] && [ "$err" = "clreduce: there is no tuning file $work/none." ]
    judge $? "expected no file" clreduce tune --forget
}

# Rows of others are kept, and those of what has been searched make way for what was found.
try_searching()
{
    export CLREDUCE_TUNING=$work/new/folder/tuning
    local before others
    expect_words '^sum i32 exact  *PLAIN 4  *[0-9]* x 1, [0-9]* x [0-9]* ' \
        clreduce tune sum -t i32 --count 64K --time 2 -q
    mkdir -p new/folder
    others=$(
        row LOADS PLAIN 4 16 another
        row LOADS EXACT 4 16
        row LOADS PLAIN 2 16
        row ITEM_ROWS PLAIN 4 16
        printf '# a remark\n'
    )
    (umask 077 && { echo "$others" && row GROUP_SIZE PLAIN 4 32; } >new/folder/tuning)
    before=$(cat new/folder/tuning)
    expect_exit 0 clreduce tune sum -t i32 --dry-run "${quickly[@]}"
    expect_same "--dry-run writes nothing" "$before" "$(cat new/folder/tuning)"
    # A row that makes no difference on a CPU is not kept: nothing is faster by it.
    expect_exit 0 clreduce tune sum -t i32 "${quickly[@]}"
    expect_same "other rows are there" "$others" "$(grep -F -x -e "$others" new/folder/tuning)"
    ! grep -q 'GROUP_SIZE' new/folder/tuning
    judge $? "a row that was searched should be gone" cat new/folder/tuning
    run clreduce sum -t i32 <<<'1 2'
    expect_same "and the library reads it" '' "$err"
    expect_output "$(cat new/folder/tuning)" clreduce tune --show
    expect_same "nothing is left beside it" tuning "$(ls new/folder)"
    expect_exit 0 clreduce tune --forget
    expect_same "others' rows stay" 1 "$(grep -c '^[A-Z]' new/folder/tuning)"
    expect_exit 0 clreduce tune --forget
}

# At whatever moment it ends: the file is the old one or a new one, and nothing is left.
try_interrupting()
{
    export CLREDUCE_TUNING=$work/kept
    local before
    (umask 077 && row LOADS ORDERED 4 1 >kept)
    before=$(cat kept)
    mkdir temporary
    # So many numbers that no machine is done by then.
    run env TMPDIR="$work/temporary" timeout -s INT 1 clreduce tune -t i32 --time 600 --count 32M
    expect_same "it was interrupted" 124 "$code"
    expect_same "the file is whole" "$before" "$(cat kept)"
    expect_same "nothing is left beside it" kept "$(echo kept*)"
}

try_reading
try_refusals
try_searching
try_interrupting
export CLREDUCE_TUNING=
