#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures reductions of whole arrays: this project's at levels fast and exact, and everybody's whose toolchain
# is there, in turns, round by round, on the same device and data; with what nothing can be faster than: an empty
# kernel, four bytes on their way to the host, the device's memory only read. Each value is held against the exact
# one, and marked where it is wrong.
#
#   compare.sh [-n ELEMENTS] [-e OPERATORS] [-r ROUNDS] [-p PEERS] [-o FOLDER]
#
#   -n  most elements, by default 2^28, or what memory allows; sizes are 2^10, 2^12, ... up to it
#   -e  which of sum-f32, sum-f64, max-f32, argmax-f32, std-f32, dot-f32, nrm2-f32; separated by commas; by
#       default all
#   -r  rounds, by default 3
#   -p  which of ours, cub, cccl (CUB by the headers in CCCL), torch, cupy, boost, clblast, pyopencl; and on the
#       host c (OpenMP), numpy, xsum, fsum; separated by commas; by default those on the device and, if it is a
#       CPU, those on the host
#   -o  folder for compare.tsv, compare.md, compare.svg and what each printed; by default ./compare; the data, 16
#       bytes an element, lies in a folder there while it is used
#
# Environment: CLREDUCE_DEVICE, ours and the OpenCL peers' device; COMPARE_OURS, the program of that name, by default
# that of build/*/tools; CCCL, a folder with cub/cub.cuh that is newer than the toolkit's; PYTHON, by default
# python3; CC, CXX, NVCC, by default cc, c++, nvcc; OMP_WAIT_POLICY, else C is measured with threads that wait actively
# and passively, one after the other, as the one is faster on a quiet machine and the other on a busy one.
#
# What an earlier call with other peers has left in the folder stays part of the table, so that a long measurement
# can be made in pieces. What is not there is said in a line, and left out; nothing is installed. Peers of CUDA run
# on the first CUDA device: see that CLREDUCE_DEVICE is that, too. Exit status: 0 done, 1 nothing was measured, 2
# wrong usage.
set -u

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tools/peers/peers_common.sh
. "$here/peers_common.sh"
count=268435456
known_operators=sum-f32,sum-f64,max-f32,argmax-f32,std-f32,dot-f32,nrm2-f32
known_peers=ours,cub,cccl,torch,cupy,boost,clblast,pyopencl,c,numpy,xsum,fsum
on_gpus=ours,cub,cccl,torch,cupy,boost,clblast,pyopencl
on_cpus=ours,torch,boost,clblast,pyopencl,c,numpy,xsum,fsum
operators=$known_operators
rounds=3
peers=
folder=compare
while getopts n:e:r:p:o: option; do
    case $option in
    n) count=$OPTARG ;;
    e) operators=$OPTARG ;;
    r) rounds=$OPTARG ;;
    p) peers=$OPTARG ;;
    o) folder=$OPTARG ;;
    *) stop 2 "see the head of $0." ;;
    esac
