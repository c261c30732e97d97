# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Several devices of -d that reduce one input: the bits of one device, whatever the input is; what is
# refused; and devices that fail in the middle, or cannot be used at all.

two=(env POCL_DEVICES='basic basic')

# expect_together ARGUMENTS... : two devices say what one says, both of what is read at once and of
# small pieces.
expect_together()
{
    local one
    run clreduce "$@"
    one=$out
    expect_output "$one" "${two[@]}" clreduce "$@" -d all
    expect_output "$one" "${two[@]}" clreduce "$@" -d 0:1,0:0 --chunk 4096
}

try_inputs()
{
    make_npy random.npy 100003
    expect_together sum,var,argmin random.npy
    seq 0 7 100000 >list.txt
    expect_together sum list.txt
    expect_together dot --where 'x > t' --let t=0.25 random.npy random.npy
    expect_together sum --mask random.npy random.npy
    expect_together sum --index list.txt random.npy
    expect_output 0 "${two[@]}" clreduce sum --count 0 random.npy -d all
    expect_error 2 'min of no elements' "${two[@]}" clreduce min --count 0 random.npy -d all
    expect_output "$(clreduce sum random.npy)" "${two[@]}" clreduce sum -d all - <random.npy
    expect_output "$(clreduce sum random.npy)" "${two[@]}" CLREDUCE_DEVICE=all clreduce sum --check random.npy
    # -a fast gets more than it asks for
    expect_json '.accuracy == "exact" and (.devices | length) == 2 and
        (has("strategy") | not) and (.seconds | keys) == ["read", "total"] and
        ([.devices[].count] | add) == 100003' \
        "${two[@]}" clreduce sum -a fast random.npy -d all --chunk 4096 --json
    expect_words 'device 0:1 .* has reduced' "${two[@]}" clreduce sum random.npy -d all -v
    ! grep -q 'strategy\|kernels' <<<"$err"
    judge $? 'expected no strategy and no times of one device' of -d all -v
    clreduce var random.npy --save one.acc >/dev/null
    expect_exit 0 "${two[@]}" clreduce var random.npy -d all --save two.acc
    expect_exit 0 cmp one.acc two.acc
}

# One device is no team.
try_one_device()
{
    expect_output "$(clreduce prod random.npy)" env POCL_DEVICES=basic clreduce prod random.npy -d all
    expect_words 'kernels_launches\|launches' env POCL_DEVICES=basic clreduce sum random.npy -d all --json
}

try_refusals()
{
    local it=("${two[@]}" clreduce)
    expect_error 1 'names several devices.*reproducible' "${it[@]}" sum -a reproducible random.npy -d all
    expect_error 1 'names several devices.*prod of f' "${it[@]}" prod random.npy -d all
    expect_error 1 'names several devices.*i or n' "${it[@]}" sum --map 'x * i' random.npy -d all
    expect_error 1 'more than one result goes with one' "${it[@]}" sum --length 10 random.npy -d all
    expect_error 1 '\-s goes with one' "${it[@]}" sum -s two-pass random.npy -d all
    expect_error 1 'sizes of a plan goes with one' "${it[@]}" sum --group 4 random.npy -d 0:0,0:1
    expect_error 1 '\-\-repeat goes with one' "${it[@]}" sum --repeat 2 random.npy -d all
    expect_error 1 'nothing else: name one' "${it[@]}" stats random.npy -d all
    expect_error 1 'nothing else: name one' "${it[@]}" bench sum -d 0:0,0:1
    expect_error 1 'nothing else: name one' "${two[@]}" CLREDUCE_DEVICE=all clreduce hist random.npy
    expect_exit 0 "${two[@]}" CLREDUCE_DEVICE=all clreduce devices
    expect_error 1 'names device 0:1 twice' "${it[@]}" sum random.npy -d 0:1,0:0,0:1
    expect_error 1 'between commas' "${it[@]}" sum random.npy -d 0:1,
    expect_error 1 'names every device' "${it[@]}" sum random.npy -d 0:1,all
    expect_error 3 "no device matches 'nobody'" "${it[@]}" sum random.npy -d 0:1,nobody
}

# Whichever of these calls fails, its device is named, and the result is there; where all fail, it is
# not.
try_failures()
{
    local sum k call failing
    sum=$(clreduce var random.npy)
    for call in clEnqueueReadBuffer:5 clWaitForEvents:1 clEnqueueNDRangeKernel:12; do
        k=${call#*:} call=${call%:*}
        failing=("${two[@]}" OPENCL_LAYERS="$layer" CLR_FAULT_CALL="$call" CLR_FAULT_AT=)
        for ((; k < 200; k += 1 + k / 4)); do
            run "${failing[@]}$k" clreduce var random.npy -d all --chunk 16384
            grep -q 'do its work' <<<"$err" || continue # before there was a team
            [ "$code" = 0 ] && [ "$out" = "$sum" ] &&
                [[ $err == 'clreduce: warning: device 0:'[01]' (basic'*') has failed, and the others do its work: '*"$call"* ]]
            judge $? "expected $sum, and which device failed" "${failing[@]}$k" clreduce var -d all
            expect_output "$sum" "${failing[@]}$k" clreduce var random.npy -d all --chunk 16384 -q
            expect_error 4 'of the team has failed: .*CL_OUT_OF_RESOURCES' "${failing[@]}$k" \
                CLR_FAULT_PERSISTENT=1 clreduce var random.npy -d all --chunk 16384 -q
            break
        done
        [ "$k" -lt 200 ]
        judge $? "expected that some call of $call fails a device" clreduce var -d all
    done
}

try_useless_devices()
{
    local useless=("${two[@]}" OPENCL_LAYERS="$layer" CLR_FAULT_ONLY=1 CLR_FAULT_BIG_ENDIAN=1)
    run "${useless[@]}" clreduce sum random.npy -d all
    [ "$code" = 0 ] && [ "$out" = "$(clreduce sum random.npy)" ] &&
        grep -q 'warning: device 0:0 is left out' <<<"$err"
    judge $? "expected the other device's answer" clreduce sum -d all
    expect_error 1 'big-endian' "${useless[@]}" clreduce sum random.npy -d 0:1,0:0
}

try_inputs
try_one_device
try_refusals
if [ -z "$layer" ]; then
    skip "devices that fail: no fault layer is given"
else
    try_failures
    try_useless_devices
fi
