# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Many results of much: arrays that no buffer of the device holds, files that are taken where they lie,
# and what is sent by several threads.

# Arrays that no buffer holds, along any axis that is kept, from files that are mapped or read.
try_large_arrays()
{
    local order axes whole cut
    local on_small=(env OPENCL_LAYERS="$layer" CLR_FAULT_MAX_ALLOC=65536)
    if [ -z "$layer" ]; then
        skip "arrays that no buffer holds: no fault layer is given"
        return
    fi
    for order in False True; do
        { put_npy_header '|u1' '(40, 50, 200)' 1 $order; seq 100000 | head -c 400000; } >large.npy
        for axes in 0 1 0,2; do
            whole=$(clreduce sum,argmax --axis $axes large.npy)
            expect_output "$whole" clreduce sum,argmax --axis $axes --check --chunk 20000 large.npy
            expect_output "$whole" "${on_small[@]}" clreduce sum,argmax --axis $axes --check large.npy
        done
        expect_output "$(clreduce max --axis 0 --map 'x - y' large.npy large.npy)" \
            "${on_small[@]}" clreduce max --axis 0 --map 'x - y' large.npy large.npy
        cut=$(head -c 100000 large.npy | clreduce max --axis 0,1 - 2>&1)
        expect_error 2 "${cut#clreduce: }" \
            "${on_small[@]}" bash -c 'head -c 100000 large.npy | clreduce max --axis 0,1 -'
    done
    expect_error 1 'no axis is kept along which it could be cut' \
        "${on_small[@]}" clreduce sum,argmax --axis 0,1,2 large.npy
    expect_error 1 '--chunk: an array goes in pieces along an axis that is kept' \
        clreduce sum --axis 0,1,2 --chunk 4096 large.npy
    expect_error 1 'a single index of the first axis that is kept' \
        env OPENCL_LAYERS="$layer" CLR_FAULT_MAX_ALLOC=4096 clreduce sum --axis 1,2 large.npy
}

# Results of more numbers than a buffer holds, which lie one behind the other.
try_long_results()
{
    local how
    local on_small=(env OPENCL_LAYERS="$layer" CLR_FAULT_MAX_ALLOC=4096)
    if [ -z "$layer" ]; then
        skip "results that no buffer holds: no fault layer is given"
        return
    fi
    { put_npy_header '|u1' '(4, 5, 20000)'; seq 100000 | head -c 400000; } >long.npy
    tail -c 400000 long.npy >long.raw
    for how in '--axis 1,2' '--axis 2' '--axis 0,1,2'; do
        # shellcheck disable=SC2086 # several words
        expect_output "$(clreduce sum,argmax $how long.npy)" \
            "${on_small[@]}" clreduce sum,argmax --check $how long.npy
    done
    how='--axis 2 --map n-x --where x>50'
    # shellcheck disable=SC2086
    expect_output "$(clreduce sum,argmax $how long.npy)" \
        "${on_small[@]}" clreduce sum,argmax $how long.npy
    for _ in $(seq 30); do tail -c 400000 long.npy; done >long.raw
    echo 0 7 11000000 11000000 12000000 >long.txt
    how='--offsets long.txt --raw -t u8'
    # shellcheck disable=SC2086
    expect_output "$(clreduce sum,all $how long.raw)" env OPENCL_LAYERS="$layer" \
        CLR_FAULT_MAX_ALLOC=9000000 clreduce sum,all --check $how long.raw
}

# Arrays and lists are taken where their files have them, as all numbers together are.
try_mapped_shapes()
{
    local how
    { put_npy_header '|u1' '(40, 50, 200)'; seq 100000 | head -c 400000; } >large.npy
    seq 0 1000 400000 >offsets.txt
    tail -c 400000 large.npy >large.raw
    { put_npy_header '|u1' '(400000,)'; cat large.raw; } >labels.npy
    for how in '--axis 0 large.npy' '--axis 2 large.npy' '--length 400 --raw -t u8 large.raw' \
        '--offsets offsets.txt --raw -t u8 large.raw' '--labels labels.npy --raw -t u8 large.raw'; do
        # shellcheck disable=SC2086 # several words
        expect_words 'piece.*(mapped)' clreduce sum -v --check $how
        # shellcheck disable=SC2086
        expect_output "$(clreduce sum -q ${how% *} <(cat "${how##* }"))" clreduce sum -q --check $how
    done
    cp large.raw cut.raw
    expect_error 2 "cut.raw: has been c" bash -c \
        'clreduce sum --raw -t u8 --offsets <(seq 0 10 400000; truncate -s 100 cut.raw) cut.raw'
}

# Labels, too.
try_mapped_labels()
{
    put_numbers i32 little 0 1 2 3 4 5 6 >seven.raw
    for _ in {1..14}; do
        cat seven.raw seven.raw >more.raw
        mv more.raw seven.raw
    done
    { put_npy_header '<i4' '(114688,)'; cat seven.raw; } >seven.npy
    seq 100000 | head -c 114688 >some.raw
    expect_output "$(clreduce sum,argmax --raw -t u8 --labels <(cat seven.npy) some.raw)" \
        clreduce sum,argmax --check --raw -t u8 --labels seven.npy some.raw
}

# What is large goes to devices with memory of their own by several threads; every row has to be right.
try_upload()
{
    local there=(env OPENCL_LAYERS="$layer" CLR_FAULT_AS_GPU=1 CLR_FAULT_OWN_MEMORY=1)
    if [ -z "$layer" ]; then
        skip "an upload by threads: no fault layer is given"
        return
    fi
    make_npy large.npy 14157168 # of f32: 54 MiB, and no whole number of MiB
    expect_output "$(clreduce argmax --length 4999 large.npy | cksum)" \
        "${there[@]}" bash -c 'set -o pipefail; clreduce argmax --check --length 4999 large.npy | cksum'
    expect_output "$(clreduce hist --bins 5 large.npy)" \
        "${there[@]}" clreduce hist --bins 5 --check large.npy
    for call in 1 20 54; do
        expect_error 4 'OpenCL' "${there[@]}" CLR_FAULT_CALL=clEnqueueWriteBuffer CLR_FAULT_AT=$call \
            clreduce max --length 4999 large.npy
    done
}

try_large_arrays
try_long_results
try_mapped_shapes
try_mapped_labels
try_upload
