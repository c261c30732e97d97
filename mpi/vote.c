/* SPDX-License-Identifier: Apache-2.0 */
#include "vote.h"

#include <inttypes.h>
#include <stdbool.h>

/* A vote is folded by a minimum. Of a number on which ranks must agree its negative tells the
 * largest. */
enum {
    AT_COUNT, /* of words; of a rank without words nothing, which any count agrees with */
    AT_COUNT_MOST,
    AT_HASH, /* of the reduction and the number of results */
    AT_HASH_MOST,
    AT_ROOT,
    AT_ROOT_MOST,
    AT_FAILED,  /* the first rank that has failed, or NOBODY */
    AT_REFUSED, /* the lowest status of a rank that was refused, and the first rank of it */
    VOTE_WORDS
};

/* Ranks are below it. */
#define NOBODY INT64_C(0x100000000)

static void cast(int64_t *vote, const clri_mpi_ranks *ranks, const clr_accumulator *own,
                 const clri_mpi_words *words, int root, const clri_mpi_refusal *refusal)
{
    const bool has_words = own && !refusal->status;

    vote[AT_COUNT] = has_words ? (int64_t)words->count : INT64_MAX;
    vote[AT_COUNT_MOST] = has_words ? -(int64_t)words->count : INT64_MAX;
    vote[AT_HASH] = has_words ? words->words[0] : INT64_MAX;
    vote[AT_HASH_MOST] = has_words ? -words->words[0] : INT64_MAX;
    vote[AT_ROOT] = root;
    vote[AT_ROOT_MOST] = -(int64_t)root;
    vote[AT_FAILED] = own ? NOBODY : ranks->rank;
    vote[AT_REFUSED] = refusal->status * NOBODY + ranks->rank;
}

static clr_status refuse_roots(const int64_t *vote, clri_mpi_refusal *refusal)
{
    const int64_t least = vote[AT_ROOT], most = -vote[AT_ROOT_MOST];

    if (least == CLRI_MPI_EVERYWHERE)
        return clri_mpi_refuse(refusal, CLR_ERROR_ARGUMENT,
                               "some ranks call clr_mpi_allreduce(), others clr_mpi_reduce()");
    return clri_mpi_refuse(refusal, CLR_ERROR_ARGUMENT,
                           "the ranks name different roots, from %" PRId64 " to %" PRId64, least,
                           most);
}

/* A second small collective operation, of all ranks, as all know that one has failed. */
static clr_status refuse_failed(const clri_mpi_ranks *ranks, const clr_accumulator *own,
                                int64_t first, clri_mpi_refusal *refusal)
{
    const int64_t own_failed = !own;
    int64_t failed;

    if (clri_mpi_fold_few(ranks, &own_failed, &failed, 1, CLR_FOLD_SUM, refusal))
        return refusal->status;
    return clri_mpi_refuse(refusal, CLR_ERROR_OPENCL,
                           "%" PRId64 " of %d ranks failed and had no accumulator, rank %" PRId64
                           " first: nothing was folded",
                           failed, ranks->count, first);
}

/* The rank that was refused has its own sentence. */
static clr_status refuse_refused(const clri_mpi_ranks *ranks, int64_t refused,
                                 clri_mpi_refusal *refusal)
{
    const int64_t first = (refused % NOBODY + NOBODY) % NOBODY;
    const clr_status status = (clr_status)((refused - first) / NOBODY);

    if (first == ranks->rank || refusal->status == status)
        return refusal->status;
    return clri_mpi_refuse(refusal, status, "rank %" PRId64 " was refused (%s), and says why",
                           first, clr_status_name(status));
}

static clr_status refuse_different(const clr_accumulator *own, const int64_t *vote,
                                   clri_mpi_refusal *refusal)
{
    clr_accumulator_info info = clr_accumulator_info_defaults();

    clr_accumulator_describe(own, &info);
    return clri_mpi_refuse(
        refusal, CLR_ERROR_ARGUMENT,
        "the ranks have accumulators of different reductions or numbers of results, of %" PRId64
        " to %" PRId64 " words; this rank's is of %s of %s to %s, of %" PRIu64 " results",
        vote[AT_COUNT], -vote[AT_COUNT_MOST], clr_operator_name(info.op), clr_type_name(info.type),
        clr_type_name(info.result), info.results);
}

clr_status clri_mpi_vote(const clri_mpi_ranks *ranks, const clr_accumulator *own,
                         const clri_mpi_words *words, int root, clri_mpi_refusal *refusal)
{
    int64_t own_vote[VOTE_WORDS], vote[VOTE_WORDS];
    clri_mpi_refusal folding = {CLR_OK, ""};

    cast(own_vote, ranks, own, words, root, refusal);
    if (clri_mpi_fold_few(ranks, own_vote, vote, VOTE_WORDS, CLR_FOLD_MIN, &folding)) {
        *refusal = folding;
        return refusal->status;
    }
    if (vote[AT_ROOT] != -vote[AT_ROOT_MOST])
        return refuse_roots(vote, refusal);
    if (vote[AT_FAILED] != NOBODY)
        return refuse_failed(ranks, own, vote[AT_FAILED], refusal);
    if (vote[AT_REFUSED] < 0)
        return refuse_refused(ranks, vote[AT_REFUSED], refusal);
    if (vote[AT_COUNT] != -vote[AT_COUNT_MOST] || vote[AT_HASH] != -vote[AT_HASH_MOST])
        return refuse_different(own, vote, refusal);
    return CLR_OK;
}
