# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What the command computes without a device: with no driver to be found, the same words, notes and
# exit codes as by a device, of small inputs, and with a note of large ones; and what it refuses.

by_host=(env -u CLREDUCE_HOST_ELEMENTS OCL_ICD_VENDORS=/nowhere)
by_device=(env CLREDUCE_HOST_ELEMENTS=0)

# expect_both COMMAND... : both places print the same, on standard error too, and end alike; the host
# without any driver.
expect_both()
{
    local device
    run "${by_device[@]}" "$@"
    device="$code $out $err"
    run "${by_host[@]}" "$@"
    [ "$code $out $err" = "$device" ]
    judge $? "expected what a device says: $device" "${by_host[@]}" "$@"
}

write_files()
{
    printf '%s\n' 3 -1 4 1 -5 9 2 -6 5 3 5 8 >whole.txt
    printf '%s\n' 0.5 -1e300 2.5 1e300 nan -0.0 7e-310 inf 3 1e16 1 -1e16 >reals.txt
    printf '%s\n' 0.5 -1e300 2.5 1e300 7e-310 3 1e16 1 -1e16 >finite.txt
    printf '%s\n' nan nan >nans.txt
    printf '%s\n' 9223372036854775807 1 >large.txt
    printf '%s\n' 0 2 0 5 2 2 0 1 1 3 0 2 >labels.txt
    printf '%s\n' 1 0 1 1 0 1 0 1 1 1 0 0 >mask.txt
    printf '%s\n' 0 3 3 12 >offsets.txt
    printf '%s\n' 11 0 5 5 >index.txt
    printf 'item,price\npen,1.5\nink,7\ncap,-2\n' >prices.csv
    : >empty.txt
    make_npy random.npy 997
}

# Of all operators in the long form; else the topics that run by the host are what tests most.
try_operators()
{
    local op ops=("sum,mean,max,argmin")
    sweeps && ops=(sum mean min max argmin argmax minmax amax iamax asum sumsq nrm2 count any all size var std)
    for op in "${ops[@]}"; do
        expect_both clreduce "$op" reals.txt
        expect_both clreduce "$op" finite.txt
        expect_both clreduce "$op" empty.txt
        sweeps || continue
        expect_both clreduce "$op" whole.txt
        expect_both clreduce "$op" --nan ignore nans.txt
        expect_both clreduce "$op" finite.txt --ddof 1
        expect_both clreduce "$op" random.npy
    done
    expect_both clreduce sum large.txt
    expect_both clreduce sum --where 'x > t' --let t=0 large.txt # does not fit
    expect_both clreduce max --where 'x > t' --let t=0 -t f64 empty.txt
    sweeps || return 0
    for op in and or xor prod; do
        expect_both clreduce "$op" whole.txt -t i64
        expect_both clreduce "$op" whole.txt -t u8
    done
    expect_both clreduce dot finite.txt finite.txt -r f32
    expect_both clreduce sum large.txt --overflow wrap
    expect_both clreduce sum -t f32 whole.txt -r f16
    expect_both clreduce max --column price prices.csv
}

try_shapes()
{
    local shape shapes=("--labels labels.txt --bins 8")
    sweeps && shapes+=("--offsets offsets.txt" "--length 3" "--labels labels.txt" "--keys labels.txt" "--index index.txt" "--axis 0")
    for shape in "${shapes[@]}"; do
        # shellcheck disable=SC2086
        expect_both clreduce sum,argmax,var $shape whole.txt
        # shellcheck disable=SC2086
        expect_both clreduce mean,minmax --nan ignore $shape reals.txt
    done
    expect_both clreduce hist --range -10,10 reals.txt
    sweeps || return 0
    printf '0\n0\n' >zeros.txt
    expect_both clreduce sum --labels zeros.txt large.txt # wraps, which is noted
    expect_both clreduce stats whole.txt
    expect_both clreduce stats reals.txt
    expect_both clreduce stats nans.txt
    expect_both clreduce stats --labels labels.txt --bins 7 reals.txt
    expect_both clreduce hist --bins 5 whole.txt
    expect_both clreduce hist reals.txt # which has no finite range
    expect_both clreduce hist empty.txt
}

