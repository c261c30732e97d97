/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ranks - the library's own duplicate of a communicator, this process's place in it, and the
 * requests that are under way there.
 */
#ifndef CLREDUCE_MPI_RANKS_H
#define CLREDUCE_MPI_RANKS_H

#include "refusal.h"

#include <stdbool.h>

typedef struct clri_mpi_ranks {
    MPI_Comm comm;            /* the duplicate, once it is made */
    MPI_Request duplicating;  /* MPI_REQUEST_NULL: it is made */
    clri_mpi_refusal refusal; /* why it could not be made, for all requests */
    int rank, count;
    clr_mpi_request *first, *last; /* begun and not ended, in the order of their beginning */
    struct clri_mpi_ranks *next;   /* the next communicator that has requests under way */
} clri_mpi_ranks;

/*
 * The duplicate, begun at the first call for `comm`, which is collective and waits for nobody; it
 * belongs to `comm`. CLR_ERROR_ARGUMENT where there can be none, CLR_ERROR_MEMORY, or
 * CLR_ERROR_MPI.
 */
clr_status clri_mpi_ranks_of(MPI_Comm comm, clri_mpi_ranks **ranks, clri_mpi_refusal *refusal);

/* Goes on with making the duplicate. Whether it is made, or cannot be: then `refusal` says why. */
bool clri_mpi_ranks_go_on(clri_mpi_ranks *ranks);

#endif
