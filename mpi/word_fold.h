/* SPDX-License-Identifier: Apache-2.0 */
/*
 * word_fold - an accumulator as words in host memory, which MPI folds where they lie.
 */
#ifndef CLREDUCE_MPI_WORD_FOLD_H
#define CLREDUCE_MPI_WORD_FOLD_H

#include "ranks.h"

#include <limits.h>

/* In place of a root: all ranks receive. */
#define CLRI_MPI_EVERYWHERE INT_MIN

typedef struct clri_mpi_words {
    int64_t *words;    /* malloc'ed */
    int64_t *received; /* behind the words: as much of them as MPI folds at a time */
    size_t count;
    clr_fold fold;
} clri_mpi_words;

/* Makes them, or writes those of another accumulator in their place. Any status of
 * clr_accumulator_words(), and CLR_ERROR_MEMORY. */
clr_status clri_mpi_words_put(clri_mpi_words *words, const clr_accumulator *accumulator,
                              clri_mpi_refusal *refusal);
void clri_mpi_words_free(clri_mpi_words *words);

/* Folds them over all ranks: on all ranks, or on the root alone, and elsewhere they are then of no
 * more use. CLR_ERROR_MPI. */
clr_status clri_mpi_words_fold(clri_mpi_words *words, const clri_mpi_ranks *ranks, int root,
                               clri_mpi_refusal *refusal);

/* Few words on all ranks. CLR_ERROR_MPI. */
clr_status clri_mpi_fold_few(const clri_mpi_ranks *ranks, const int64_t *words, int64_t *folded,
                             int count, clr_fold fold, clri_mpi_refusal *refusal);

#endif
