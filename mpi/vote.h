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

/* What a vote tells, a word or two each: vote.c lists it. */
enum { CLRI_MPI_VOTE_WORDS = 8 };

/* Of one rank; or, folded, the minima over all ranks. */
typedef struct clri_mpi_vote {
    int64_t words[CLRI_MPI_VOTE_WORDS];
} clri_mpi_vote;

/*
 * Casts this rank's vote.
 *
 *   own:      its accumulator, NULL if it has failed
 *   words:    of its accumulator; not read if the rank has failed or is refused
 *   receiver: a rank, or CLRI_MPI_EVERYWHERE or _SCATTERED
 *   refusal:  why this rank cannot go on, or CLR_OK
 */
void clri_mpi_vote_cast(clri_mpi_vote *vote, const clri_mpi_ranks *ranks,
                        const clr_accumulator *own, const clri_mpi_words *words, int receiver,
                        const clri_mpi_refusal *refusal);

/* Judges the folded vote: CLR_OK, or a status that is the same on all ranks, with this rank's
 * sentence in `refusal`, which keeps the sentence that it has if this rank is the one refused.
 * `failed`: how many ranks have no accumulator, which an opening adds up beside the vote. */
clr_status clri_mpi_vote_judge(const clri_mpi_vote *folded, const clri_mpi_ranks *ranks,
                               const clr_accumulator *own, int64_t failed,
                               clri_mpi_refusal *refusal);

#endif
