/* SPDX-License-Identifier: Apache-2.0 */
#include "word_fold.h"

#include <stdlib.h>
#include <string.h>

/* Words to a call of MPI, whose counts are ints, and which takes memory of its own for as many: few
 * enough for a core's cache (docs/history/2026-11-28-mpi.md). */
enum { PIECE = 1 << 15 };

static size_t piece_of(size_t count)
{
    return count < PIECE ? count : PIECE;
}

clr_status clri_mpi_words_put(clri_mpi_words *words, const clr_accumulator *accumulator,
                              clri_mpi_refusal *refusal)
{
    const size_t size = sizeof refusal->sentence;

    refusal->status = clr_accumulator_words(accumulator, NULL, 0, &words->count, &words->fold,
                                            refusal->sentence, size);
    if (refusal->status)
        return refusal->status;
    if (!words->words)
        words->words = malloc((words->count + piece_of(words->count)) * sizeof *words->words);
    if (!words->words)
        return clri_mpi_refuse(refusal, CLR_ERROR_MEMORY, "no memory for %zu words of 8 bytes",
                               words->count);
    words->received = words->words + words->count;
    refusal->status = clr_accumulator_words(accumulator, words->words, words->count, &words->count,
                                            &words->fold, refusal->sentence, size);
    return refusal->status;
}

void clri_mpi_words_free(clri_mpi_words *words)
{
    free(words->words);
    words->words = NULL;
}

/*
 * The words are received beside those that are sent: with MPI_IN_PLACE, or no memory to receive on
 * ranks that do not, some versions crash (docs/history/2026-11-28-mpi.md).
 */
static clr_status fold_piece(const clri_mpi_ranks *ranks, const int64_t *words, int64_t *received,
                             int count, clr_fold fold, int root, clri_mpi_refusal *refusal)
{
    const MPI_Op op = fold == CLR_FOLD_SUM ? MPI_SUM : MPI_MIN;

    if (root == CLRI_MPI_EVERYWHERE)
        return clri_mpi_check(refusal,
                              MPI_Allreduce(words, received, count, MPI_INT64_T, op, ranks->comm),
                              "MPI_Allreduce");
    return clri_mpi_check(refusal,
                          MPI_Reduce(words, received, count, MPI_INT64_T, op, root, ranks->comm),
                          "MPI_Reduce");
}

clr_status clri_mpi_words_fold(clri_mpi_words *words, const clri_mpi_ranks *ranks, int root,
                               clri_mpi_refusal *refusal)
{
    size_t count;

    for (size_t done = 0; done < words->count; done += count) {
        count = piece_of(words->count - done);
        if (fold_piece(ranks, words->words + done, words->received, (int)count, words->fold, root,
                       refusal))
            return refusal->status;
        if (root == CLRI_MPI_EVERYWHERE || root == ranks->rank)
            memcpy(words->words + done, words->received, count * sizeof *words->words);
    }
    return CLR_OK;
}

clr_status clri_mpi_fold_few(const clri_mpi_ranks *ranks, const int64_t *words, int64_t *folded,
                             int count, clr_fold fold, clri_mpi_refusal *refusal)
{
    return fold_piece(ranks, words, folded, count, fold, CLRI_MPI_EVERYWHERE, refusal);
}
