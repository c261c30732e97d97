/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduce_ranks - the calls: a rank's words are made, the ranks vote, the words are folded and read.
 */
#include "vote.h"

#include <stdbool.h>

enum { RANKS_MOST = 1 << 23 }; /* clr_accumulator_words() */

/* Of argmin and its like words are folded twice: clr_accumulator_keep_best(). */
static bool has_two_rounds(const clr_accumulator *own)
{
    clr_accumulator_info info = clr_accumulator_info_defaults();
    clr_operator_info op = clr_operator_info_defaults();

    clr_accumulator_describe(own, &info);
    clr_operator_describe(info.op, &op);
    return op.has_index;
}

static clr_status check_call(const clri_mpi_ranks *ranks, int root, clr_accumulator **all,
                             clri_mpi_refusal *refusal)
{
    if (root != CLRI_MPI_EVERYWHERE && (root < 0 || root >= ranks->count))
        return clri_mpi_refuse(refusal, CLR_ERROR_ARGUMENT, "the root is %d, and ranks are 0 to %d",
                               root, ranks->count - 1);
    if (!all && (root == CLRI_MPI_EVERYWHERE || root == ranks->rank))
        return clri_mpi_refuse(refusal, CLR_ERROR_ARGUMENT, "the place of the accumulator is NULL");
    if (ranks->count > RANKS_MOST)
        return clri_mpi_refuse(refusal, CLR_ERROR_UNSUPPORTED,
                               "the communicator has %d ranks, and words add up of 2^23 at most",
                               ranks->count);
    return CLR_OK;
}

static clr_status read_words(const clr_accumulator *own, const clri_mpi_words *words,
                             clr_accumulator **made, clri_mpi_refusal *refusal)
{
    refusal->status = clr_accumulator_from_words(own, words->words, words->count, made,
                                                 refusal->sentence, sizeof refusal->sentence);
    return refusal->status;
}

/* The words of what this rank has of the best values. */
static clr_status put_best(const clr_accumulator *own, const clr_accumulator *best,
                           clri_mpi_words *words, clri_mpi_refusal *refusal)
{
    clr_accumulator_info info = clr_accumulator_info_defaults();
    clr_accumulator *kept = NULL;

    clr_accumulator_describe(own, &info);
    refusal->status = clr_accumulator_slice(own, 0, info.results, &kept, refusal->sentence,
                                            sizeof refusal->sentence);
    if (!refusal->status)
        refusal->status =
            clr_accumulator_keep_best(kept, best, refusal->sentence, sizeof refusal->sentence);
    if (!refusal->status)
        clri_mpi_words_put(words, kept, refusal);
    clr_accumulator_destroy(kept);
    return refusal->status;
}

/* The first round. A rank that cannot go on takes part in the second, and says so there. */
static clr_status keep_best(const clri_mpi_ranks *ranks, const clr_accumulator *own,
                            clri_mpi_words *words, clri_mpi_refusal *refusal)
{
    clr_accumulator *best = NULL;

    if (clri_mpi_words_fold(words, ranks, CLRI_MPI_EVERYWHERE, refusal))
        return refusal->status;
    if (read_words(own, words, &best, refusal) || put_best(own, best, words, refusal))
        words->words[CLR_WORDS_FAILURES] = -1;
    clr_accumulator_destroy(best);
    return CLR_OK;
}

static clr_status fold_and_read(const clri_mpi_ranks *ranks, const clr_accumulator *own,
                                clri_mpi_words *words, int root, clr_accumulator **all,
                                clri_mpi_refusal *refusal)
{
    if (has_two_rounds(own) && keep_best(ranks, own, words, refusal))
        return refusal->status;
    if (clri_mpi_words_fold(words, ranks, root, refusal))
        return refusal->status;
    if (root != CLRI_MPI_EVERYWHERE && root != ranks->rank)
        return refusal->status;
    return read_words(own, words, all, refusal);
}

static clr_status reduce(const clr_accumulator *own, int root, MPI_Comm comm, clr_accumulator **all,
                         char *reason, size_t reason_size)
{
    clri_mpi_refusal refusal = {CLR_OK, ""};
    clri_mpi_words words = {NULL, NULL, 0, CLR_FOLD_SUM};
    clri_mpi_ranks ranks;

    if (all)
        *all = NULL;
    if (clri_mpi_ranks_of(comm, &ranks, &refusal))
        return clri_mpi_answer(&refusal, reason, reason_size);
    if (!check_call(&ranks, root, all, &refusal) && own)
        clri_mpi_words_put(&words, own, &refusal);
    if (!clri_mpi_vote(&ranks, own, &words, root, &refusal))
        fold_and_read(&ranks, own, &words, root, all, &refusal);
    clri_mpi_words_free(&words);
    return clri_mpi_answer(&refusal, reason, reason_size);
}

clr_status clr_mpi_allreduce(const clr_accumulator *own, MPI_Comm comm, clr_accumulator **all,
                             char *reason, size_t reason_size)
{
    return reduce(own, CLRI_MPI_EVERYWHERE, comm, all, reason, reason_size);
}

clr_status clr_mpi_reduce(const clr_accumulator *own, int root, MPI_Comm comm,
                          clr_accumulator **all, char *reason, size_t reason_size)
{
    return reduce(own, root == CLRI_MPI_EVERYWHERE ? -1 : root, comm, all, reason, reason_size);
}
