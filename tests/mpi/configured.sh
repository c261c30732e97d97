#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Has cmake say whether it has found MPI, which option builds by it, and which packages have it, where there is an
# MPI, where there is none, and where one is asked for; and has it know the preset mpi.
#
# Usage and exit status: configured.sh CMAKE. 0 all is well, 1 something is not well.
set -eu

cmake=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# says STATUS PATTERN OPTIONS... : what cmake says has a line of the pattern.
says()
{
    local wanted=$1 pattern=$2 status=0
    shift 2
    rm -rf "$work/build"
    "$cmake" -S "$root" -B "$work/build" -DCLREDUCE_BUILD_COMMAND=OFF "$@" >"$work/said" 2>&1 || status=$?
    [ $((status != 0)) = "$wanted" ] && tr -s '\n ' '  ' <"$work/said" | grep -q -e "$pattern" && return
    echo "mpi: $*: expected $pattern, status $status and" >&2
    cat "$work/said" >&2
    exit 1
}

says 0 'MPI: found (/some/mpicc), not used: -DCLREDUCE_BUILD_MPI=ON, or the preset mpi' -DCLREDUCE_MPICC=/some/mpicc
says 0 'MPI: not found: libopenmpi-dev or libmpich-dev' -DCLREDUCE_MPICC=OFF
says 1 'MPI: not found, which CLREDUCE_BUILD_MPI needs: install libopenmpi-dev' -DCLREDUCE_BUILD_MPI=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON
(cd "$root" && "$cmake" --list-presets) | grep -q '"mpi"' || {
    echo "mpi: there is no preset mpi" >&2
    exit 1
}
echo "mpi: cmake says it"
