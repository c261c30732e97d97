/* SPDX-License-Identifier: Apache-2.0 */
/* team - creates teams, describes their devices, and discards what they have taken. A creation that
 * fails leaves a team that tells its error alone (is_ready). */
#include "accumulator/state_kind.h"
#include "base/count.h"
#include "base/sized.h"
#include "base/system.h"
#include "device/context.h"
#include "device/device.h"
#include "state/pass.h"
#include "team/work.h"

#include <stdlib.h>
#include <string.h>

/* Most bytes of a piece, of all inputs together, on a device that gets copies: a copy of as much
 * stays on the device for the next piece (src/host/reducer.c). */
enum { COPIED_MOST = 64 << 20 };

/* ---- what is computed ---- */

/* Maps and conditions with i or n refer to all elements, and a piece knows neither its first
 * element's number nor the total. */
static clr_status check_counts(const clri_request *request, size_t index, clri_error *error)
{
    if (!clri_expression_counts(&request->maps[index]) &&
        !clri_expression_counts(&request->wheres[index]))
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "a map or a condition has i or n in it, which a team's devices would count "
                     "anew in each piece: leave it out, or reduce by one device");
}

/* Copies a reduction, at level exact: levels fast and relaxed promise less, and get it as well;
 * reproducible stays only where the operator's exact result has that level, and is refused else. */
static clr_status copy_reduction(clr_team *team, const clri_request *request, size_t index,
                                 const clr_reduction *asked, clri_error *error)
{
    clr_reduction *own = &team->reductions[index];
    const clr_type type = clri_request_value(request, index);
    clr_accuracy level = asked->accuracy;

    if (level != CLR_ACCURACY_REPRODUCIBLE)
        level = CLR_ACCURACY_EXACT;
    CLRI_OR_RETURN(check_counts(request, index, error));
    CLRI_OR_RETURN(clri_accumulates(&request->reductions[index], type,
                                    clri_operator_accuracy(asked->op, type, level), error));
    team->adds_floats &= clri_operator_sums_exactly(asked->op, type, CLR_ACCURACY_EXACT);
    *own = request->reductions[index];
    own->size = sizeof *own;
    own->accuracy = CLR_ACCURACY_EXACT;
    own->map = asked->map ? strdup(asked->map) : NULL;
    own->where = asked->where ? strdup(asked->where) : NULL;
    if ((asked->map && !own->map) || (asked->where && !own->where))
        return clri_fail_memory(error);
    return CLR_OK;
}

/* The layout of the record, which does not depend on the device, so that no device is asked: with
 * fp64 every reduction has a pass. */
static clr_status lay_record(clr_team *team, const clri_request *request, clri_error *error)
{
    const clri_terms terms = {.has_fp64 = true};
    clri_pass *pass = calloc(1, sizeof *pass);
    const clr_status status =
        pass ? clri_pass_find(request, &terms, pass, error) : clri_fail_memory(error);

    for (size_t i = 0; status == CLR_OK && i < request->count; i++)
        team->fields[i] = pass->outcomes[i].field;
    team->record_size = status == CLR_OK ? pass->record_size : 0;
    free(pass);
    return status;
}

static clr_status read_reductions(clr_team *team, const clr_reduction *reductions, size_t count,
                                  clri_error *error)
{
    clri_request request = {.count = 0};
    clr_reduction asked;
    clr_custom custom;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_request_read(reductions, count, &request, error));
    team->reduction_count = count;
    team->inputs = request.inputs;
    team->element_size = request.element_size;
    team->scalars_named = request.scalars;
    team->adds_floats = true;
    for (size_t i = 0; i < count; i++) {
        CLRI_TRY(clri_reduction_read(reductions, i, &asked, &custom, error));
        CLRI_TRY(copy_reduction(team, &request, i, &asked, error));
    }
    CLRI_TRY(lay_record(team, &request, error));
cleanup:
    clri_request_free(&request);
    return status;
}

/* ---- creating ---- */

static clr_status read_options(clr_team *team, const clr_team_options *asked,
                               uint64_t *piece_capacity, clri_error *error)
{
    clr_team_options options = {.size = sizeof options};

    if (asked)
        CLRI_OR_RETURN(CLRI_SIZED_READ(clr_team_options, &options, asked, error));
    CLRI_OR_RETURN(clri_request_check_scalars(team->scalars_named, options.scalars,
                                              "clr_team_options.scalars", error));
    if (team->scalars_named)
        team->scalars =
            memcpy(team->own_scalars, options.scalars, team->scalars_named * sizeof *team->scalars);
    if (options.piece_capacity)
        *piece_capacity = options.piece_capacity;
    return CLR_OK;
}

static uint64_t most_of_piece(const clr_team *team, const clr_context *context, uint64_t capacity)
{
    const uint64_t copied = COPIED_MOST / (team->element_size * team->inputs);

    return clri_device_shares_memory(&context->device) ? capacity : clri_smaller(capacity, copied);
}

