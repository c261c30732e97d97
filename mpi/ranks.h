/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ranks - the library's own duplicate of a communicator, and this process's place in it.
 */
#ifndef CLREDUCE_MPI_RANKS_H
#define CLREDUCE_MPI_RANKS_H

#include "refusal.h"

typedef struct clri_mpi_ranks {
    MPI_Comm comm; /* belongs to the caller's communicator */
    int rank, count;
} clri_mpi_ranks;

/*
 * The duplicate, made at the first call for `comm`, which is collective. CLR_ERROR_ARGUMENT where
 * there can be none, or CLR_ERROR_MPI.
 */
clr_status clri_mpi_ranks_of(MPI_Comm comm, clri_mpi_ranks *ranks, clri_mpi_refusal *refusal);

#endif
