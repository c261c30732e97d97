# shellcheck shell=bash disable=SC2154 # it wants a variable
# SPDX-License-Identifier: Apache-2.0
#
# What run.sh and prints.sh share, which source it: whether an MPI is there, and running ranks of it. It wants
# `mpi`, openmpi or mpich.

for tool in mpicc mpirun; do
    command -v $tool."$mpi" >/dev/null || {
        echo "mpi: there is no $tool.$mpi: apt-get install lib$mpi-dev" >&2
        exit 77
    }
done

# ranks COUNT PROGRAM ARGUMENTS... : more ranks than cores wait without using them.
ranks()
{
    local count=$1
    shift
    case $mpi in
    openmpi)
        env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1 \
            OMPI_MCA_odls_base_sigkill_timeout=0 timeout 900 mpirun.openmpi --oversubscribe -n "$count" "$@" </dev/null
        ;;
    mpich) MPIR_CVAR_POLLS_BEFORE_YIELD=1 timeout 900 mpirun.mpich -n "$count" "$@" </dev/null ;;
    esac
}
