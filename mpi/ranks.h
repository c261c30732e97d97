/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ranks - the library's own duplicate of a communicator, this process's place in it, and the
 * requests that are under way there.
 */
#ifndef CLREDUCE_MPI_RANKS_H
#define CLREDUCE_MPI_RANKS_H

#include "refusal.h"

typedef struct clri_mpi_ranks {
    MPI_Comm comm;
    int rank, count;
    clr_mpi_request *first, *last; /* begun and not ended, in the order of their beginning */
} clri_mpi_ranks;

/*
 * The duplicate, made at the first call for `comm`, which is collective; it belongs to `comm`.
 * CLR_ERROR_ARGUMENT where there can be none, CLR_ERROR_MEMORY, or CLR_ERROR_MPI.
 */
clr_status clri_mpi_ranks_of(MPI_Comm comm, clri_mpi_ranks **ranks, clri_mpi_refusal *refusal);

#endif
