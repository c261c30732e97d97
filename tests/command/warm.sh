# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# warm: what it has compiled no later call compiles. That is counted, not timed: programs are files of the
# driver's cache, or of the library's where the driver is none that keeps programs itself.

as_nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)

# The caches begin empty. PoCL compiles a kernel when it is launched, which is a file more.
begin_cold()
{
    rm -rf cold
    mkdir cold
    export POCL_CACHE_DIR=$work/cold/pocl CLREDUCE_CACHE_DIR=$work/cold/own CLREDUCE_SYSTEM_CACHE=$work/cold/system
}

compiled()
{
    find cold -name program.bc -o -name '*.so' -o -path 'cold/own/*' -o -path 'cold/system/*' | wc -l
}

# expect_compiled 0|more COMMAND... : succeeds and compiles nothing, or something.
expect_compiled()
{
    local wanted=$1 before count
    shift
    before=$(compiled)
    run "$@"
    count=$(($(compiled) - before))
    [ "$code" = 0 ] && case $wanted in more) [ $count -gt 0 ] ;; *) [ $count = "$wanted" ] ;; esac
    judge $? "expected programs and kernels compiled: $wanted, not $count" "$@"
}

write_numbers()
{
    seq 100 >whole.txt
    seq 0.5 99.5 >halves.txt
    for _ in {1..10}; do seq 0 9; done >labels.txt
    seq 0 20 100 >offsets.txt
    seq 1000 >many.txt
    for _ in {1..10}; do seq 0 99; done >many_labels.txt
    seq 0 10 1000 >many_offsets.txt
    put_npy_header '<f4' '(64, 4096)' >array.npy
    head -c 1M /dev/zero >>array.npy
}

try_flat()
{
    begin_cold
    expect_compiled more clreduce warm sum,mean
    expect_same "a line for each call" "sum of i64 in text, flat
sum of f64, flat
sum of f32, flat
mean of f64, flat
mean of f32, flat
sum,mean of f64, flat
sum,mean of f32, flat" "$(sed 's/^ *[0-9.]* [mun]*s  //' <<<"$out")"
    expect_compiled 0 clreduce warm sum,mean
    for op in sum mean sum,mean; do
        expect_compiled 0 clreduce $op whole.txt
        expect_compiled 0 clreduce $op halves.txt
        expect_compiled 0 clreduce $op array.npy
    done
    expect_compiled more clreduce max whole.txt
}

try_stats()
{
    begin_cold
    expect_compiled more clreduce warm stats
    expect_compiled 0 clreduce stats whole.txt
    expect_compiled 0 clreduce stats array.npy
}

# Rows and columns, short and long.
try_shapes()
{
    local shapes
    begin_cold
    expect_compiled more clreduce warm sum --shapes all -a fast
    for shapes in "--length 10" "--length 1" "--labels labels.txt" "--offsets offsets.txt" "--keys labels.txt"; do
        # shellcheck disable=SC2086 # options and their arguments
        expect_compiled 0 clreduce sum $shapes -a fast whole.txt
    done
    for shapes in "--axis 0" "--axis 1" "--axis 0,1"; do
        # shellcheck disable=SC2086
        expect_compiled 0 clreduce sum $shapes -a fast array.npy
    done
    expect_compiled more clreduce mean --length 10 -a fast whole.txt
    expect_compiled more clreduce warm std --shapes labels,segments -a fast
    for shapes in "--labels many_labels.txt" "--offsets many_offsets.txt"; do
        # shellcheck disable=SC2086
        expect_compiled 0 clreduce std $shapes -a fast many.txt
    done
}

