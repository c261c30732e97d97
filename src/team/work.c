/* SPDX-License-Identifier: Apache-2.0 */
#include "team/work.h"
#include "base/count.h"
#include "base/system.h"
#include "host/stream_state.h"

/* Bytes of a piece, of all inputs together (docs/history/2026-11-28-teams.md, "How large pieces
 * are"). */
enum {
    FIRST_SIZE = 1 << 20, /* while a device's rate is not known */
    LEAST_SIZE = 1 << 18  /* less takes longer to hand out than to reduce */
};

/* ---- pieces: under the lock ---- */

static uint64_t elements_of(const clr_team *team, uint64_t size)
{
    return clri_larger(size / (team->element_size * team->inputs), 1);
}

static clri_share share_of(const clri_worker *worker)
{
    const clr_team *team = worker->team;
    clri_share share = {.rate = clri_pace_rate(&worker->pace),
                        .first = elements_of(team, FIRST_SIZE),
                        .least = elements_of(team, LEAST_SIZE),
                        .most = worker->most};

    for (size_t k = 0; k < team->worker_count; k++) {
        share.devices += clri_team_has(&team->workers[k]);
        share.rates +=
            clri_team_has(&team->workers[k]) ? clri_pace_rate(&team->workers[k].pace) : 0;
    }
    for (size_t i = 0; i < team->range_count; i++)
        share.left += team->ranges[i].count;
    return share;
}

/* The worker's next piece, from the front of the range that came last. A range of a device that has
 * failed comes last, and so goes out first; the array has room for one such range a device. */
static clri_range take_piece(clri_worker *worker)
{
    const clri_share share = share_of(worker);
    clr_team *team = worker->team;
    clri_range *from = &team->ranges[team->range_count - 1];
    const clri_range piece = {from->first, clri_smaller(clri_share_take(&share), from->count)};

    from->first += piece.count;
    from->count -= piece.count;
    if (from->count == 0)
        team->range_count--;
    team->pieces++;
    return piece;
}

static bool has_piece(const clri_worker *worker)
{
    const clr_team *team = worker->team;

    return team->range_count && clri_team_has(worker) && team->refusal.status == CLR_OK;
}

/* Whether no device is at a piece, or will take one. */
static bool is_done(const clr_team *team)
{
    for (size_t k = 0; k < team->worker_count; k++)
        if (has_piece(&team->workers[k]))
            return false;
    return team->pieces == 0;
}

/* Records the outcome of a piece: done, refused for all, or given back, to be done by other
 * devices. */
static void settle_piece(clri_worker *worker, clri_range piece, uint64_t ns, clri_error *error)
{
    const clr_status status = error->status;
    clr_team *team = worker->team;

    team->pieces--;
    if (status == CLR_OK) {
        worker->elements += piece.count;
        clri_pace_note(&worker->pace, piece.count, ns);
    } else if (clri_team_is_refusal(status)) {
        clri_error_move(&team->refusal, error);
    } else {
        clri_team_leave_out(worker, error);
        team->ranges[team->range_count++] = piece;
    }
    if (status != CLR_OK || is_done(team))
        pthread_cond_broadcast(&team->changed);
}

/* ---- work: without the lock ---- */

static void reduce_piece(clri_worker *worker, clri_range piece, clri_error *error)
{
    const clr_team *team = worker->team;
    clr_accumulator *states[CLR_REDUCTIONS_MOST] = {NULL};
    clr_host_run run = {.size = sizeof run, .count = piece.count, .scalars = team->scalars};
    clr_status status;

    for (unsigned i = 0; i < team->inputs; i++)
        run.inputs[i] =
            (const unsigned char *)team->data[i] + (size_t)piece.first * team->element_size;
    status = clr_reduce_accumulator(worker->context, team->reductions, team->reduction_count, &run,
                                    states);
    if (clri_context_again(worker->context, status, error) == CLR_OK)
        clri_team_absorb(worker, states, team->taken + piece.first, error);
}

/* Takes pieces while there are any. Begins and ends with the lock. */
static void work_pieces(clri_worker *worker)
{
    clr_team *team = worker->team;

    while (has_piece(worker)) {
        const clri_range piece = take_piece(worker);
        const uint64_t begin = clri_host_clock_ns();
        clri_error error = {0};

        pthread_mutex_unlock(&team->lock);
        reduce_piece(worker, piece, &error);
        pthread_mutex_lock(&team->lock);
        settle_piece(worker, piece, clri_host_clock_ns() - begin, &error);
    }
}

static void *serve(void *data)
{
    clri_worker *worker = data;
    clr_team *team = worker->team;

    pthread_mutex_lock(&team->lock);
    while (!team->is_over) {
        work_pieces(worker);
        if (!team->is_over)
            pthread_cond_wait(&team->changed, &team->lock);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

/* ---- the caller's calls ---- */

clr_status clri_work_start(clr_team *team, clri_error *error)
{
    for (size_t k = 1; k < team->worker_count; k++) {
        clri_worker *worker = &team->workers[k];

        worker->has_thread = clri_thread_start(&worker->thread, serve, worker);
        if (!worker->has_thread)
            return clri_fail(error, CLR_ERROR_MEMORY,
                             "no thread could be started for device %zu of the team", k);
    }
    return CLR_OK;
}

void clri_work_end(clr_team *team)
{
    pthread_mutex_lock(&team->lock);
    team->is_over = true;
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
    for (size_t k = 1; k < team->worker_count; k++)
        if (team->workers[k].has_thread)
            pthread_join(team->workers[k].thread, NULL);
}

/* The outcome of the take, all of whose pieces have ended: ranges are left only if all devices have
 * failed. */
static clr_status settle_take(clr_team *team, clri_error *error)
{
    const clr_status refused = team->refusal.status;
    const size_t ranges = team->range_count;

    team->range_count = 0;
    team->data = NULL;
    if (refused != CLR_OK)
        clri_error_move(error, &team->refusal);
    return refused != CLR_OK ? refused : ranges ? clri_team_fail(team, error) : CLR_OK;
}

/* The calling thread works for the first device, and waits for the others with `changed`: a device
 * that fails late may give back a piece when the caller's is done. */
clr_status clri_work_on(clr_team *team, const void *const *inputs, uint64_t count,
                        clri_error *error)
{
    clr_status status;

    pthread_mutex_lock(&team->lock);
    team->data = inputs;
    team->ranges[0] = (clri_range){0, count};
    team->range_count = 1;
    pthread_cond_broadcast(&team->changed);
    work_pieces(&team->workers[0]);
    while (!is_done(team)) {
        pthread_cond_wait(&team->changed, &team->lock);
        work_pieces(&team->workers[0]);
    }
    status = settle_take(team, error);
    pthread_mutex_unlock(&team->lock);
    return status;
}
