/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_request.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

/* ---- the stages ---- */

/* A rank that cannot write its words still takes part in the round, as the others wait there, and
 * its words say that it has failed. */
static void write_words(clr_mpi_request *r, const clr_accumulator *accumulator)
{
    if (r->refusal.status || clri_mpi_words_write(&r->words, accumulator, &r->refusal))
        clri_mpi_words_fail(&r->words);
    r->refusal.status = CLR_OK;
}

static void begin_best(clr_mpi_request *r)
{
    clri_mpi_words_fold(&r->best, r->ranks, CLRI_MPI_EVERYWHERE, r->pending, &r->refusal);
}

/* Writes the words of this rank's indices, but only where its value is the best of all ranks: the
 * smallest key and the smallest index may be of different ranks, so that one round could join them
 * wrongly. */
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
    clri_mpi_words_fold(&r->words, r->ranks, r->receiver, r->pending, &r->refusal);
}

static clri_mpi_stage read_words(clr_mpi_request *r)
{
    if (r->receiver < 0 || r->receiver == r->ranks->rank)
        clri_mpi_words_read(&r->words, r->ranks, r->own, r->all, &r->refusal);
    return CLRI_MPI_ENDED;
}

static clri_mpi_stage end_fold(clr_mpi_request *r)
{
    return clri_mpi_words_next(&r->words) ? read_words(r) : CLRI_MPI_FOLD;
}

/* The words of the first round, of which the opening may have all: the best values, if they are a
 * round of their own. */
static clri_mpi_words *first_words(clr_mpi_request *r)
{
    return r->best.memory ? &r->best : &r->words;
}

static void write_opening(clr_mpi_request *r)
{
    clri_mpi_vote_cast(&r->opening.least.vote, r->ranks, r->own, &r->words, r->receiver,
                       &r->refusal);
    r->opening.sum.failed = !r->own;
    if (r->own && !r->refusal.status)
        clri_mpi_opening_write(&r->opening, first_words(r));
}

static void begin_opening(clr_mpi_request *r)
{
    clri_mpi_opening_fold(&r->opening, &r->opened, r->ranks, r->pending, &r->refusal);
}

static clri_mpi_stage end_opening(clr_mpi_request *r)
{
    clri_mpi_words *first = first_words(r);

    if (clri_mpi_vote_judge(&r->opened.least.vote, r->ranks, r->own, r->opened.sum.failed,
                            &r->refusal))
        return CLRI_MPI_ENDED;
    clri_mpi_opening_read(&r->opened, first);
    if (first->asks)
        write_words(r, r->own);
    else if (clri_mpi_opening_has_all(first))
        return r->best.memory ? end_best(r) : read_words(r);
    return r->best.memory ? CLRI_MPI_BEST : CLRI_MPI_FOLD;
}

/* ---- going on ---- */

static const struct {
    void (*begin)(clr_mpi_request *r); /* sets the refusal if MPI fails */
    clri_mpi_stage (*end)(clr_mpi_request *r);
} stages[] = {
    [CLRI_MPI_OPENING] = {begin_opening, end_opening},
    [CLRI_MPI_BEST] = {begin_best, end_best},
    [CLRI_MPI_FOLD] = {begin_fold, end_fold},
};

/* Whether the operations under way have completed: of two, the first also where MPI has failed to
 * begin the second, as it still writes to the request. */
static bool have_completed(clr_mpi_request *r)
{
    bool have = true;

    for (int i = 0; i < 2; i++) {
        int done = 1;

        if (r->pending[i] == MPI_REQUEST_NULL)
            continue;
        if (clri_mpi_check(&r->refusal, MPI_Test(&r->pending[i], &done, MPI_STATUS_IGNORE),
                           "MPI_Test"))
            r->pending[i] = MPI_REQUEST_NULL;
        else
            have &= done;
    }
    return have;
}

static void begin_stage(clr_mpi_request *r)
{
    r->is_begun = true;
    r->pending[0] = r->pending[1] = MPI_REQUEST_NULL;
    stages[r->stage].begin(r);
}

static void end_stage(clr_mpi_request *r)
{
    r->is_begun = false;
    r->stage = r->refusal.status == CLR_ERROR_MPI ? CLRI_MPI_ENDED : stages[r->stage].end(r);
}

/* Goes on with a request as far as MPI has. Openings are begun in the order of the requests, rounds
 * by the first request of the queue alone. An operation that cannot be begun or tested ends the
 * request. */
static bool go_on(clr_mpi_request *r, bool is_first)
{
    if (r->ranks->refusal.status) {
        r->refusal = r->ranks->refusal;
        r->stage = CLRI_MPI_ENDED;
    }
    while (r->stage != CLRI_MPI_ENDED) {
        if (!r->is_begun && r->stage != CLRI_MPI_OPENING && !is_first)
            return false;
        if (!r->is_begun)
            begin_stage(r);
        if (!have_completed(r))
            return false;
        end_stage(r);
    }
    clri_mpi_words_free(&r->best);
    clri_mpi_words_free(&r->words);
    return true;
}

static void go_on_with_queue(clri_mpi_ranks *ranks)
{
    clr_mpi_request **place = &ranks->first;

    while (*place)
        if (go_on(*place, place == &ranks->first))
            *place = (*place)->next;
        else
            place = &(*place)->next;
}

/* ---- all requests of the process ---- */

/* One lock for all: a rank may wait for one request where another rank waits for another, so that
 * any call goes on with all of them, whatever their communicator and the thread that began them. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static clri_mpi_ranks *busy; /* communicators that have requests under way */

static void go_on_with_all(void)
{
    clri_mpi_ranks **place = &busy;

    while (*place) {
        clri_mpi_ranks *ranks = *place;

        if (clri_mpi_ranks_go_on(ranks))
            go_on_with_queue(ranks);
        if (ranks->first)
            place = &ranks->next;
        else
            *place = ranks->next;
    }
}

void clri_mpi_request_begin(clr_mpi_request *r)
{
    clri_mpi_ranks *ranks = r->ranks;
    clr_mpi_request **end = &ranks->first;

    write_opening(r);
    pthread_mutex_lock(&mutex);
    if (!ranks->first) {
        ranks->next = busy;
        busy = ranks;
    }
    while (*end)
        end = &(*end)->next;
    *end = r;
    pthread_mutex_unlock(&mutex);
}

bool clri_mpi_requests_go_on(void)
{
    bool is_any;

    pthread_mutex_lock(&mutex);
    go_on_with_all();
    is_any = busy != NULL;
    pthread_mutex_unlock(&mutex);
    return is_any;
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

/* Asks for some 100 us before it offers the core to others at each question: on a busy machine they
 * take it for milliseconds (docs/history/2026-11-29-mpi-openings.md). */
static void wait_a_little(int *asked)
{
    enum { ASKED_MOST = 1000 };

    if (*asked < ASKED_MOST)
        ++*asked;
    else
        sched_yield();
}

void clri_mpi_request_wait(clr_mpi_request *r)
{
    int asked = 0;

    while (!clri_mpi_request_go_on(r))
        wait_a_little(&asked);
}

void clri_mpi_ranks_wait(clri_mpi_ranks *ranks)
{
    bool is_made = false;
    int asked = 0;

    while (!is_made) {
        pthread_mutex_lock(&mutex);
        go_on_with_all();
        is_made = clri_mpi_ranks_go_on(ranks);
        pthread_mutex_unlock(&mutex);
        if (!is_made)
            wait_a_little(&asked);
    }
}