# Maps, conditions and masks whose value is the same on every device.
try_expressions()
{
    expect_both clreduce max,argmin --where 'x > t' --let t=2.5 whole.txt
    expect_both clreduce sum,max --mask mask.txt --map 'x > 0 ? x : -1' whole.txt
    sweeps || return 0
    expect_both clreduce max --where 'x > t' --let t=99 whole.txt # which leaves nothing
    expect_both clreduce count --map 'x > 0.5 || isnan(x)' reals.txt
    expect_both clreduce sum,mean --length 3 --mask mask.txt whole.txt
    expect_both clreduce sum --labels labels.txt --map 'i * x' --where 'x % 2' -t i64 whole.txt
    expect_both clreduce sum --map 'y - x' -t i64 whole.txt labels.txt
}

# Errors of files and words are the same, before and after elements were read ahead.
try_errors()
{
    printf '1\n2\nx\n' >wrong.txt
    expect_both clreduce sum wrong.txt
    expect_both clreduce sum,mean --length 2 wrong.txt
    expect_both clreduce hist wrong.txt
    expect_both clreduce sum --length 5 whole.txt
    expect_both clreduce sum nowhere.txt
}

# The check is nobody's fold, and --save keeps what merge takes.
try_check_and_save()
{
    local file
    for file in whole.txt reals.txt random.npy; do
        expect_words 'check passed' "${by_host[@]}" clreduce sum,var,max,argmin --check -v $file
        expect_words 'check passed' "${by_host[@]}" clreduce sum,mean --length 2 --check -v $file --count 12
    done
    expect_words 'check passed: 10 bins' "${by_host[@]}" clreduce hist --check -v whole.txt
    run "${by_host[@]}" clreduce sum --labels labels.txt --save host.acc whole.txt
    run "${by_device[@]}" clreduce sum --labels labels.txt --save device.acc whole.txt
    cmp -s host.acc device.acc
    judge $? "expected one accumulator" clreduce sum --labels labels.txt --save host.acc whole.txt
}

# Where it was computed is told.
try_told()
{
    expect_json '.device == "host" and (has("strategy") | not) and .accuracy == "exact" and .results[0].value == 28' \
        "${by_host[@]}" clreduce sum --json whole.txt
    expect_json '.device == "host"' "${by_host[@]}" clreduce stats --json whole.txt
    expect_json '.device == "host"' "${by_host[@]}" clreduce hist --json whole.txt
    expect_json '.device == "host"' "${by_host[@]}" clreduce sum --length 3 --json whole.txt
    expect_json '.device.platform != ""' env -u CLREDUCE_HOST_ELEMENTS clreduce sum --json whole.txt --host-elements 11
    expect_words 'device host: ' "${by_host[@]}" clreduce sum -v whole.txt
}

# Of how many numbers, and whatever their number.
try_sizes()
{
    local one=(env -u CLREDUCE_HOST_ELEMENTS clreduce sum --host-elements 1000)
    local text='device host' count
    for count in 999 1000 1001 5000; do
        [ $count -le 1000 ] || text='device 0:0'
        expect_words "$text" "${one[@]}" -v <(seq $count)
        expect_output $((count * (count + 1) / 2)) "${one[@]}" <(seq $count)
        seq $count >many.txt
        expect_words "$text" "${one[@]}" -v many.txt
        expect_same "bins of $count" "$("${by_device[@]}" clreduce hist many.txt)" \
            "$(env -u CLREDUCE_HOST_ELEMENTS clreduce hist --host-elements 1000 <(cat many.txt))"
    done
    expect_words 'device host' env clreduce sum -d host -v many.txt # beats the variable of the tests
    expect_words 'device host' env CLREDUCE_DEVICE=host clreduce sum -v many.txt
    expect_words 'device 0:0' env -u CLREDUCE_HOST_ELEMENTS clreduce sum -d 0:0 -v many.txt
    expect_words 'device 0:0' env -u CLREDUCE_HOST_ELEMENTS clreduce sum -s ticket -v many.txt
    expect_words 'device 0:0' env -u CLREDUCE_HOST_ELEMENTS clreduce sum --group 1 -v many.txt
}

