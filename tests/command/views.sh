# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Files that are mapped, and not read: the same answers as of a pipe, and what there is to say of a file
# that somebody cuts short.

# expect_mapped COMMAND... : what -v says of the pieces.
expect_mapped()
{
    expect_words 'piece.*(mapped)' "$@" -v
}

expect_read()
{
    run "$@" -v
    [ "$code" = 0 ] && ! grep -q '(mapped)' <<<"$err"
    judge $? "expected success, and that nothing is mapped" "$@" -v
}

try_answers()
{
    local all twice
    make_npy random.npy 1000001
    tail -c 4000004 random.npy >random.raw
    all=$(clreduce min,max <(cat random.npy))
    expect_output "$all" clreduce min,max --check random.npy
    expect_output "$all" clreduce min,max random.npy random.npy
    expect_output "$all" clreduce min,max --chunk 300001 random.npy
    expect_output "$all" clreduce min,max --check --raw -t f32 random.raw random.raw
    expect_output "$all" clreduce min,max --raw -t f32 --offset 128 random.npy
    expect_output "$all" clreduce min,max - <random.npy
    expect_output "$(clreduce min,max --count 900000 <(cat random.npy))" \
        clreduce min,max --count 900000 random.npy
    expect_mapped clreduce min,max random.npy
    expect_mapped clreduce min,max --chunk 300001 - <random.npy
    expect_mapped clreduce min,max --raw -t f32 --offset 4 random.raw
    # In the published order where pieces end changes nothing.
    expect_output "$(clreduce sum -a reproducible <(cat random.npy))" \
        clreduce sum -a reproducible --chunk 1000004 random.npy
    # Side by side, all of them or none.
    twice=$(clreduce max --map 'x + y' <(cat random.npy) random.npy)
    expect_output "$twice" clreduce max --map 'x + y' random.npy random.npy
    expect_mapped clreduce max --map 'x + y' random.npy random.npy
    expect_read clreduce max --map 'x + y' random.npy <(cat random.npy)
}

# What is a file and yet cannot be taken as it lies, or is none.
try_others()
{
    local all
    all=$(clreduce min,max random.npy)
    expect_read clreduce min,max <(cat random.npy)
    expect_read clreduce min,max --chunk 1000 random.npy
    expect_read clreduce min,max --raw -t f32 --endian big random.raw
    expect_output "$all" clreduce min,max --raw -t f32 --offset 1 <(printf x | cat - random.raw)
    printf x | cat - random.raw >odd.raw
    expect_output "$all" clreduce min,max --raw -t f32 --offset 1 odd.raw
    expect_read clreduce min,max --raw -t f32 --offset 1 odd.raw
    expect_error 2 "odd.raw: ends with 1 byte" clreduce min,max --raw -t f32 odd.raw
    expect_words 'max [1-9]' clreduce min,max -q --raw -t u8 /proc/self/mountinfo
    run clreduce min,max --raw -t f32 /dev/null
    [ "$code" = 2 ] && [ -z "$out" ]
    judge $? "expected that nothing has no least number" clreduce min,max /dev/null
    if [ -d /dev/shm ] && [ -w /dev/shm ] && cp random.npy "/dev/shm/random.$$.npy"; then
        expect_output "$all" clreduce min,max "/dev/shm/random.$$.npy"
        rm -f "/dev/shm/random.$$.npy"
    fi
}

# The pipe holds less than is written: its end is reached only when the file has been opened.
try_cut_short()
{
    local cut='{ head -c 200000 random.raw; truncate -s 2000000 cut.raw; }'
    cp random.raw cut.raw
    expect_error 2 "standard input: has been cut short while it was read" \
        bash -c "clreduce min,max --chunk 1M --raw -t f32 --offset 0 <($cut) - <cut.raw"
    cp random.raw cut.raw
    expect_error 2 "cut.raw: has been changed since it was opened" \
        bash -c "clreduce min,max --raw -t f32 --offset 0 <($cut) cut.raw"
}

# The pipe holds less than is written: the file gets its other name when it has been opened. It is
# read on unless the path has to be opened again, as there are few descriptors.
try_renamed()
{
    local reads='clreduce sum -t i64 --text <(head -c 200000 zeros.txt; mv new.log log; echo 1) log'
    local most='for k in {3..14}; do eval "exec $k<zeros.txt"; done; ulimit -n 28;' forty
    yes 0 | head -n 200000 >zeros.txt
    echo 100 >log
    echo 7 >new.log
    expect_output 101 bash -c "$reads"
    expect_output 7 cat log
    echo 900 >new.log
    expect_error 2 "log: has been changed since it was opened" bash -c "$most $reads"
    mapfile -t forty < <(yes log | head -n 40)
    expect_output 36000 bash -c "$most "'clreduce sum "$@"' bash "${forty[@]}"
}

# Twice the same file, for the range and for the counts.
try_hist()
{
    local expected
    expected=$(clreduce hist --bins 5 <(cat random.npy))
    expect_output "$expected" clreduce hist --bins 5 --check random.npy
    expect_output "$expected" clreduce hist --bins 5 --check --chunk 1200004 --raw -t f32 random.raw
    cp random.raw cut.raw
    expect_error 2 "standard input: has been cut short while it was read" bash -c \
        "clreduce hist --bins 5 --range 0,1 --chunk 1M --raw -t f32 --offset 0 <(
            head -c 200000 random.raw; truncate -s 2000000 cut.raw) - <cut.raw"
}

# What CPUs read where it is goes to other devices by pieces.
try_own_memory()
{
    local there=(env OPENCL_LAYERS="$layer" CLR_FAULT_AS_GPU=1 CLR_FAULT_OWN_MEMORY=1)
    if [ -z "$layer" ]; then
        skip "a device with memory of its own: no fault layer is given"
        return
    fi
    expect_output "$(clreduce max random.npy)" "${there[@]}" clreduce max --check random.npy random.npy
    expect_mapped "${there[@]}" clreduce max --chunk 300001 random.npy
    expect_exit 0 "${there[@]}" clreduce max --check --repeat 2 random.npy
}

try_answers
try_others
try_cut_short
try_renamed
try_hist
try_own_memory
