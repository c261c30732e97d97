/* SPDX-License-Identifier: Apache-2.0 */
/* reduce_ranks - the public calls of libclreduce_mpi. Each makes a request (rank_request.h),
 * whatever this rank has been refused for, as the others wait for its vote; calls that wait are
 * those that do not, with a wait behind them. */
#include "rank_progress.h"

#include <stdlib.h>

enum { RANKS_MOST = 1 << 23 }; /* more could overflow a word: src/accumulator/word_form.h */

/* Whether words are folded in two rounds, as those of argmin and its like:
 * clr_accumulator_keep_best(). */
static bool has_two_rounds(const clr_accumulator *own)
{
    clr_accumulator_info info = clr_accumulator_info_defaults();
    clr_operator_info op = clr_operator_info_defaults();

    clr_accumulator_describe(own, &info);
    clr_operator_describe(info.op, &op);
    return op.has_index;
}

static clr_status check_call(clr_mpi_request *r)
{
    const clri_mpi_ranks *ranks = r->ranks;

    if (r->receiver > CLRI_MPI_SCATTERED && (r->receiver < 0 || r->receiver >= ranks->count))
        return clri_mpi_refuse(&r->refusal, CLR_ERROR_ARGUMENT,
                               "the root is %d, and ranks are 0 to %d", r->receiver,
                               ranks->count - 1);
    if (!r->all && (r->receiver < 0 || r->receiver == ranks->rank))
        return clri_mpi_refuse(&r->refusal, CLR_ERROR_ARGUMENT,
                               "the place of the accumulator is NULL");
    if (ranks->count > RANKS_MOST)
        return clri_mpi_refuse(&r->refusal, CLR_ERROR_UNSUPPORTED,
                               "the communicator has %d ranks, and words add up of 2^23 at most",
                               ranks->count);
    return CLR_OK;
}

static clr_status make_words(clr_mpi_request *r)
{
    const int slices = r->receiver == CLRI_MPI_SCATTERED ? r->ranks->count : 0;

    if (!clri_mpi_words_make(&r->words, r->own, slices, &r->refusal) &&
        r->words.fold == CLR_FOLD_MIN && has_two_rounds(r->own))
        clri_mpi_words_make(&r->best, r->own, 0, &r->refusal);
    return r->refusal.status;
}

/* Refused here is a call that all ranks see to be wrong. If one rank alone is refused, or has
 * failed, its request is begun nevertheless, and tells the others. */
static clr_status begin(clr_mpi_request *r, MPI_Comm comm)
{
    if (r->all)
        *r->all = NULL;
    if (clri_mpi_ranks_of(comm, &r->ranks, &r->refusal))
        return r->refusal.status;
    if (!check_call(r) && !clri_mpi_progress_if_asked(&r->refusal) && r->own)
        make_words(r);
    clri_mpi_request_begin(r);
    return CLR_OK;
}

/* ---- calls that wait ---- */

static clr_status reduce(const clr_accumulator *own, int receiver, MPI_Comm comm,
                         clr_accumulator **all, char *reason, size_t reason_size)
{
    clr_mpi_request request = {.own = own, .receiver = receiver, .all = all};

    if (!begin(&request, comm))
        clri_mpi_request_wait(&request);
    return clri_mpi_answer(&request.refusal, reason, reason_size);
}

/* A caller's root may not be one of the numbers that stand for all ranks. */
static int receiver_of(int root)
{
    return root <= CLRI_MPI_SCATTERED ? -1 : root;
}

clr_status clr_mpi_allreduce(const clr_accumulator *own, MPI_Comm comm, clr_accumulator **all,
                             char *reason, size_t reason_size)
{
    return reduce(own, CLRI_MPI_EVERYWHERE, comm, all, reason, reason_size);
}

clr_status clr_mpi_reduce(const clr_accumulator *own, int root, MPI_Comm comm,
                          clr_accumulator **all, char *reason, size_t reason_size)
{
    return reduce(own, receiver_of(root), comm, all, reason, reason_size);
}

clr_status clr_mpi_reduce_scatter(const clr_accumulator *own, MPI_Comm comm,
                                  clr_accumulator **slice, char *reason, size_t reason_size)
{
    return reduce(own, CLRI_MPI_SCATTERED, comm, slice, reason, reason_size);
}

/* ---- calls that do not ---- */

/* Without memory for a request this rank takes part as one that has failed, and waits. */
static clr_status refuse_request(int receiver, MPI_Comm comm, clr_accumulator **all,
                                 const char *what, clr_status status, clri_mpi_refusal *refusal)
{
    reduce(NULL, receiver, comm, all, NULL, 0);
    return clri_mpi_refuse(refusal, status, "%s", what);
}

static clr_status begin_request(const clr_accumulator *own, int receiver, MPI_Comm comm,
                                clr_accumulator **all, clr_mpi_request **request,
                                clri_mpi_refusal *refusal)
{
    if (!request)
        return refuse_request(receiver, comm, all, "the place of the request is NULL",
                              CLR_ERROR_ARGUMENT, refusal);
    *request = calloc(1, sizeof **request);
    if (!*request)
        return refuse_request(receiver, comm, all, "no memory for a request", CLR_ERROR_MEMORY,
                              refusal);
    **request = (clr_mpi_request){.own = own, .receiver = receiver, .all = all};
    if (begin(*request, comm)) {
        *refusal = (*request)->refusal;
        free(*request);
        *request = NULL;
        return refusal->status;
    }
    clri_mpi_request_go_on(*request);
    clri_mpi_progress_wake();
    return CLR_OK;
}