# A pipe of any length in little memory: its pieces' accumulators are merged. What numbers the elements is the whole's.
try_pieces()
{
    seq 1500000 >long.txt
    expect_output $'sum 1125000750000\nmean 750000.5\nargmax 1500000 1499999\nargmin 1 0' \
        clreduce sum,mean,argmax,argmin -d host <(cat long.txt)
    expect_output 1125000750000 clreduce sum -d host long.txt
    expect_output 1125001125000250000 clreduce sumsq -d host -t i64 -r i64 <(cat long.txt) --where 'x > t' --let t=0
    expect_output 562500750000 clreduce sum -d host <(cat long.txt) --where 'i % 2'
    expect_words 'pieces' clreduce var,max -d host --check -v <(cat long.txt)
    expect_error 2 'max has no value' clreduce max -d host --nan ignore <(yes nan | head -1500000)
    expect_output 209715200 sh -c 'ulimit -v 200000; head -c 200M /dev/zero | exec "$@"' sh clreduce size -d host -t u8 --raw -
}

# launches VARIABLE=VALUE... : how many kernels a command launches, in `launched`: so many can fail, each in its turn.
launches()
{
    for ((launched = 0; launched < 40; launched++)); do
        run env -u CLREDUCE_HOST_ELEMENTS "$@" OPENCL_LAYERS="$layer" CLR_FAULT_CALL=clEnqueueNDRangeKernel \
            CLR_FAULT_AT=$((launched + 1)) CLR_FAULT_PERSISTENT=1 \
            clreduce max --length 3 --save named.acc --force -d 0:0 whole.txt
        [ "$code" != 0 ] || return 0
    done
}

# What -d names computes, also in calls that the library would fold by the host.
try_named()
{
    local launched wanted
    launches CLREDUCE_HOST_ELEMENTS=0 # the self-test of a device that is new here launches kernels, too
    launches CLREDUCE_HOST_ELEMENTS=0
    wanted=$launched
    launches CLREDUCE_TUNING=
    [ "$wanted" -gt 0 ] && [ "$launched" = "$wanted" ]
    judge $? "expected $wanted launches, not $launched" clreduce max --length 3 --save named.acc -d 0:0 whole.txt
}

# More numbers than the host takes unasked are its own where no driver is, which is noted once.
try_nowhere()
{
    local few=("${by_host[@]}" clreduce sum --host-elements 10)
    run "${few[@]}" whole.txt
    [ "$code $out" = '0 28' ] && [[ $err == 'clreduce: no OpenCL device was found, so the host '*doctor* ]] &&
        [ "$(wc -l <<<"$err")" = 1 ]
    judge $? "expected the sum and a note" "${few[@]}" whole.txt
    expect_output 28 "${few[@]}" -q whole.txt
    expect_output 28 "${few[@]}" -q <(cat whole.txt)
    run "${few[@]}" --length 3 whole.txt
    [ "$code $out" = $'0 0\t6\n1\t5\n2\t1\n3\t16' ]
    judge $? "expected four sums" "${few[@]}" --length 3 whole.txt
    expect_error 3 'no OpenCL platform' "${by_host[@]}" clreduce sum --map 'x*x' whole.txt
    expect_error 3 'no OpenCL platform' "${by_host[@]}" clreduce sum -d 0:0 whole.txt
}

try_refused()
{
    expect_error 1 "the host computes no '\\*' of f64" clreduce sum -d host --map 'x*x' whole.txt
    expect_error 1 'folds at level exact' clreduce sum -d host -a reproducible reals.txt
    expect_error 1 '--strategy is about kernels' clreduce sum -d host -s ticket whole.txt
    expect_error 1 '--repeat is about kernels' clreduce sum -d host --repeat 3 whole.txt
    expect_error 1 'bench is about devices' clreduce bench sum -d host --count 1K
    expect_error 3 "no device matches 'host'" clreduce sum -d host,0:0 whole.txt
}

write_files
try_operators
try_shapes
try_expressions
try_errors
try_check_and_save
try_told
try_sizes
try_pieces
[ -z "$layer" ] || try_named
try_nowhere
try_refused
