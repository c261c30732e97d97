/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rank_words - an accumulator as words in host memory (src/accumulator/word_form.h), laid out in
 * the pieces in which MPI folds them: to all ranks, to one, or of each slice of the results to a
 * rank of its own. Of many words the ranks first ask each other which words of a state any of them
 * uses, and send only these.
 */
#ifndef CLREDUCE_MPI_RANK_WORDS_H
#define CLREDUCE_MPI_RANK_WORDS_H

#include "ranks.h"

#include <limits.h>
#include <stdbool.h>

/* In place of a rank that receives the whole: all ranks do, or each receives a slice. */
#define CLRI_MPI_EVERYWHERE INT_MIN
#define CLRI_MPI_SCATTERED  (INT_MIN + 1)

/* Words of a state about which the ranks can ask each other. */
enum { CLRI_MPI_USED_MOST = 64 * CLR_WORDS_USED };

typedef struct clri_mpi_words {
    int64_t *memory; /* malloc'ed: for a piece that is folded, or of slices sent, and for words */
    int64_t *words;  /* in `memory`, once written; of slices one after the other */
    size_t count;
    size_t results;
    int64_t hash;                  /* of the reduction: differing ones may not be folded (vote.h) */
    uint64_t used[CLR_WORDS_USED]; /* bits: words of each state that are sent, as
                                      clr_accumulator_some_words() takes them */
    bool
        asks; /* the ranks tell each other which words they use: until then `used` is this rank's */
    clr_fold fold;
    int slices;     /* 0: the words are of the whole */
    size_t *begins; /* malloc'ed: each slice's first word, and the count */
    int *counts;    /* malloc'ed: words of each slice in the piece under way */
    size_t most;    /* words in a piece, of slices in each */
    size_t done;    /* words folded so far, of slices in each */
} clri_mpi_words;

/* Takes all memory that words need, of the whole (0) or of so many slices, and writes them; where
 * the ranks first ask which are used, the header alone. Any status of clr_accumulator_words(), and
 * CLR_ERROR_MEMORY. */
clr_status clri_mpi_words_make(clri_mpi_words *words, const clr_accumulator *accumulator,
                               int slices, clri_mpi_refusal *refusal);
void clri_mpi_words_free(clri_mpi_words *words);

/* Writes the used words of the accumulator, or of another one of its reduction and number of
 * results; or in their place that this rank has failed. */
clr_status clri_mpi_words_write(clri_mpi_words *words, const clr_accumulator *accumulator,
                                clri_mpi_refusal *refusal);
void clri_mpi_words_fail(clri_mpi_words *words);

/* Whether a block of so many words has room for them all; not before ranks know which are used. */
bool clri_mpi_words_fit(const clri_mpi_words *words, size_t room);

/* Copy words to the block of an opening, if they fit in it or the ranks ask about them: the words;
 * or a word for each word of a state, 1 if this rank uses it. And from a folded block the same of
 * all ranks: a sum above 0 says that some rank uses a word. */
void clri_mpi_words_to_block(const clri_mpi_words *words, int64_t *block);
void clri_mpi_words_from_block(clri_mpi_words *words, const int64_t *block);

/* Has MPI fold the next piece, which is folded when `*pending` has completed. CLR_ERROR_MPI. */
clr_status clri_mpi_words_fold(clri_mpi_words *words, const clri_mpi_ranks *ranks, int receiver,
                               MPI_Request *pending, clri_mpi_refusal *refusal);

/* Goes on to the next piece. Whether all pieces are folded. */
bool clri_mpi_words_next(clri_mpi_words *words);

/* Makes an accumulator of the folded words: the whole, or this rank's slice. `own` is one that was
 * folded. Any status of clr_accumulator_from_words(). */
clr_status clri_mpi_words_read(const clri_mpi_words *words, const clri_mpi_ranks *ranks,
                               const clr_accumulator *own, clr_accumulator **made,
                               clri_mpi_refusal *refusal);

#endif
