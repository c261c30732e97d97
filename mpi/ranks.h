/* SPDX-License-Identifier: Apache-2.0 */
/* ranks - the library's own duplicates of a communicator, kept as its attribute, so that its
 * messages never meet the caller's; this process's place among the ranks; and the requests that are
 * under way there. They live until the caller frees the communicator. */
#ifndef CLREDUCE_MPI_RANKS_H
#define CLREDUCE_MPI_RANKS_H

#include "refusal.h"

#include <stdbool.h>

typedef struct clri_mpi_ranks {
    /* Two duplicates, as MPI matches operations by their order: openings have that of the calls,
     * and rounds begin when a rank comes to them. */
    MPI_Comm openings, rounds;
    int made;                 /* how many of the two are made */
    MPI_Request duplicating;  /* the next of them */
    clri_mpi_refusal refusal; /* why one could not be made, for all requests */
    int rank, count;
    clr_mpi_request *first;      /* begun and not ended, in the order of their beginning */
    struct clri_mpi_ranks *next; /* the next communicator that has requests under way */
} clri_mpi_ranks;

/* CLR_ERROR_ARGUMENT before MPI_Init() and after MPI_Finalize(). */
clr_status clri_mpi_check_initialised(clri_mpi_refusal *refusal);

/*
 * The duplicates, begun at the first call for `comm`, which is collective and waits for nobody;
 * they belong to `comm`. CLR_ERROR_ARGUMENT where there can be none, CLR_ERROR_MEMORY, or
 * CLR_ERROR_MPI.
 */
clr_status clri_mpi_ranks_of(MPI_Comm comm, clri_mpi_ranks **ranks, clri_mpi_refusal *refusal);

/* Goes on with making them. Whether both are made, or cannot be: then `refusal` says why. */
bool clri_mpi_ranks_go_on(clri_mpi_ranks *ranks);

#endif
