#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Compiles libclreduce_mpi's sources, test_mpi.c and test_mpi_between.c for one MPI, and runs the former on 1, 2, 3 and 7
# ranks, the latter on few, as MPICH's ranks wait at full speed; then has a rank killed at each stage of a
# call, where mpirun has to end; then runs the code of docs/mpi.md.
#
#   run.sh LIBCLREDUCE openmpi|mpich
#
# Exit status: 0 all is well, 77 there is no such MPI, 1 something is not well.
set -eu

library=$(realpath -e "$1")
mpi=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck source=tests/mpi/mpirun.sh
. "$root/tests/mpi/mpirun.sh"

fail()
{
    echo "mpi: $mpi: $*" >&2
    exit 1
}

# compile PROGRAM SOURCES... : with the library's own.
compile()
{
    local program=$1
    shift
    mpicc."$mpi" -std=c11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I"$root/include" \
        "$root"/mpi/*.c "$@" -o "$program" "$library" -Wl,-rpath,"$(dirname "$library")" -lOpenCL -lpthread -lm
}

compile "$work/test_mpi" "$here"/mpi_parts.c "$here"/mpi_rank.c "$here"/test_mpi.c
mkdir "$work/parts"
"$work/test_mpi" make "$work/parts" || fail "no accumulators were made"
for count in 1 2 3 7; do
    ranks "$count" "$work/test_mpi" ranks "$work/parts" || fail "$count ranks: status $?"
done

compile "$work/test_mpi_between" "$here"/mpi_parts.c "$here"/mpi_rank.c "$here"/test_mpi_between.c
# between COUNT MODE : a rank that waits for ever is ended by the time limit.
between()
{
    ranks "$1" "$work/test_mpi_between" "$2" "$work/parts" || fail "$2, $1 ranks: status $?"
}
between 2 small
between 3 small
between 2 thread
between 2 refused
CLREDUCE_MPI_PROGRESS=thread between 2 asked

for call in 0 1 2 3; do
    status=0
    ranks 3 "$work/test_mpi" die "$work/parts" $call >"$work/log" 2>&1 || status=$?
    case $status in
    0) fail "a rank was killed (collective operation $call), and nobody noticed" ;;
    124) cat "$work/log"; fail "a rank was killed (collective operation $call), and the others waited" ;;
    esac
    ! grep "not so" "$work/log" || fail "a rank was killed (collective operation $call), and the others went on"
done
# The document's code, between what its reader has.
{
    cat <<'END'
#include <clreduce/clreduce_mpi.h>
#include <stdio.h>
int main(int arguments, char **words)
{
    float x[] = {0.5f, 1e30f, 0, 0};
    size_t n = 4;
    int rank;
    MPI_Init(&arguments, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        x[1] = -1e30f;
END
    sed -n '/^```text$/,/^```$/{/^```/d;p}' "$root/docs/mpi.md" | sed '1,/^mpirun /d; s/^./    &/'
    cat <<'END'
    if (rank == 1)
        printf("%g\n", (double)total);
    clr_accumulator_destroy(own);
    clr_accumulator_destroy(all);
    clr_context_destroy(context);
    MPI_Finalize();
    return 0;
}
END
} >"$work/total.c"
compile "$work/total" "$work/total.c"
total=$(ranks 2 "$work/total")
[ "$total" = 1 ] || fail "the code of docs/mpi.md says $total, not 1"
echo "mpi: $mpi: all is well"