static clr_status reduce_beside(const clr_accumulator *own, int receiver, MPI_Comm comm,
                                clr_accumulator **all, clr_mpi_request **request, char *reason,
                                size_t reason_size)
{
    clri_mpi_refusal refusal = {CLR_OK, ""};

    begin_request(own, receiver, comm, all, request, &refusal);
    return clri_mpi_answer(&refusal, reason, reason_size);
}

clr_status clr_mpi_iallreduce(const clr_accumulator *own, MPI_Comm comm, clr_accumulator **all,
                              clr_mpi_request **request, char *reason, size_t reason_size)
{
    return reduce_beside(own, CLRI_MPI_EVERYWHERE, comm, all, request, reason, reason_size);
}

clr_status clr_mpi_ireduce(const clr_accumulator *own, int root, MPI_Comm comm,
                           clr_accumulator **all, clr_mpi_request **request, char *reason,
                           size_t reason_size)
{
    return reduce_beside(own, receiver_of(root), comm, all, request, reason, reason_size);
}

clr_status clr_mpi_ireduce_scatter(const clr_accumulator *own, MPI_Comm comm,
                                   clr_accumulator **slice, clr_mpi_request **request, char *reason,
                                   size_t reason_size)
{
    return reduce_beside(own, CLRI_MPI_SCATTERED, comm, slice, request, reason, reason_size);
}

/* ---- ends of requests ---- */

/* Frees a request that has ended, and gives its answer; of NULL CLR_OK, as MPI has it of
 * MPI_REQUEST_NULL. */
static clr_status end(clr_mpi_request **request, char *reason, size_t reason_size)
{
    clri_mpi_refusal refusal = {CLR_OK, ""};

    if (*request)
        refusal = (*request)->refusal;
    free(*request);
    *request = NULL;
    return clri_mpi_answer(&refusal, reason, reason_size);
}

static clr_status refuse_place(const char *what, char *reason, size_t reason_size)
{
    clri_mpi_refusal refusal = {CLR_OK, ""};

    clri_mpi_refuse(&refusal, CLR_ERROR_ARGUMENT, "the place of %s is NULL", what);
    return clri_mpi_answer(&refusal, reason, reason_size);
}

static clr_status answer_well(char *reason, size_t reason_size)
{
    return clri_mpi_answer(&(clri_mpi_refusal){CLR_OK, ""}, reason, reason_size);
}

clr_status clr_mpi_test(clr_mpi_request **request, int *done, char *reason, size_t reason_size)
{
    if (!request || !done)
        return refuse_place(request ? "what is done" : "the request", reason, reason_size);
    *done = !*request || clri_mpi_request_go_on(*request);
    return *done ? end(request, reason, reason_size) : answer_well(reason, reason_size);
}

clr_status clr_mpi_wait(clr_mpi_request **request, char *reason, size_t reason_size)
{
    if (!request)
        return refuse_place("the request", reason, reason_size);
    if (*request)
        clri_mpi_request_wait(*request);
    return end(request, reason, reason_size);
}

clr_status clr_mpi_waitall(size_t count, clr_mpi_request *requests[], clr_status statuses[],
                           char *reason, size_t reason_size)
{
    clr_status first = CLR_OK;

    if (count && !requests)
        return refuse_place("the requests", reason, reason_size);
    answer_well(reason, reason_size);
    for (size_t i = 0; i < count; i++) {
        const clr_status status =
            clr_mpi_wait(&requests[i], first ? NULL : reason, first ? 0 : reason_size);

        if (statuses)
            statuses[i] = status;
        if (!first)
            first = status;
    }
    return first;
}

clr_status clr_mpi_testany(size_t count, clr_mpi_request *requests[], size_t *index, int *done,
                           char *reason, size_t reason_size)
{
    bool is_any = false;

    if (!index || !done || (count && !requests))
        return refuse_place(!index  ? "the index"
                            : !done ? "what is done"
                                    : "the requests",
                            reason, reason_size);
    *index = count;
    for (size_t i = 0; i < count; i++) {
        is_any |= requests[i] != NULL;
        if (requests[i] && clri_mpi_request_go_on(requests[i])) {
            *index = i;
            *done = 1;
            return end(&requests[i], reason, reason_size);
        }
    }
    *done = !is_any;
    return answer_well(reason, reason_size);
}

clr_status clr_mpi_prepare(MPI_Comm comm, char *reason, size_t reason_size)
{
    clri_mpi_refusal refusal = {CLR_OK, ""};
    clri_mpi_ranks *ranks;

    if (!clri_mpi_ranks_of(comm, &ranks, &refusal)) {
        clri_mpi_ranks_wait(ranks);
        refusal = ranks->refusal;
    }
    if (!refusal.status)
        clri_mpi_progress_if_asked(&refusal);
    return clri_mpi_answer(&refusal, reason, reason_size);
}
