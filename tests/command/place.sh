# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Where numbers on the host are reduced if there are a GPU and a CPU: PoCL's two kinds of device, the
# first of which pretends to be a GPU with memory of its own. Which one is sooner is the machine's
# matter; that the sooner one is taken is not.

two=(env POCL_DEVICES='basic pthread' OPENCL_LAYERS="$layer" CLR_FAULT_ONLY=1 CLR_FAULT_AS_GPU=1
    CLR_FAULT_OWN_MEMORY=1 CLREDUCE_CACHE_DIR="$work/rates")
choice='which device answers first'

# expect_no_choice COMMAND... : succeeds, and compares nothing.
expect_no_choice()
{
    run "$@" -v
    [ "$code" = 0 ] && ! grep -q "$choice" <<<"$out$err"
    judge $? "expected success, and no word of a choice" "$@" -v
}

try_choice()
{
    local told
    make_npy random.npy 100003
    expect_output "$(clreduce max random.npy)" "${two[@]}" clreduce max random.npy
    run "${two[@]}" clreduce max -v random.npy
    told=$(grep "$choice" <<<"$err")
    [ "$code" = 0 ] && [[ $told == *' to start, '*'; '*' to start, '* ]]
    judge $? "expected both devices' estimates" clreduce max -v
    [[ $told =~ estimate:\ ([0-9]+:[0-9]+)\  ]] && grep -q "^clreduce: device ${BASH_REMATCH[1]} " <<<"$err"
    judge $? "expected that the first one is taken" clreduce max -v
    # Nothing is measured twice.
    run "${two[@]}" clreduce max -v random.npy
    expect_same "what was told before" "$told" "$(grep "$choice" <<<"$err")"
}

try_explain()
{
    expect_json '(.estimates | length) == 2 and .estimates[0].name == .device.name and
        ([.estimates[] | .start + .call + .data] | . == sort)' \
        "${two[@]}" clreduce explain auto --op max random.npy --json
    expect_words "^$choice.*; " "${two[@]}" clreduce explain auto --op max random.npy
    expect_no_choice "${two[@]}" clreduce explain auto --op max -d cpu random.npy
    expect_json 'has("estimates") | not' clreduce explain auto --op max random.npy --json
}

try_no_choice()
{
    expect_no_choice clreduce max random.npy
    expect_no_choice "${two[@]}" clreduce max -d cpu random.npy
    expect_words 'device 0:0' "${two[@]}" clreduce max -d gpu -v random.npy
    expect_no_choice "${two[@]}" env CLREDUCE_DEVICE=cpu clreduce max random.npy
    # What is no plain reading, or has no end that is known, goes to the GPU as before.
    expect_words 'device 0:0' "${two[@]}" clreduce max --map '-x' -v random.npy
    expect_no_choice "${two[@]}" clreduce max --map '-x' random.npy
    expect_no_choice "${two[@]}" clreduce max - < <(tail -c 8 random.npy | od -An -tu1)
    expect_no_choice "${two[@]}" clreduce max --repeat 2 random.npy
    expect_no_choice "${two[@]}" env CLREDUCE_CACHE_DIR= clreduce max random.npy
}

# A GPU that is of no use does not stand in the way.
try_broken_gpu()
{
    local broken=("${two[@]}" CLREDUCE_CACHE_DIR="$work/broken" CLR_FAULT_BIG_ENDIAN=1)
    run "${broken[@]}" clreduce max random.npy
    [ "$code" = 0 ] && [ "$out" = "$(clreduce max random.npy)" ] &&
        grep -q 'how soon basic.* answers is not known: .*big-endian' <<<"$err"
    judge $? "expected the CPU's answer, and what is wrong with the GPU" clreduce max
    expect_error 1 "big-endian" "${broken[@]}" clreduce max -d gpu random.npy
}

if [ -z "$layer" ]; then
    skip "a choice of devices: no fault layer is given"
else
    try_choice
    try_explain
    try_no_choice
    try_broken_gpu
fi
