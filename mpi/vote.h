/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vote - before words are folded the ranks agree that all can go on: nobody waits for a rank that
 * does not come, or that comes with another number of words.
 */
#ifndef CLREDUCE_MPI_VOTE_H
#define CLREDUCE_MPI_VOTE_H

#include "word_fold.h"

/*
 * A small collective operation.
 * own:      this rank's accumulator, NULL if it has failed.
 * words:    of the accumulator, unless it was refused.
 * root:     a rank, or CLRI_MPI_EVERYWHERE.
 * refusal:  what this rank has been refused for, if it was; receives the answer of the vote, whose
 *           status is the same on all ranks.
 */
clr_status clri_mpi_vote(const clri_mpi_ranks *ranks, const clr_accumulator *own,
                         const clri_mpi_words *words, int root, clri_mpi_refusal *refusal);

#endif
