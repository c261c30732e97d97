# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154 # it wants some variables
#
# peers_common - what shapes.sh and compare.sh share, which source it: sentences, what is there of whom, and the
# compiling of drivers. It wants `here`, their folder; `peers`, who is asked for, and `found`, who is
# there; `rounds`; and `folder`, for what is made.

stop()
{
    echo "${0##*/}: $2" >&2
    exit "$1"
}

note()
{
    echo "${0##*/}: $*" >&2
}

# need_numbers NUMBER... : whole and above 0.
need_numbers()
{
    local number
    for number in "$@"; do
        [[ $number =~ ^[1-9][0-9]*$ ]] || stop 2 "$number is no whole number above 0."
    done
}

# need_python : its name in `python`.
need_python()
{
    python=${PYTHON:-python3}
    command -v "$python" >/dev/null || stop 2 "there is no $python."
    export PYTHONDONTWRITEBYTECODE=1
}

wanted()
{
    [[ ,$peers, == *,$1,* ]]
}

# newest_built NAME : prints the program of that name in the newest of this project's builds.
newest_built()
{
    find "$here/../../build" -maxdepth 3 -path "*/tools/$1" -type f -printf '%T@ %p\n' 2>/dev/null |
        sort -rn | sed -n '1s/^[^ ]* //p'
}

# find_ours : the command, in CLREDUCE.
find_ours()
{
    CLREDUCE=${CLREDUCE:-$(newest_built clreduce)}
    export CLREDUCE=${CLREDUCE:-clreduce}
    command -v "$CLREDUCE" >/dev/null && return
    note "ours is left out: there is no $CLREDUCE; CLREDUCE=FILE says where it is."
    return 1
}

# find_module NAME [PACKAGE]
find_module()
{
    "$python" -c "import $1" 2>/dev/null && return
    note "$1 is left out: $python has no such module; '$python -m pip install ${2:-$1}' brings it."
    return 1
}

# find_cuda WHO : a compiler and a device.
find_cuda()
{
    if ! command -v "${NVCC:-nvcc}" >/dev/null; then
        note "$1 is left out: there is no ${NVCC:-nvcc}; NVIDIA's CUDA toolkit brings it."
    elif ! command -v nvidia-smi >/dev/null || ! nvidia-smi -L >/dev/null 2>&1; then
        note "$1 is left out: there is no CUDA device."
    else
        return 0
    fi
    return 1
}

# compile WHO PROGRAM COMMAND... : to $folder/PROGRAM, with what the compiler says beside it.
compile()
{
    local who=$1 program=$2
    shift 2
    "$@" -o "$folder/$program" >"$folder/$program.log" 2>&1 && return
    note "$who is left out: it does not compile, see $folder/$program.log."
    return 1
}

# compile_cuda WHO PROGRAM SOURCE [HEADERS]
compile_cuda()
{
    compile "$1" "$2" "${NVCC:-nvcc}" -std=c++17 -O3 -arch=native ${4:+-I "$4"} "$here/$3"
}

# measure_rounds CALL ARGUMENT... : CALL PEER ARGUMENT... of all `found` in turns, `rounds` times; its lines go
# behind those that are there.
measure_rounds()
{
    local round peer
    for ((round = 1; round <= rounds; round++)); do
        for peer in "${found[@]}"; do
            note "round $round of $rounds: $peer"
            "$1" "$peer" "${@:2}" >>"$folder/$peer.lines" || note "$peer ended early: what it had measured counts."
        done
    done
}

first_gpu()
{
    nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1
}
