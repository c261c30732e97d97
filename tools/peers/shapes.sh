#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures rows, columns, segments and labels: this project's by clreduce bench, beside CUB's, torch's and
# NumPy's, as far as these are there. They take turns, round by round; of each measurement the best counts.
#
#   shapes.sh [-n ELEMENTS] [-l LENGTHS] [-m LABELLED] [-k LABELS] [-r ROUNDS] [-p PEERS] [-o FOLDER]
#
#   -n  elements in all, by default 2^24; up to 2^31 - 1
#   -l  lengths of rows and segments, separated by commas; by default those where kernels change
#   -m  elements that have labels, by default a quarter of them all
#   -k  how many labels, likewise separated
#   -r  rounds, by default 2
#   -p  which of ours, cub, torch, numpy; separated by commas; by default all
#   -o  folder for shapes.tsv, shapes.md, shapes.svg and what each printed; by default ./shapes
#
# Environment: CLREDUCE, the command, by default that of build/*/tools or of the PATH; CLREDUCE_DEVICE, its
# device; CCCL, a folder with cub/cub.cuh that is newer than the toolkit's; PYTHON, by default python3;
# NVCC, by default nvcc.
#
# What an earlier call with other peers has left in the folder stays part of the table, so that a long measurement
# can be made in pieces. What is not there is said in a line, and left out. CUB and torch run on the first CUDA device: see that
# clreduce is on that, too. Exit status: 0 done, 1 nothing was measured, 2 wrong usage.
set -u

stop()
{
    echo "shapes.sh: $2" >&2
    exit "$1"
}

note()
{
    echo "shapes.sh: $*" >&2
}

here=$(cd "$(dirname "$0")" && pwd)
count=16777216
lengths=1,2,3,4,5,7,8,15,16,17,31,32,33,64,100,128,255,256,257,513,1000,1024,4095,4096,65536,1048576
lengths=$lengths,16777216,268435456
labelled=
labels=4,16,64,1024,16384,65536,262144,1048576,4194304
rounds=2
peers=ours,cub,torch,numpy
folder=shapes
while getopts n:l:m:k:r:p:o: option; do
    case $option in
    n) count=$OPTARG ;;
    l) lengths=$OPTARG ;;
    m) labelled=$OPTARG ;;
    k) labels=$OPTARG ;;
    r) rounds=$OPTARG ;;
    p) peers=$OPTARG ;;
    o) folder=$OPTARG ;;
    *) stop 2 "see the head of $0." ;;
    esac
done
[ $((OPTIND - 1)) = $# ] || stop 2 "there are words behind the options: see the head of $0."
for number in "$count" "${labelled:-1}" "$rounds"; do
    [[ $number =~ ^[1-9][0-9]*$ ]] || stop 2 "$number is no whole number above 0."
done
for list in "$lengths" "$labels"; do
    [[ $list =~ ^[1-9][0-9]*(,[1-9][0-9]*)*$ ]] || stop 2 "$list is no list of whole numbers above 0."
done
[ "$count" -lt 2147483648 ] || stop 2 "$count elements are more than the peers count."
labelled=${labelled:-$(((count + 3) / 4))}
python=${PYTHON:-python3}
command -v "$python" >/dev/null || stop 2 "there is no $python."
export PYTHONDONTWRITEBYTECODE=1
mkdir -p "$folder" || stop 2 "no folder $folder."
folder=$(cd "$folder" && pwd)

wanted()
{
    [[ ,$peers, == *,$1,* ]]
}
for peer in ours cub torch numpy; do
    ! wanted $peer || rm -f "$folder/$peer.lines"
done

# ---- What is there --------------------------------------------------------------------------------

# The newest of this project's builds, else the one that is installed.
find_ours()
{
    local made
    if [ -z "${CLREDUCE:-}" ]; then
        made=$(find "$here/../../build" -maxdepth 3 -path '*/tools/clreduce' -type f -printf '%T@ %p\n' 2>/dev/null |
            sort -rn | sed -n '1s/^[^ ]* //p')
        CLREDUCE=${made:-clreduce}
    fi
    export CLREDUCE
    command -v "$CLREDUCE" >/dev/null && return
    note "ours is left out: there is no $CLREDUCE; CLREDUCE=FILE says where it is."
    return 1
}

find_cub()
{
    local headers=()
    [ -z "${CCCL:-}" ] || headers=(-I "$CCCL")
    if ! command -v "${NVCC:-nvcc}" >/dev/null; then
        note "CUB is left out: there is no ${NVCC:-nvcc}."
    elif ! command -v nvidia-smi >/dev/null || ! nvidia-smi -L >/dev/null 2>&1; then
        note "CUB is left out: there is no CUDA device."
    elif ! "${NVCC:-nvcc}" -std=c++17 -O3 -arch=native "${headers[@]}" -o "$folder/shapes_cub" "$here/shapes_cub.cu" \
        >"$folder/shapes_cub.log" 2>&1; then
        note "CUB is left out: it does not compile, see $folder/shapes_cub.log."
    else
        return 0
    fi
    return 1
}

# find_module NAME
find_module()
{
    "$python" -c "import $1" 2>/dev/null && return
    note "$1 is left out: $python has no such module."
    return 1
}

found=()
wanted ours && find_ours && found+=(ours)
wanted cub && find_cub && found+=(cub)
wanted torch && find_module torch && find_module numpy && found+=(torch)
wanted numpy && find_module numpy && found+=(numpy)
[ ${#found[@]} != 0 ] || stop 1 "there is nothing to measure."

# ---- Measuring ------------------------------------------------------------------------------------

# run_peer PEER: its lines, behind those that are there.
run_peer()
{
    local program=("$python" "$here/shapes_$1.py")
    [ "$1" != cub ] || program=("$folder/shapes_cub")
    "${program[@]}" "$count" "$lengths" "$labelled" "$labels" >>"$folder/$1.lines" ||
        note "$1 ended early: what it had measured counts."
}

for ((round = 1; round <= rounds; round++)); do
    for peer in "${found[@]}"; do
        note "round $round of $rounds: $peer"
        run_peer "$peer"
    done
done

title="Sums of f32 with many results, $count elements in all"
if [[ " ${found[*]} " == *' cub '* ]]; then
    title+=", $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
fi
"$python" "$here/shapes_table.py" "$folder" "$title" "$folder"/*.lines || exit 1
note "$folder/shapes.md, shapes.tsv and shapes.svg are written."
