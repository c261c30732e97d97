# SPDX-License-Identifier: Apache-2.0
#
# Says how libclreduce_mpi is built, where it has not been asked for. MPI's compilers are looked for by name:
# FindMPI takes a second, and leaves targets behind.

find_program(CLREDUCE_MPICC NAMES mpicc mpicc.openmpi mpicc.mpich)
mark_as_advanced(CLREDUCE_MPICC)
if(CLREDUCE_MPICC)
    message(STATUS "MPI: found (${CLREDUCE_MPICC}), not used: -DCLREDUCE_BUILD_MPI=ON, or the preset mpi, builds libclreduce_mpi and clreduce-mpi")
else()
    message(STATUS "MPI: not found: libopenmpi-dev or libmpich-dev has it, and -DCLREDUCE_BUILD_MPI=ON, or the preset mpi, builds by it")
endif()
