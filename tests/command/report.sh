# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What the command reports of a device: every part, and nobody's name.

try_report()
{
    local report few=(--count 4K --repeat 1 -q)
    mkdir -p jane
    run env HOME="$PWD/jane" USER=jane CLREDUCE_TUNING="$PWD/jane/none" "${small_buffers[@]}" CLR_FAULT_MAX_ALLOC=134217728 \
        clreduce report "${few[@]}"
    report=$out
    expect_same "every part goes well" "$(grep -c '^\$ clreduce' <<<"$report")" \
        "$(grep -c '^exit code 0$' <<<"$report")"
    expect_same "with the words of each part" 1 \
        "$(grep -c '^\$ clreduce bench sum -a exact -t f32 --bins 1K --count 4096 --repeat 1$' <<<"$report")"
    expect_same "without the user's names" 0 "$(grep -c jane <<<"$report")"
}

try_report_without_devices()
{
    local report notes
    run env OCL_ICD_VENDORS=/nonexistent HOME="$PWD" clreduce report
    report=$out notes=$err
    expect_same "the report is whole" 0 "$code"
    expect_same "the command's version alone is there" 1 "$(grep -c '^exit code 0$' <<<"$report")"
    expect_same "folders are left out" 0 "$(grep -c "$PWD" <<<"$report")"
    expect_same "each part is told of" "$(grep -c '^\$ clreduce' <<<"$report")" \
        "$(grep -c '^clreduce: [0-9]* of [0-9]*: ' <<<"$notes")"
}

try_report
try_report_without_devices
