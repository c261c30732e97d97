/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rank_request - one call of all ranks, from its opening to its accumulator, as stages that wait
 * for MPI; the queue of a communicator's requests; and the list of all communicators with requests,
 * with which every call goes on.
 *
 * The stages behind the opening are rounds, each of one or more pieces. MPI matches operations by
 * their order on a communicator, so all ranks must begin them in one order: openings in the order
 * of the calls, rounds of the queue's first request alone. Calls from several threads may go on at
 * once: one lock (rank_request.c) guards all requests of the process.
 */
#ifndef CLREDUCE_MPI_RANK_REQUEST_H
#define CLREDUCE_MPI_RANK_REQUEST_H

#include "opening.h"

typedef enum clri_mpi_stage {
    CLRI_MPI_OPENING = 0, /* whether all can go on, and small accumulators' words */
    CLRI_MPI_BEST,        /* of argmin and its like: the best values, piece by piece */
    CLRI_MPI_FOLD,        /* all words, piece by piece */
    CLRI_MPI_ENDED
} clri_mpi_stage;

struct clr_mpi_request {
    clri_mpi_ranks *ranks;
    clr_mpi_request *next; /* the communicator's request that was begun after this one */
    clri_mpi_stage stage;
    bool is_begun;          /* the stage's operations have been given to MPI */
    MPI_Request pending[2]; /* the stage's operations: an opening has two, a round's piece one */
    const clr_accumulator *own;       /* NULL: this rank has failed */
    clr_accumulator **all;            /* NULL: nobody wants it */
    int receiver;                     /* a rank, or CLRI_MPI_EVERYWHERE or _SCATTERED */
    clri_mpi_words best, words;       /* `best` has memory only for argmin and its like */
    clri_mpi_opening opening, opened; /* this rank's, and all ranks' */
    clri_mpi_refusal refusal;
};

/* Puts the request behind the communicator's others. One that this rank alone has refused must come
 * here, too: its vote tells the other ranks, which would wait for this rank. */
void clri_mpi_request_begin(clr_mpi_request *request);

/* Goes on with all requests of the process. Whether any has not ended. */
bool clri_mpi_requests_go_on(void);

/* Goes on with all requests of the process. Whether `request` has ended: it is out of the queue
 * then, and belongs to its caller, as it did before it was begun. */
bool clri_mpi_request_go_on(clr_mpi_request *request);

/* Go on with all requests of the process until `request` has ended; until the duplicates of the
 * communicator are made, or cannot be. */
void clri_mpi_request_wait(clr_mpi_request *request);
void clri_mpi_ranks_wait(clri_mpi_ranks *ranks);

#endif
