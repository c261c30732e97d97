# shellcheck shell=bash disable=SC2154 # it wants a variable
# SPDX-License-Identifier: Apache-2.0
#
# What command.sh and labels.sh share, which source it: they compile clreduce-mpi for one MPI, and compare what its
# ranks print with what clreduce prints. Their arguments:
#
#   CLREDUCE MAKE_NPY PARTS LIBCLREDUCE openmpi|mpich
#
# PARTS is the library that the command is made of. Exit status: 0 all is well, 77 there is no such MPI, 1
# something is not well. It sets `work`, an empty folder, and goes there.

command=$(realpath -e "$1")
# shellcheck disable=SC2034 # the tests make files by it
make_npy=$(realpath -e "$2")
parts=$(realpath -e "$3")
library=$(realpath -e "$4")
mpi=$5
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
program=$work/clreduce-mpi
trap 'rm -rf "$work"' EXIT

# shellcheck source=tests/mpi/mpirun.sh
. "$root/tests/mpi/mpirun.sh"
# shellcheck source=/dev/null
. "$root/tests/command/support.sh" # for put_npy and the like
cd "$work" || exit 1

fail()
{
    echo "mpi: $mpi: $*" >&2
    [ ! -s "$work/err" ] || cat "$work/err" >&2
    exit 1
}

compile()
{
    local folder folders=() libraries
    for folder in "$root"/tools/*/; do
        folders+=("-I$folder")
    done
    libraries=$(pkg-config --cflags --libs jansson gmp libxml-2.0 zlib libzstd liblzma libzip)
    # shellcheck disable=SC2046,SC2086
    mpicc."$mpi" -std=c11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
        -I"$root/include" "${folders[@]}" $(find "$root/tools/mpi" -name '*.c' ! -name mpi_bench.c) "$root"/mpi/*.c \
        -o "$program" "$parts" "$library" -Wl,-rpath,"$(dirname "$library")" $libraries -lbz2 -fopenmp \
        -lOpenCL -lpthread -ldl -lm
}

# What ranks have printed and said, without the frames that mpirun has of its own where ranks end with an error.
printed()
{
    grep -vE '^(=.*|)$' "$work/out" || true
}
said()
{
    if [ "$1" = 0 ]; then cat "$work/err"; else grep '^clreduce' "$work/err" || true; fi
}

# same COUNT WHOLE OPTIONS... -- PARTS... : ranks print and say of the parts what clreduce does of the whole, and
# end as it does. The ranks take pieces of `chunk`, which clreduce has none of by label.
chunk=
same()
{
    local count=$1 whole=$2 options=() wanted got status=0 wanted_status=0
    shift 2
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    wanted=$("$command" "${options[@]}" "$whole" 2>"$work/notes") || wanted_status=$?
    ranks "$count" "$program" "${options[@]}" ${chunk:+--chunk "$chunk"} "$@" >"$work/out" 2>"$work/err" || status=$?
    [ $status = $wanted_status ] || fail "$count ranks, ${options[*]}: status $status, not $wanted_status"
    got=$(printed)
    [ "$got" = "$wanted" ] || fail "$count ranks, ${options[*]}: expected $wanted, got $got"
    [ "$(said $status)" = "$(sed 's/^clreduce:/clreduce-mpi:/' "$work/notes")" ] ||
        fail "$count ranks, ${options[*]}: expected $(cat "$work/notes")"
}

# refused STATUS SENTENCE PROGRAM ARGUMENTS... : by 3 ranks, in one line, and nothing is printed.
refused()
{
    local status=0 wanted=$1 sentence=$2 sentences
    shift 2
    ranks 3 "$@" >"$work/out" 2>"$work/err" || status=$?
    [ $status = "$wanted" ] || fail "${*:2}: expected status $wanted, got $status"
    sentences=$(said $status)
    [[ $sentences == "clreduce-mpi: "$sentence && $sentences != *$'\n'* ]] ||
        fail "${*:2}: expected $sentence, got $sentences"
    [ -z "$(printed)" ] || fail "${*:2}: something is printed"
}

compile
