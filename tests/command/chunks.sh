# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Inputs that do not fit: pieces, pretended small devices, little host memory, more than 2^32 bytes,
# and the progress bar of what takes a while.

# Integers come out the same whatever the pieces; so does everything that is exact.
try_pieces()
{
    local chunk answers
    seq 100003 >numbers.txt
    answers=$(printf 'sum 5000350006\nmin 1\nmax 100003')
    for chunk in 100 4095 64K 1M 128M; do
        expect_output "$answers" \
            clreduce sum,min,max --text -t u32 --chunk $chunk numbers.txt
    done
    for chunk in 1 3 4 7 8; do
        expect_output 5050 bash -c "seq 100 | clreduce sum --text -t i32 --chunk $chunk"
    done
    make_npy random.npy 1M
    expect_output "$(clreduce min,max random.npy)" clreduce min,max --chunk 12345 random.npy
    expect_output "$(clreduce min,max random.npy)" clreduce min,max --chunk 1e12 random.npy
    expect_exit 0 clreduce sum,prod,min,max --check --chunk 100K random.npy
    # A sum of floats in pieces is within the bound, and the same every time.
    expect_output "$(clreduce sum --chunk 100K random.npy)" clreduce sum --chunk 100K random.npy
}

try_small_device()
{
    local on_small=(env OPENCL_LAYERS="$layer" CLR_FAULT_MAX_ALLOC=65536)
    if [ -z "$layer" ]; then
        skip "a device of little memory: no fault layer is given"
        return
    fi
    expect_output "$(clreduce min,max random.npy)" "${on_small[@]}" clreduce min,max random.npy
    expect_output 5000350006 "${on_small[@]}" clreduce sum --text -t u32 numbers.txt
    expect_exit 0 "${on_small[@]}" clreduce sum,prod,min,max --check random.npy
    expect_output "$(clreduce min,max random.npy)" \
        "${on_small[@]}" bash -c 'cat random.npy | clreduce min,max'
    expect_output "$(clreduce min,max random.npy)" \
        "${on_small[@]}" clreduce min,max --chunk 1M random.npy
    expect_error 1 "fits in one piece" "${on_small[@]}" clreduce sum --repeat 2 random.npy
}

# expect_memory MIB COMMAND... : all its processes stay below so much resident memory.
expect_memory()
{
    local most=$1 kib
    shift
    run /usr/bin/time -f %M -o "$work/.memory" "$@"
    kib=$(tail -n 1 "$work/.memory")
    [ "$code" = 0 ] && [ "$kib" -lt $((most * 1024)) ]
    judge $? "expected success within $most MiB, not $((kib / 1024)) MiB" "$@"
}

try_memory()
{
    if [ ! -x /usr/bin/time ]; then
        skip "bounded memory: /usr/bin/time is not installed"
        return
    fi
    if ldd "$work/bin/clreduce" | grep -q 'lib[at]san'; then
        skip "bounded memory: a sanitizer takes its own"
        return
    fi
    truncate -s 1G zeros.raw
    # What compiling takes is another matter.
    clreduce sum --raw -t f32 --count 1M zeros.raw >/dev/null
    clreduce sum --raw -t u8 --chunk 16M --count 64M - <zeros.raw >/dev/null
    yes 1 | head -n 10000 | clreduce sum --chunk 8M >/dev/null
    expect_memory 400 clreduce sum --raw -t f32 zeros.raw
    expect_memory 250 clreduce sum --raw -t f32 --chunk 16M zeros.raw
    expect_memory 250 bash -c 'cat zeros.raw | clreduce sum --raw -t u8 --chunk 16M'
    expect_memory 250 bash -c 'yes 1 | head -n 10000000 | clreduce sum --chunk 8M'
    rm zeros.raw
}

# Slow: some seconds. A sparse file of 4.5 GiB with numbers on both sides of 2^32.
try_beyond_32_bits()
{
    truncate -s 4608M beyond.raw
    for place in 0 4294967295 4294967296 4294967297 4831838207; do
        printf '\x81' | dd of=beyond.raw bs=1 seek=$place conv=notrunc status=none
    done
    expect_output 258 clreduce sum --raw -t u8 --offset 4294967297 beyond.raw
    expect_json '.input.count == 4831838208 and .results[0].value == 645' \
        clreduce sum --raw -t u8 --json beyond.raw
    rm beyond.raw
}

# on_terminal COMMAND : its output and errors on a terminal.
on_terminal()
{
    TERM=xterm script -qec "$1" /dev/null | tr '\r' '\n'
}

try_progress()
{
    local slow='{ echo 1 2 3 4; sleep 1.2; seq 3000000; sleep 0.3; echo 2; } | clreduce sum -t i64'
    if ! script -qec true /dev/null >/dev/null 2>&1; then
        skip "the progress bar: there is no terminal to be had, nor a pretended one"
        return
    fi
    seq 10 | clreduce sum -t i64 >/dev/null # or the pipe waits while kernels are compiled, not while it is read
    run on_terminal "$slow"
    [ "$code" = 0 ] && grep -q 'GB/s' <<<"$out" && grep -qx 4500001500012 <<<"$out"
    judge $? "expected a progress bar and the answer" "$slow"
    run on_terminal "$slow -q"
    ! grep -q 'GB/s' <<<"$out" && grep -qx 4500001500012 <<<"$out"
    judge $? "expected no progress bar" "$slow -q"
    run on_terminal "$slow 2>errors"
    [ ! -s errors ] && grep -qx 4500001500012 <<<"$out"
    judge $? "expected no progress bar" "$slow 2>errors"
    run on_terminal 'clreduce sum random.npy'
    ! grep -q 'GB/s' <<<"$out"
    judge $? "expected no progress bar for what is quick" clreduce sum random.npy
    expect_output 4500001500012 bash -c "$slow"
    try_waits
}

# expect_line WORDS COMMAND ANSWER : a line with the words on a terminal, with -q none, nor in a pipe.
expect_line()
{
    run on_terminal "$2"
    [ "$code" = 0 ] && grep -q -e "$1" <<<"$out" && grep -q -e "$3" <<<"$out"
    judge $? "expected a line with $1, and $3" "$2"
    run on_terminal "$2 -q"
    ! grep -q -e "$1" <<<"$out" && grep -q -e "$3" <<<"$out"
    judge $? "expected no line with $1" "$2 -q"
    run on_terminal "$2 2>errors"
    [ ! -s errors ] && ! grep -q -e "$1" <<<"$out"
    judge $? "expected no line with $1" "$2 2>errors"
}

# What is waited for has a line, whoever reads, and also while nothing comes.
try_waits()
{
    expect_line ' bytes, .* GB/s' '{ printf "k,v\na,1\n"; sleep 1.4; echo a,2; } | clreduce sum --by k --column v' 'a *3'
    expect_line ' bytes, .* GB/s' '{ seq 3 | gzip; sleep 1.4; seq 4 | gzip; } | clreduce sum' '^16'
    expect_line ' bytes, .* GB/s' 'seq 3 >few.txt; { seq 3; sleep 1.4; seq 4; } | clreduce sum few.txt -' '^22'
    expect_line checking 'seq 2000000 | shuf | clreduce median --check' 1000000.5
    run on_terminal '{ sleep 1.4; seq 3; } | clreduce sum'
    ! grep -q GB/s <<<"$out" && grep -q '^6' <<<"$out"
    judge $? "expected no line while a program in front may ask for a password" clreduce sum
}

try_pieces
try_small_device
try_memory
try_beyond_32_bits
try_progress
