/* SPDX-License-Identifier: Apache-2.0 */
/* quartiles - what stats tells beside its reductions. See quartiles.h. */
#include "quartiles.h"
#include "message.h"
#include "progress.h"
#include "selecting.h"
#include <inttypes.h>
#include <stdlib.h>

static const double parts[QUARTILES] = {0.25, 0.5, 0.75};

static clr_reduction reduction_of(clr_type type)
{
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_QUANTILE, type);

    reduction.nan = CLR_NAN_IGNORE;
    reduction.quantiles = parts;
    reduction.quantile_count = QUARTILES;
    return reduction;
}

static int make_room(quartiles *q, clr_type type, uint64_t results)
{
    q->type = clr_operator_result(CLR_OPERATOR_QUANTILE, type);
    q->results = results;
    if (results < SIZE_MAX / sizeof(double) / QUARTILES - 1) {
        q->value = calloc(results * QUARTILES + 1, clr_type_size(q->type));
        q->status = calloc(results + 1, sizeof *q->status);
    }
    return q->value && q->status
               ? CODE_FINE
               : message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " results.", results);
}

/* Where the quartiles of results from number `first` on go. */
static clr_host_arrays arrays_from(const quartiles *q, uint64_t first)
{
    return (clr_host_arrays){.size = sizeof(clr_host_arrays),
                             .value = q->value + first * clr_type_size(q->type),
                             .status = q->status + first,
                             .plane = q->results};
}

void quartiles_close(quartiles *q)
{
    free(q->value);
    free(q->status);
    *q = (quartiles){.value = NULL};
}

/* ---- A single result ------------------------------------------------------------------------- */

/* Whether all numbers may be in memory; of a pipe or a text as many of them are then. */
static int find_out(job *j, bool *are_within)
{
    const uint64_t most = selecting_most(j);

    OR_RETURN(intake_is_within(&j->in, most, are_within));
    if (!*are_within || intake_can_reopen(&j->in, j->o))
        return CODE_FINE;
    return intake_read_ahead(&j->in);
}

int quartiles_open(quartiles *q, job *j)
{
    bool are_within = false;

    OR_RETURN(find_out(j, &are_within));
    return are_within ? make_room(q, j->in.feed.type, 1) : CODE_FINE;
}

/* Shows all numbers, where they are if possible. */
static int view_all(job *j, const void *views[])
{
    const uint64_t count = j->in.count;
    uint64_t viewed = 0;

    OR_RETURN(intake_reopen(&j->in, j->request, j->in.feed.options.whole));
    OR_RETURN(intake_view(&j->in, count, true, views, &viewed));
    if (viewed == count)
        return CODE_FINE;
    OR_RETURN(intake_read_ahead(&j->in));
    return intake_view(&j->in, count, true, views, &viewed);
}

int quartiles_find(quartiles *q, job *j)
{
    const clr_reduction reduction = reduction_of(j->in.feed.type);
    const clr_host_arrays arrays = arrays_from(q, 0);
    clr_host_run run = {.size = sizeof run, .count = j->in.count, .arrays = &arrays};
    int code = CODE_FINE;

    if (!quartiles_are_known(q))
        return CODE_FINE;
    OR_RETURN(view_all(j, run.inputs));
    progress_wait("selecting among %" PRIu64 " numbers", run.count);
    if (clr_reduce_shape(j->context, &reduction, 1, &run) != CLR_OK)
        code = job_fail(j);
    progress_waited();
    OR_RETURN(code);
    return intake_pass(&j->in);
}

/* ---- Many results ---------------------------------------------------------------------------- */

int quartiles_open_shaped(quartiles *q, const shaped *s)
{
    return make_room(q, s->job.in.feed.type, s->rows.count);
}

int quartiles_find_piece(quartiles *q, shaped *s, const rows_piece *piece, void *const rooms[])
{
    const clr_reduction reduction = reduction_of(s->job.in.feed.type);

    if (piece->end - piece->begin > selecting_most(&s->job))
        quartiles_close(q);
    if (!quartiles_are_known(q))
        return CODE_FINE;
    const clr_host_arrays arrays = arrays_from(q, piece->first);
    return shaped_host_reduce(s, piece, rooms, &reduction, 1, &arrays);
}

/* ---- Results --------------------------------------------------------------------------------- */

bool quartiles_are_known(const quartiles *q)
{
    return q->value != NULL;
}

void quartiles_note(const quartiles *q, const job *j)
{
    if (!quartiles_are_known(q) && !j->o->quiet)
        message_note("quartiles are left out: they need all numbers in memory at once, which "
                     "--memory BYTES allows.");
}

const void *quartiles_at(const quartiles *q, uint64_t result, size_t number)
{
    if (q->status[result] != CLR_OK)
        return NULL;
    return q->value + (number * q->results + result) * clr_type_size(q->type);
}
