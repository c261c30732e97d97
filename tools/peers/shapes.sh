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

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tools/peers/peers_common.sh
. "$here/peers_common.sh"
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
need_numbers "$count" "${labelled:-1}" "$rounds"
for list in "$lengths" "$labels"; do
    [[ $list =~ ^[1-9][0-9]*(,[1-9][0-9]*)*$ ]] || stop 2 "$list is no list of whole numbers above 0."
done
[ "$count" -lt 2147483648 ] || stop 2 "$count elements are more than the peers count."
labelled=${labelled:-$(((count + 3) / 4))}
need_python
mkdir -p "$folder" || stop 2 "no folder $folder."
folder=$(cd "$folder" && pwd)

for peer in ours cub torch numpy; do
    ! wanted $peer || rm -f "$folder/$peer.lines"
done

# ---- What is there --------------------------------------------------------------------------------

found=()
wanted ours && find_ours && found+=(ours)
wanted cub && find_cuda CUB && compile_cuda CUB shapes_cub shapes_cub.cu "${CCCL:-}" && found+=(cub)
wanted torch && find_module torch && find_module numpy && found+=(torch)
wanted numpy && find_module numpy && found+=(numpy)
[ ${#found[@]} != 0 ] || stop 1 "there is nothing to measure."

# ---- Measuring ------------------------------------------------------------------------------------

call()
{
    local program=("$python" "$here/shapes_$1.py")
    [ "$1" != cub ] || program=("$folder/shapes_cub")
    "${program[@]}" "${@:2}"
}

measure_rounds call "$count" "$lengths" "$labelled" "$labels"

title="Sums of f32 with many results, $count elements in all"
if [[ " ${found[*]} " == *' cub '* ]]; then
    title+=", $(first_gpu)"
fi
"$python" "$here/shapes_table.py" "$folder" "$title" "$folder"/*.lines || exit 1
note "$folder/shapes.md, shapes.tsv and shapes.svg are written."