static clr_status add_workers(clr_team *team, clr_context *const *contexts, size_t count,
                              uint64_t capacity, clri_error *error)
{
    team->workers = calloc(count, sizeof *team->workers);
    if (!team->workers)
        return clri_fail_memory(error);
    for (size_t k = 0; k < count; k++)
        team->workers[k] = (clri_worker){.team = team,
                                         .context = contexts[k],
                                         .most = most_of_piece(team, contexts[k], capacity)};
    team->worker_count = count;
    return clri_work_start(team, error);
}

static clr_status check_contexts(clr_context *const *contexts, size_t count, clri_error *error)
{
    if (!contexts || count == 0 || count > CLR_TEAM_MOST)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         contexts ? "a team has 1 to %d devices, and %zu contexts are given"
                                  : "the contexts of a team's devices are NULL",
                         CLR_TEAM_MOST, count);
    for (size_t k = 0; k < count; k++) {
        if (!contexts[k])
            return clri_fail(error, CLR_ERROR_ARGUMENT, "context %zu of the team is NULL", k);
        CLRI_OR_RETURN(clri_context_check(contexts[k], error));
    }
    return CLR_OK;
}

static clr_status make_team(clr_team *team, clr_context *const *contexts, size_t context_count,
                            const clr_reduction *reductions, size_t reduction_count,
                            const clr_team_options *options, clri_error *error)
{
    uint64_t capacity = UINT64_MAX;

    CLRI_OR_RETURN(check_contexts(contexts, context_count, error));
    CLRI_OR_RETURN(read_reductions(team, reductions, reduction_count, error));
    CLRI_OR_RETURN(read_options(team, options, &capacity, error));
    CLRI_OR_RETURN(add_workers(team, contexts, context_count, capacity, error));
    team->is_ready = true;
    return CLR_OK;
}

clr_status clr_team_create(clr_context *const *contexts, size_t context_count,
                           const clr_reduction *reductions, size_t reduction_count,
                           const clr_team_options *options, clr_team **made)
{
    clri_error error = {0};
    clr_status status;
    clr_team *team;

    if (!made)
        return CLR_ERROR_ARGUMENT;
    *made = team = calloc(1, sizeof *team);
    if (!team)
        return CLR_ERROR_MEMORY;
    team->process = clri_process();
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->changed, NULL);
    status = make_team(team, contexts, context_count, reductions, reduction_count, options, &error);
    if (status != CLR_OK)
        clri_error_move(&team->error, &error);
    return status;
}

/* ---- destroying ---- */

static void destroy_worker(clri_worker *worker)
{
    clr_plan_destroy(worker->plan);
    clri_error_clear(&worker->failure);
}

void clr_team_destroy(clr_team *team)
{
    if (!team)
        return;
    if (team->process == clri_process()) { /* a forked child has no threads, and knows no lock */
        clri_work_end(team);
        pthread_cond_destroy(&team->changed);
        pthread_mutex_destroy(&team->lock);
    }
    clri_team_forget(team);
    for (size_t k = 0; k < team->worker_count; k++)
        destroy_worker(&team->workers[k]);
    for (size_t i = 0; i < CLR_REDUCTIONS_MOST; i++) {
        free((void *)(uintptr_t)team->reductions[i].map);
        free((void *)(uintptr_t)team->reductions[i].where);
    }
    clri_error_clear(&team->refusal);
    clri_error_clear(&team->error);
    free(team->workers);
    free(team);
}

/* ---- telling, forgetting ---- */

const clr_error *clr_team_error(const clr_team *team)
{
    static const clr_error no_team = {
        sizeof no_team, CLR_ERROR_ARGUMENT, CL_SUCCESS, "", "there is no team: it is NULL", "",
    };

    return team ? clri_error_show((clri_error *)&team->error)
                : &no_team; /* the team's own record */
}

clr_status clr_team_describe(const clr_team *team, size_t index, clr_team_device *device)
{
    const clri_worker *worker;
    clr_team_device told = {.size = sizeof told};

    if (!team || index >= team->worker_count)
        return CLR_ERROR_ARGUMENT;
    worker = &team->workers[index];
    told.device = clr_context_device(worker->context);
    told.elements = worker->elements;
    told.status = worker->failure.status;
    told.message = worker->failure.message;
    return CLRI_SIZED_WRITE(clr_team_device, device, &told);
}

clr_status clr_team_discard(clr_team *team)
{
    CLRI_OR_RETURN(clri_team_enter(team));
    clri_error error = {0};
    clri_team_forget(team);
    for (size_t k = 0; k < team->worker_count; k++)
        clri_error_clear(&team->workers[k].failure);
    return clri_team_leave(team, CLR_OK, &error);
}
