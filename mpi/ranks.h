/* SPDX-License-Identifier: Apache-2.0 */
/* ranks - the library's own duplicates of a communicator, kept as its attribute, so that its
 * messages never meet the caller's; this process's place among the ranks; and the requests that are
 * under way there. They live until the caller frees the communicator. */
#ifndef CLREDUCE_MPI_RANKS_H
#define CLREDUCE_MPI_RANKS_H

#include "refusal.h"

#include <stdbool.h>

typedef struct clri_mpi_ranks {
    /* Two duplicates, as MPI matches operations by their order on a communicator: openings begin in
     * the order of the calls, while rounds of earlier requests may have yet to begin. */
    MPI_Comm openings, rounds;
    int made;                 /* how many of the two are made */
    MPI_Request duplicating;  /* the duplicate that MPI is making */
    clri_mpi_refusal refusal; /* why a duplicate could not be made: all requests end with it */
    int rank, count;
    clr_mpi_request *first;      /* requests that have not ended, in the order of their beginning */
    struct clri_mpi_ranks *next; /* the next communicator that has requests under way */
} clri_mpi_ranks;

/* CLR_ERROR_ARGUMENT before MPI_Init() and after MPI_Finalize(). */
clr_status clri_mpi_check_initialised(clri_mpi_refusal *refusal);

/*
 * The ranks of `comm`, to which they belong. The first call for it begins to make the duplicates:
 * it is collective, and waits for nobody. CLR_ERROR_ARGUMENT where there can be none,
 * CLR_ERROR_MEMORY, or CLR_ERROR_MPI.
 */
clr_status clri_mpi_ranks_of(MPI_Comm comm, clri_mpi_ranks **ranks, clri_mpi_refusal *refusal);

/* Goes on with making the duplicates. Whether both are made, or cannot be: then ranks->refusal says
 * why. */
bool clri_mpi_ranks_go_on(clri_mpi_ranks *ranks);

#endif
