#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# run.sh of libclreduce_mpi, which is compiled here for Open MPI, as Debian has it: what MPI_Comm is differs between MPIs.
#
#   mpi.sh LIBCLREDUCE [--write]
#
# Exit status: run.sh's, and 77 if there is no Open MPI.
set -eu

library=$(realpath -e "$1")
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mpi=openmpi

# shellcheck source=tests/mpi/mpirun.sh
. "$root/tests/mpi/mpirun.sh"

# Both libraries are of one version. Sources are named from the root, as their names are part of the description.
soname=$(objdump -p "$library" | sed -n 's/.*SONAME *libclreduce\.so/libclreduce_mpi.so/p')
cd "$root"
mpicc.$mpi -std=c11 -D_GNU_SOURCE -g -fPIC -shared -fvisibility=hidden -Wl,-soname,"$soname" -Iinclude \
    mpi/*.c -o "$work/$soname" "$library" -lpthread
"$here/run.sh" "$work/$soname" "${@:2}"
