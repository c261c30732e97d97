/* SPDX-License-Identifier: Apache-2.0 */
#include "vote.h"

#include <inttypes.h>

/* Places of a vote's words, which are folded by a minimum. Of a number on which ranks must agree, a
 * second word has the negative, whose minimum tells the largest: they agree if both are of one
 * number. A rank without words votes for the largest number, which changes no minimum. */
enum {
    AT_COUNT, /* of words; of a rank without words nothing, which any count agrees with */
    AT_COUNT_MOST,
    AT_HASH, /* of the reduction */
    AT_HASH_MOST,
    AT_RECEIVER,
    AT_RECEIVER_MOST,
    AT_FAILED,  /* the first rank that has failed, or NOBODY */
    AT_REFUSED, /* the lowest status of a rank that was refused, and the first rank of it */
    VOTE_WORDS
};
_Static_assert((int)VOTE_WORDS == (int)CLRI_MPI_VOTE_WORDS, "a vote has room for each");

/* Ranks are below it. */
#define NOBODY INT64_C(0x100000000)

void clri_mpi_vote_cast(clri_mpi_vote *cast, const clri_mpi_ranks *ranks,
                        const clr_accumulator *own, const clri_mpi_words *words, int receiver,
                        const clri_mpi_refusal *refusal)
{
    const bool has_words = own && !refusal->status;
    int64_t *vote = cast->words;

    vote[AT_COUNT] = has_words ? (int64_t)words->count : INT64_MAX;
    vote[AT_COUNT_MOST] = has_words ? -(int64_t)words->count : INT64_MAX;
    vote[AT_HASH] = has_words ? words->hash : INT64_MAX;
    vote[AT_HASH_MOST] = has_words ? -words->hash : INT64_MAX;
    vote[AT_RECEIVER] = receiver;
    vote[AT_RECEIVER_MOST] = -(int64_t)receiver;
    vote[AT_FAILED] = own ? NOBODY : ranks->rank;
    vote[AT_REFUSED] = refusal->status * NOBODY + ranks->rank;
}

static clr_status refuse_receivers(const int64_t *vote, clri_mpi_refusal *refusal)
{
    const int64_t least = vote[AT_RECEIVER], most = -vote[AT_RECEIVER_MOST];

    if (least <= CLRI_MPI_SCATTERED)
        return clri_mpi_refuse(
            refusal, CLR_ERROR_ARGUMENT, "the ranks make different calls: some %s, others %s",
            least == CLRI_MPI_EVERYWHERE ? "clr_mpi_allreduce()" : "clr_mpi_reduce_scatter()",
            most == CLRI_MPI_SCATTERED ? "clr_mpi_reduce_scatter()" : "clr_mpi_reduce()");
    return clri_mpi_refuse(refusal, CLR_ERROR_ARGUMENT,
                           "the ranks name different roots, from %" PRId64 " to %" PRId64, least,
                           most);
}

/* A rank was refused: it keeps its own sentence, and the others name it. */
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

clr_status clri_mpi_vote_judge(const clri_mpi_vote *folded, const clri_mpi_ranks *ranks,
                               const clr_accumulator *own, int64_t failed,
                               clri_mpi_refusal *refusal)
{
    const int64_t *vote = folded->words;

    if (vote[AT_RECEIVER] != -vote[AT_RECEIVER_MOST])
        return refuse_receivers(vote, refusal);
    if (vote[AT_FAILED] != NOBODY)
        return clri_mpi_refuse(refusal, CLR_ERROR_OPENCL,
                               "%" PRId64
                               " of %d ranks failed and had no accumulator, rank %" PRId64
                               " first: nothing was folded",
                               failed, ranks->count, vote[AT_FAILED]);
    if (vote[AT_REFUSED] < 0)
        return refuse_refused(ranks, vote[AT_REFUSED], refusal);
    if (vote[AT_COUNT] != -vote[AT_COUNT_MOST] || vote[AT_HASH] != -vote[AT_HASH_MOST])
        return refuse_different(own, vote, refusal);
    return CLR_OK;
}
