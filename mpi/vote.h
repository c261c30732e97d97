/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vote - the ranks agree that all can go on, and that their words fit each other: without it a rank
 * that has failed would leave the others waiting, and a rank with another number of words would be
 * an error of MPI. A vote is a few words, folded by a minimum; all ranks judge the folded vote
 * alike, and so end with the same status.
 */
#ifndef CLREDUCE_MPI_VOTE_H
#define CLREDUCE_MPI_VOTE_H

#include "rank_words.h"

enum { CLRI_MPI_VOTE_WORDS = 8 };

/* Of one rank; or the minima over all ranks. */
typedef struct clri_mpi_vote {
    int64_t words[CLRI_MPI_VOTE_WORDS];
} clri_mpi_vote;

/*
 * Casts this rank's vote.
 *
 *   own:      its accumulator, NULL if it has failed
 *   words:    of the accumulator, unless that was refused
 *   receiver: a rank, or CLRI_MPI_EVERYWHERE or _SCATTERED
 *   refusal:  the refusal of this rank, if there is one
 */
void clri_mpi_vote_cast(clri_mpi_vote *vote, const clri_mpi_ranks *ranks,
                        const clr_accumulator *own, const clri_mpi_words *words, int receiver,
                        const clri_mpi_refusal *refusal);

/* The answer, whose status is the same on all ranks. `failed` ranks have failed. */
clr_status clri_mpi_vote_judge(const clri_mpi_vote *folded, const clri_mpi_ranks *ranks,
                               const clr_accumulator *own, int64_t failed,
                               clri_mpi_refusal *refusal);

#endif