# For all users, by a driver that keeps no programs itself.
try_system()
{
    if [ -z "$layer" ]; then
        skip "warm --system: no layer"
        return
    fi
    local other=(env OPENCL_LAYERS="$layer" CLR_FAULT_RENAME_PLATFORM=1) warm=(clreduce warm sum -t f32 --system)
    begin_cold
    expect_compiled more "${other[@]}" bash -c "umask 077; ${warm[*]}"
    expect_words 'nothing is new in' "${other[@]}" "${warm[@]}"
    expect_same "everyone may read it" "" "$(find cold/system -not -perm -a+r)"
    expect_same "nobody else may write to it" "" "$(find cold/system -perm /022)"
    expect_same "the user's cache has nothing" "" "$(ls cold/own 2>/dev/null)"
    expect_compiled 0 "${other[@]}" clreduce sum array.npy
}

# What PoCL keeps is no file there.
try_system_on_pocl()
{
    begin_cold
    expect_compiled more clreduce warm sum -t f32 --system
    expect_words 'nothing is new in .*POCL_CACHE_DIR' clreduce warm sum -t f32 --system
    run clreduce warm sum -t f32 --system -q
    expect_same "with -q nothing is said" "" "$err"
}

try_refusals()
{
    begin_cold
    expect_error 1 "unknown operator 'summ'" clreduce warm summ
    expect_error 1 "unknown operator 'whole.txt'" clreduce warm whole.txt
    expect_error 1 "one word: sum,whole.txt" clreduce warm sum whole.txt
    expect_error 1 "unknown shape 'column'. The shapes are flat" clreduce warm --shapes rows,column
    expect_error 1 "no use for --length" clreduce warm sum --length 3
    expect_error 1 "no use for --shapes" clreduce sum --shapes flat whole.txt
    expect_error 1 "leave out -a" clreduce warm stats -a fast
    expect_error 1 "nothing to compile" clreduce warm and -t f32
    expect_error 1 "nothing to compile" clreduce warm max -r f32
    expect_error 3 "no device matches '7:7'" clreduce warm sum -d 7:7
    expect_error 1 "CLREDUCE_SYSTEM_CACHE is empty" env CLREDUCE_SYSTEM_CACHE= clreduce warm --system
    expect_error 2 "/proc/nowhere: kernels cannot be put there" \
        env CLREDUCE_SYSTEM_CACHE=/proc/nowhere clreduce warm --system
    expect_error 2 "whole.txt: kernels cannot be put there: it is no folder" \
        env CLREDUCE_SYSTEM_CACHE=whole.txt clreduce warm --system
    mkdir -m 777 cold/open
    expect_error 2 "cold/open: .* others may write to it" env CLREDUCE_SYSTEM_CACHE=cold/open clreduce warm --system
    expect_exit 2 bash -c 'clreduce warm sum -t f32 >&-'
    expect_exit 2 bash -c 'clreduce warm sum -t f32 >/dev/full'
}

# Root's folder is not for a user to fill.
try_without_rights()
{
    if [ "$(id -u)" != 0 ] || ! "${as_nobody[@]}" test -x "$work/bin/clreduce"; then
        skip "warm --system without rights: it takes root, and a build that others may read"
        return
    fi
    begin_cold
    mkdir cold/system
    expect_error 2 "cold/system: kernels cannot be put there: it belongs to another user. Be root, or" \
        "${as_nobody[@]}" clreduce warm --system
    rmdir cold/system
    expect_error 2 "cold/system: kernels cannot be put there: Permission denied" "${as_nobody[@]}" clreduce warm --system
}

# What a device cannot do is left out; but not if it was asked for.
try_left_out()
{
    [ -n "$layer" ] || return 0
    begin_cold
    local narrow=(env OPENCL_LAYERS="$layer" CLR_FAULT_HIDE_FP64=1)
    expect_words '  left out  sum of f64, flat: ' "${narrow[@]}" clreduce warm sum -a fast
    expect_words '  sum of i64 in text, flat$' "${narrow[@]}" clreduce warm sum -a fast
    run "${narrow[@]}" clreduce warm sum -a fast -t f64
    expect_same "and f64 is refused" 1 "$code"
}

write_numbers
try_all try_flat try_stats try_shapes try_system try_system_on_pocl try_refusals try_without_rights try_left_out
