/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_request.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

/* ---- the vote ---- */

static void fold_few(clr_mpi_request *r, const void *words, void *folded, int count, MPI_Op op)
{
    clri_mpi_check(
        &r->refusal,
        MPI_Iallreduce(words, folded, count, MPI_INT64_T, op, r->ranks->comm, &r->pending),
        "MPI_Iallreduce");
}

static void begin_vote(clr_mpi_request *r)
{
    fold_few(r, r->vote.own, r->vote.all, CLRI_MPI_VOTE_WORDS, MPI_MIN);
}

static clri_mpi_stage end_vote(clr_mpi_request *r)
{
    if (clri_mpi_vote_has_failures(&r->vote))
        return CLRI_MPI_COUNT;
    if (clri_mpi_vote_judge(&r->vote, r->ranks, r->own, 0, &r->refusal))
        return CLRI_MPI_ENDED;
    if (r->words.asks)
        return CLRI_MPI_USED;
    return r->best.memory ? CLRI_MPI_BEST : CLRI_MPI_FOLD;
}

static void begin_count(clr_mpi_request *r)
{
    r->has_failed = !r->own;
    fold_few(r, &r->has_failed, &r->failed, 1, MPI_SUM);
}

static clri_mpi_stage end_count(clr_mpi_request *r)
{
    clri_mpi_vote_judge(&r->vote, r->ranks, r->own, r->failed, &r->refusal);
    return CLRI_MPI_ENDED;
}

/* ---- the words ---- */

/* A rank that cannot go on takes part in what follows, and says so there. */
static void write_words(clr_mpi_request *r, const clr_accumulator *accumulator)
{
    if (r->refusal.status || clri_mpi_words_write(&r->words, accumulator, &r->refusal))
        clri_mpi_words_fail(&r->words);
    r->refusal.status = CLR_OK;
}

static void begin_used(clr_mpi_request *r)
{
    fold_few(r, r->words.used, r->used, CLR_WORDS_USED, MPI_BOR);
}

static clri_mpi_stage end_used(clr_mpi_request *r)
{
    memcpy(r->words.used, r->used, sizeof r->used);
    write_words(r, r->own);
    return CLRI_MPI_FOLD;
}

static void begin_best(clr_mpi_request *r)
{
    clri_mpi_words_fold(&r->best, r->ranks, CLRI_MPI_EVERYWHERE, &r->pending, &r->refusal);
}

/* The words of what this rank has of the best values. */
static void keep_best(clr_mpi_request *r)
{
    char *const sentence = r->refusal.sentence;
    clr_accumulator *best = NULL, *kept = NULL;

    if (!clri_mpi_words_read(&r->best, r->ranks, r->own, &best, &r->refusal))
        r->refusal.status = clr_accumulator_slice(r->own, 0, r->words.results, &kept, sentence,
                                                  sizeof r->refusal.sentence);
    if (!r->refusal.status)
        r->refusal.status =
            clr_accumulator_keep_best(kept, best, sentence, sizeof r->refusal.sentence);
    write_words(r, kept);
    clr_accumulator_destroy(best);
    clr_accumulator_destroy(kept);
}

static clri_mpi_stage end_best(clr_mpi_request *r)
{
    if (!clri_mpi_words_next(&r->best))
        return CLRI_MPI_BEST;
    keep_best(r);
    return CLRI_MPI_FOLD;
}

static void begin_fold(clr_mpi_request *r)
{
    clri_mpi_words_fold(&r->words, r->ranks, r->receiver, &r->pending, &r->refusal);
}

static clri_mpi_stage end_fold(clr_mpi_request *r)
{
    if (!clri_mpi_words_next(&r->words))
        return CLRI_MPI_FOLD;
    if (r->receiver < 0 || r->receiver == r->ranks->rank)
        clri_mpi_words_read(&r->words, r->ranks, r->own, r->all, &r->refusal);
    return CLRI_MPI_ENDED;
}

