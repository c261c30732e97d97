/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opening - the first operations of every request: a minimum of the vote and a block of words, and
 * a sum of the failed ranks and another block. A rank gives both to MPI when it makes the call, and
 * needs the library no more until they are folded, so that a rank that waits elsewhere in MPI holds
 * nobody up. Their sizes are the same for all requests, as no rank knows yet what accumulators the
 * others have, and a count that differs is an error of MPI.
 */
#ifndef CLREDUCE_MPI_OPENING_H
#define CLREDUCE_MPI_OPENING_H

#include "vote.h"

/* Words of a block. Of minima: extremes of a few results. Of sums: a bit for each word that ranks
 * may use, two to a word, which is more than a var of f64 takes.
 * Two ranks of a host take half a microsecond more for both at once than for a vote with one sum of
 * f32 behind it on Open MPI, and no more on MPICH (docs/history/2026-11-29-mpi-openings.md). */
enum { CLRI_MPI_LEAST_BLOCK = 24, CLRI_MPI_SUM_BLOCK = CLRI_MPI_USED_MOST / 2 };

/* Of one rank, or folded: each member by one operation of MPI. */
typedef struct clri_mpi_opening {
    struct {
        clri_mpi_vote vote;
        int64_t block[CLRI_MPI_LEAST_BLOCK];
    } least;
    struct {
        int64_t failed; /* ranks without an accumulator */
        int64_t block[CLRI_MPI_SUM_BLOCK];
    } sum;
} clri_mpi_opening;

/* Has MPI fold both members, which are folded when both of `pending` have completed.
 * CLR_ERROR_MPI. */
clr_status clri_mpi_opening_fold(const clri_mpi_opening *own, clri_mpi_opening *all,
                                 const clri_mpi_ranks *ranks, MPI_Request pending[2],
                                 clri_mpi_refusal *refusal);

/* Whether all that the ranks have of these words is in the opening. */
bool clri_mpi_opening_has_all(const clri_mpi_words *words);

/* Copy the block of clri_mpi_words_to_block() into the opening, and from it, if the opening has
 * room for it. */
void clri_mpi_opening_write(clri_mpi_opening *opening, const clri_mpi_words *words);
void clri_mpi_opening_read(clri_mpi_opening *opening, clri_mpi_words *words);

#endif
