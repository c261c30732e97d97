/* SPDX-License-Identifier: Apache-2.0 */
/* team_run - reduces elements that lie on a team's devices already: one run of a plan on each
 * device, enqueued on all before the first is waited for, and their states absorbed as those of
 * pieces are. Nobody else can read such elements, so a device that fails here fails the call. */
#include "base/sized.h"
#include "device/context.h"
#include "team/team_state.h"

#include <inttypes.h>

/* ---- the runs ---- */

/* A team reads the queue, the inputs and the wait list of a run, and refuses all other members,
 * which would be ignored. */
static clr_status check_members(const clr_run *run, size_t index, clri_error *error)
{
    const bool has_more = run->part || run->output || run->host || run->event || run->arrays ||
                          run->axes || run->segments || run->labels || run->runs || run->index ||
                          run->count_at || run->mask || run->scalars;

    if (!has_more)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "run %zu of the team has more than a queue, inputs and a wait list: leave the "
                     "rest 0",
                     index);
}

static clr_status read_run(const clr_team *team, const clr_run *asked, size_t index, clr_run *run,
                           clri_error *error)
{
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_run, run, asked, error));
    CLRI_OR_RETURN(check_members(run, index, error));
    for (unsigned i = 1; i < team->inputs; i++)
        if (run->inputs[i].count != run->inputs[0].count)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "run %zu of the team has inputs of %" PRIu64 " and of %" PRIu64
                             " elements: they must be equally long",
                             index, run->inputs[0].count, run->inputs[i].count);
    if (run->inputs[0].count && !clri_team_has(&team->workers[index]))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "run %zu of the team has elements, and its device is left out, as it has "
                         "failed: clr_team_discard() takes it in again",
                         index);
    return CLR_OK;
}

static clr_status read_runs(const clr_team *team, const clr_run *asked, clr_run *runs,
                            clri_error *error)
{
    const unsigned char *at = (const unsigned char *)asked;

    if (!asked)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the runs are NULL");
    for (size_t k = 0; k < team->worker_count; k++) /* as far apart as the caller's structs are */
        CLRI_OR_RETURN(read_run(team, (const clr_run *)(const void *)(at + k * asked->size), k,
                                &runs[k], error));
    return CLR_OK;
}

/* ---- a device ---- */

/* Sums of floats go by parts of a flat plan, whose kernels take less time over many elements than
 * those of an axis with states (var of 2^29 f32 on an H200 1 to 1.18:
 * docs/history/2026-11-28-teams.md, "Two H200s of a host"). */
static clr_status make_plan(clri_worker *worker, clri_error *error)
{
    const clr_team *team = worker->team;
    clr_plan_options options = {.size = sizeof options};

    if (worker->plan)
        return CLR_OK;
    if (!team->adds_floats) {
        options.shape = CLR_SHAPE_AXES;
        options.states = 1;
    }
    return clri_context_again(worker->context,
                              clr_plan_create(worker->context, team->reductions,
                                              team->reduction_count, &options, &worker->plan),
                              error);
}

static clr_status enqueue_states(const clri_worker *worker, const clr_run *asked, clri_error *error)
{
    const clr_axes axes = {
        .size = sizeof axes, .rank = 1, .reduced = 1, .extents = &asked->inputs[0].count};
    clr_run run = *asked;
    cl_int code;

    run.scalars = worker->team->scalars;
    if (worker->team->adds_floats)
        run.part = CLR_PART_MORE;
    else
        run.axes = &axes;
    CLRI_OR_RETURN(clri_context_again(worker->context, clr_plan_run(worker->plan, &run), error));
    code = clFlush(asked->queue);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clFlush", "sending a run to the device");
    return CLR_OK;
}

/* Waits for the states, of elements of which the first is number `first`. */
static clr_status take_states(clri_worker *worker, uint64_t first, clri_error *error)
{
    clr_accumulator *states[CLR_REDUCTIONS_MOST] = {NULL};
    const size_t count = worker->team->reduction_count;
    clr_status status = CLR_OK;

    for (size_t i = 0; i < count; i++)
        CLRI_TRY(clri_context_again(worker->context,
                                    clr_plan_accumulator(worker->plan, i, &states[i]), error));
    CLRI_TRY(clri_team_absorb(worker, states, first, error));
cleanup:
    for (size_t i = 0; i < count; i++)
        clr_accumulator_destroy(states[i]);
    clr_plan_discard(worker->plan);
    return status;
}

/* ---- the call ---- */

/* Leaves the device out, unless the status is a refusal of the request; the call's failure is the
 * first one. */
static clr_status settle_worker(clri_worker *worker, clr_status status, clri_error *own,
                                clr_status earlier, clri_error *error)
{
    const bool is_first = earlier == CLR_OK && status != CLR_OK;

    if (clri_team_is_refusal(status) && is_first)
        clri_error_move(error, own);
    else if (status != CLR_OK && !clri_team_is_refusal(status))
        clri_team_leave_out(worker, own);
    if (is_first && !clri_team_is_refusal(status))
        clri_team_fail(worker->team, error);
    clri_error_clear(own);
    return earlier != CLR_OK ? earlier : status;
}

/* All runs are enqueued before the first state is read: a read that is not to wait costs 160 us
 * between two runs on an H200 (docs/history/2026-11-28-teams.md). */
static clr_status run_all(clr_team *team, const clr_run *runs, clri_error *error)
{
    bool is_running[CLR_TEAM_MOST] = {false};
    clri_error own = {0};
    clr_status status = CLR_OK, one;
    uint64_t first = team->taken;

    for (size_t k = 0; status == CLR_OK && k < team->worker_count; k++)
        if (runs[k].inputs[0].count) {
            one = enqueue_states(&team->workers[k], &runs[k], &own);
            is_running[k] = one == CLR_OK;
            status = settle_worker(&team->workers[k], one, &own, status, error);
        }
    for (size_t k = 0; k < team->worker_count; k++) {
        const uint64_t count = runs[k].inputs[0].count;

        if (is_running[k]) {
            one = take_states(&team->workers[k], first, &own);
            team->workers[k].elements += one == CLR_OK ? count : 0;
            status = settle_worker(&team->workers[k], one, &own, status, error);
        }
        first += count;
    }
    team->taken = first;
    return status;
}

static clr_status run_pieces(clr_team *team, const clr_run *asked, clri_error *error)
{
    clr_run runs[CLR_TEAM_MOST];
    clri_error own = {0};
    clr_status status = CLR_OK;

    CLRI_TRY(read_runs(team, asked, runs, error));
    for (size_t k = 0; k < team->worker_count; k++)
        if (runs[k].inputs[0].count)
            CLRI_TRY(settle_worker(&team->workers[k], make_plan(&team->workers[k], &own), &own,
                                   CLR_OK, error));
    CLRI_TRY(run_all(team, runs, error));
    return CLR_OK;
cleanup:
    clri_team_forget(team);
    return status;
}

clr_status clr_team_run(clr_team *team, const clr_run *runs)
{
    CLRI_OR_RETURN(clri_team_enter(team));
    clri_error error = {0};
    return clri_team_leave(team, run_pieces(team, runs, &error), &error);
}