done
[ $((OPTIND - 1)) = $# ] || stop 2 "there are words behind the options: see the head of $0."
need_numbers "$count" "$rounds"
[[ ${#count} -lt 11 && $count -le 1073741824 ]] || stop 2 "$count elements are more than 2^30."

# need_known WHAT LIST KNOWN : words that are known, separated by commas.
need_known()
{
    local word
    [[ $2 =~ ^[a-z0-9-]+(,[a-z0-9-]+)*$ ]] || stop 2 "'$2' is no list of ${1}s."
    for word in ${2//,/ }; do
        [[ ,$3, == *,$word,* ]] || stop 2 "there is no $1 $word: there are ${3//,/, }."
    done
}

need_known operator "$operators" "$known_operators"
[ -z "$peers" ] || need_known peer "$peers" "$known_peers"
need_python

# ---- What is there --------------------------------------------------------------------------------

# Ours writes the data, and knows the device.
ours=${COMPARE_OURS:-$(newest_built compare_ours)}
command -v "${ours:-compare_ours}" >/dev/null ||
    stop 1 "there is no compare_ours: 'cmake --preset release && cmake --build build/release' makes it."
device=$("$ours" --device) || stop 1 "there is no device that ours runs on."
export COMPARE_KIND=${device%% *} COMPARE_DEVICE=${device#* }
if [ -z "$peers" ]; then
    peers=$on_cpus
    [ "$COMPARE_KIND" = cpu ] || peers=$on_gpus
fi
mkdir -p "$folder" || stop 2 "no folder $folder."
folder=$(cd "$folder" && pwd)
for peer in ${known_peers//,/ }; do
    ! wanted "$peer" || rm -f "$folder/$peer.lines"
done

# find_library WHO HEADER PACKAGE COMPILER... : whether it is there.
find_library()
{
    local who=$1 header=$2 package=$3
    shift 3
    if ! command -v "$1" >/dev/null; then
        note "$who is left out: there is no compiler $1."
    elif ! echo "#include <$header>" | "$@" -DCL_TARGET_OPENCL_VERSION=120 -E - >/dev/null 2>&1; then
        note "$who is left out: there is no $header; Debian's $package brings it."
    else
        return 0
    fi
    return 1
}

find_cccl()
{
    if [ -z "${CCCL:-}" ]; then
        note "cccl is left out: CCCL=FOLDER says where newer headers are; PyPI's nvidia-cuda-cccl has them."
        return 1
    fi
    find_cuda cccl && compile_cuda cccl compare_cccl compare_cub.cu "$CCCL"
}

# find_peer PEER : makes it, where there is something to make.
find_peer()
{
    local cc=${CC:-cc} cxx=${CXX:-c++}
    case $1 in
    cub) find_cuda cub && compile_cuda cub compare_cub compare_cub.cu ;;
    cccl) find_cccl ;;
    torch) find_module torch && find_module numpy ;;
    boost)
        find_library boost boost/compute/core.hpp 'libboost-dev and ocl-icd-opencl-dev' "$cxx" -x c++ &&
            compile boost compare_boost "$cxx" -std=c++17 -O2 "$here/compare_boost.cpp" -lOpenCL
        ;;
    clblast)
        find_library clblast clblast_c.h libclblast-dev "$cc" -x c &&
            compile clblast compare_clblast "$cc" -std=gnu11 -O2 "$here/compare_clblast.c" -lclblast -lOpenCL
        ;;
    c)
        find_library c omp.h 'libgomp of gcc' "$cc" -fopenmp -x c &&
            compile c compare_c "$cc" -std=gnu11 -O3 -march=native -fopenmp -ffinite-math-only -fno-signed-zeros \
                "$here/compare_c.c" -lm
        ;;
    cupy) find_module cupy cupy-cuda12x ;;
    pyopencl | numpy | xsum) find_module "$1" && find_module numpy ;;
    *) ;;
    esac
}

found=()
for peer in ${known_peers//,/ }; do
    wanted "$peer" && find_peer "$peer" && found+=("$peer")
done
[ ${#found[@]} != 0 ] || stop 1 "there is nothing to measure."

# ---- Data -----------------------------------------------------------------------------------------

# The files, a process's copies of two arrays, and a device's in the same memory.
memory=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo)
while [ "$count" -gt 1024 ] && [ $((count * 40 / 1024)) -gt "${memory:-$count}" ]; do
    count=$((count / 4))
    note "memory allows for fewer elements: $count."
done
sizes=$((count < 1024 ? count : 1024))
for ((size = 4096; size <= count; size *= 4)); do
    sizes+=,$size
done
data=$(mktemp -d "$folder/data.XXXXXX") || stop 1 "no folder for the data in $folder."
trap 'rm -rf "$data"' EXIT
"$ours" --data "$data" "${sizes##*,}" || stop 1 "there is no data."

# ---- Measuring ------------------------------------------------------------------------------------

# Where a driver is told something by the environment: what others would misunderstand.
call()
{
    case $1 in
    ours) "$ours" "${@:2}" ;;
    cub | boost) "$folder/compare_$1" "${@:2}" ;;
    cccl) COMPARE_CUB='cub cccl' "$folder/compare_cccl" "${@:2}" ;;
    clblast)
        COMPARE_VERSION=$(pkg-config --modversion clblast 2>/dev/null) "$folder/compare_clblast" "${@:2}"
        ;;
    c)
        for waiting in ${OMP_WAIT_POLICY:-active passive}; do
            OMP_WAIT_POLICY=$waiting "$folder/compare_c" "${@:2}" || return
        done
        ;;
    *) "$python" "$here/compare_$1.py" "${@:2}" ;;
    esac
}

measure_rounds call "$data" "$sizes" "$operators"
title="Reductions beside others', $COMPARE_DEVICE"
"$python" "$here/compare_table.py" "$folder" "$data" "$title" "$folder"/*.lines || exit 1
note "$folder/compare.md, compare.tsv and compare.svg are written."