/* ---- going on ---- */

static const struct {
    void (*begin)(clr_mpi_request *r); /* sets the refusal if MPI fails */
    clri_mpi_stage (*end)(clr_mpi_request *r);
} stages[] = {
    [CLRI_MPI_VOTE] = {begin_vote, end_vote}, [CLRI_MPI_COUNT] = {begin_count, end_count},
    [CLRI_MPI_BEST] = {begin_best, end_best}, [CLRI_MPI_USED] = {begin_used, end_used},
    [CLRI_MPI_FOLD] = {begin_fold, end_fold},
};

/* Whether the operation under way has completed. */
static bool has_completed(clr_mpi_request *r)
{
    int done = 1;

    if (r->refusal.status == CLR_ERROR_MPI || r->pending == MPI_REQUEST_NULL)
        return true;
    clri_mpi_check(&r->refusal, MPI_Test(&r->pending, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done || r->refusal.status == CLR_ERROR_MPI;
}

static void begin_stage(clr_mpi_request *r)
{
    r->is_begun = true;
    r->pending = MPI_REQUEST_NULL;
    stages[r->stage].begin(r);
}

static void end_stage(clr_mpi_request *r)
{
    r->is_begun = false;
    r->stage = r->refusal.status == CLR_ERROR_MPI ? CLRI_MPI_ENDED : stages[r->stage].end(r);
}

static bool go_on(clr_mpi_request *r)
{
    if (r->ranks->refusal.status) {
        r->refusal = r->ranks->refusal;
        r->stage = CLRI_MPI_ENDED;
    }
    while (r->stage != CLRI_MPI_ENDED) {
        if (!r->is_begun)
            begin_stage(r);
        if (!has_completed(r))
            return false;
        end_stage(r);
    }
    clri_mpi_words_free(&r->best);
    clri_mpi_words_free(&r->words);
    return true;
}

/* ---- all requests of the process ---- */

/* A rank may wait for one request where another rank waits for another: so any call goes on with
 * all of them, whatever their communicator and the thread that began them. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static clri_mpi_ranks *busy; /* communicators that have requests under way */

static void go_on_with_all(void)
{
    clri_mpi_ranks **place = &busy;

    while (*place) {
        clri_mpi_ranks *ranks = *place;

        if (clri_mpi_ranks_go_on(ranks))
            while (ranks->first && go_on(ranks->first))
                ranks->first = ranks->first->next;
        if (ranks->first)
            place = &ranks->next;
        else
            *place = ranks->next;
    }
}

void clri_mpi_request_begin(clr_mpi_request *r)
{
    clri_mpi_ranks *ranks = r->ranks;

    clri_mpi_vote_cast(&r->vote, ranks, r->own, &r->words, r->receiver, &r->refusal);
    pthread_mutex_lock(&mutex);
    if (ranks->first) {
        ranks->last->next = r;
    } else {
        ranks->first = r;
        ranks->next = busy;
        busy = ranks;
    }
    ranks->last = r;
    pthread_mutex_unlock(&mutex);
}

bool clri_mpi_request_go_on(clr_mpi_request *r)
{
    bool has_ended;

    pthread_mutex_lock(&mutex);
    go_on_with_all();
    has_ended = r->stage == CLRI_MPI_ENDED;
    pthread_mutex_unlock(&mutex);
    return has_ended;
}

void clri_mpi_request_wait(clr_mpi_request *r)
{
    while (!clri_mpi_request_go_on(r))
        sched_yield();
}

void clri_mpi_ranks_wait(clri_mpi_ranks *ranks)
{
    bool is_made = false;

    while (!is_made) {
        pthread_mutex_lock(&mutex);
        go_on_with_all();
        is_made = clri_mpi_ranks_go_on(ranks);
        pthread_mutex_unlock(&mutex);
        if (!is_made)
            sched_yield();
    }
}
