/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rank_words - an accumulator as words in host memory, and the pieces in which MPI folds them: to
 * all ranks, to one, or of each slice of the results to a rank of its own.
 */
#ifndef CLREDUCE_MPI_RANK_WORDS_H
#define CLREDUCE_MPI_RANK_WORDS_H

#include "ranks.h"

#include <limits.h>
#include <stdbool.h>

/* In place of a rank that receives the whole: all ranks do, or each receives a slice. */
#define CLRI_MPI_EVERYWHERE INT_MIN
#define CLRI_MPI_SCATTERED  (INT_MIN + 1)

typedef struct clri_mpi_words {
    int64_t *words; /* malloc'ed; of slices one after the other */
    size_t count;
    clr_fold fold;
    int slices;     /* 0: the words are of the whole */
    size_t *begins; /* malloc'ed: each slice's first word, and the count */
    int *counts;    /* malloc'ed: words of each slice in the piece under way */
    int64_t *room;  /* malloc'ed: for the piece that is received, and of slices the one sent */
    size_t most;    /* words in a piece, of slices in each */
    size_t done;    /* words folded so far, likewise */
} clri_mpi_words;

/* Takes all memory that folding needs, and writes the words: of the whole (0), or of so many
 * slices. Any status of clr_accumulator_words(), and CLR_ERROR_MEMORY. */
clr_status clri_mpi_words_make(clri_mpi_words *words, const clr_accumulator *accumulator,
                               int slices, clri_mpi_refusal *refusal);
void clri_mpi_words_free(clri_mpi_words *words);

/* Writes words of another accumulator of the same reduction and number of results in their place,
 * or that this rank has failed. */
clr_status clri_mpi_words_write(clri_mpi_words *words, const clr_accumulator *accumulator,
                                clri_mpi_refusal *refusal);
void clri_mpi_words_fail(clri_mpi_words *words);

/* One of so many slices of the results, which the caller destroys. */
clr_status clri_mpi_slice(const clr_accumulator *accumulator, int number, int slices,
                          clr_accumulator **slice, clri_mpi_refusal *refusal);

/* Has MPI fold the next piece, which is folded when `*pending` has completed. CLR_ERROR_MPI. */
clr_status clri_mpi_words_fold(clri_mpi_words *words, const clri_mpi_ranks *ranks, int receiver,
                               MPI_Request *pending, clri_mpi_refusal *refusal);

/* Takes what came back of the piece. Whether it was the last one. */
bool clri_mpi_words_take(clri_mpi_words *words, const clri_mpi_ranks *ranks, int receiver);

/* Makes an accumulator of the folded words: the whole, or this rank's slice. `own` is one that was
 * folded. Any status of clr_accumulator_from_words(). */
clr_status clri_mpi_words_read(const clri_mpi_words *words, const clri_mpi_ranks *ranks,
                               const clr_accumulator *own, clr_accumulator **made,
                               clri_mpi_refusal *refusal);

#endif
