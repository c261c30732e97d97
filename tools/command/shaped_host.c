/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped_host - a piece of the input as the library's calls on host arrays take it, and its results
 * by the host. See shaped.h.
 */
#include "message.h"
#include "progress.h"
#include "shaped.h"
#include <inttypes.h>
#include <stdlib.h>

/* ---- The piece ------------------------------------------------------------------------------- */

static bool fill_mask(const shaped *s, void *const rooms[], host_piece *h)
{
    h->mask = shaped_mask(s, h->run.count, rooms[s->job.request->mask]);
    h->run.mask_kind = CLR_MASK_BYTES;
    h->run.mask = h->mask;
    return h->mask != NULL;
}

bool shaped_host_fill(const shaped *s, const rows_piece *piece, void *const rooms[], host_piece *h)
{
    *h = (host_piece){.run = {.size = sizeof h->run,
                              .shape = s->rows.row->shape,
                              .count = piece->end - piece->begin,
                              .scalars = request_scalars(s->job.o)}};
    for (size_t i = 0; i < shaped_inputs(s); i++)
        h->run.inputs[i] = rooms[i];
    return s->rows.row->give(s, piece, h) &&
           (!s->job.request->is_mask_apart || fill_mask(s, rooms, h));
}

void shaped_host_free(host_piece *h)
{
    free(h->offsets);
    free(h->mask);
}

/* ---- The run --------------------------------------------------------------------------------- */

/* By label sums wrap unless the user asks otherwise, as a plan's do on a device, where detecting an
 * overflow would take a sort (plan_set.h): an answer must not depend on where it is computed. */
void shaped_host_open(shaped *s)
{
    s->plans.wraps = s->rows.row->is_scattered && request_let_sums_wrap(s->job.request);
}

/* Where the results of the piece's rows go, from the first on. */
static clr_host_arrays arrays_from(const shaped *s, size_t reduction, uint64_t first)
{
    const shaped_results *all = &s->results[reduction];
    const size_t size = s->job.layout.results[reduction].value_size;

    return (clr_host_arrays){
        .size = sizeof(clr_host_arrays),
        .value = all->value + first * size,
        .second = all->second ? all->second + first * size : NULL,
        .index = all->index ? all->index + first : NULL,
        .status = all->status + first,
        .plane = shaped_has_values(s, reduction) ? s->rows.count : 0,
        .number = all->number ? all->number + first : NULL,
    };
}

int shaped_host_reduce(shaped *s, const rows_piece *piece, void *const rooms[],
                       const clr_reduction *reductions, size_t count, const clr_host_arrays *arrays)
{
    host_piece h;
    int code = CODE_FINE;
    const bool is_filled = shaped_host_fill(s, piece, rooms, &h);

    h.run.arrays = arrays;
    progress_wait("reducing %" PRIu64 " numbers", h.run.count);
    if (!is_filled)
        code = message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " results.", s->rows.count);
    else if (clr_reduce_shape(s->job.context, reductions, count, &h.run) != CLR_OK)
        code = job_fail(&s->job);
    progress_waited();
    s->outside = h.outside;
    shaped_host_free(&h);
    return code;
}

int shaped_host_run(shaped *s, const rows_piece *piece, void *const rooms[])
{
    const request *r = s->job.request;
    clr_host_arrays arrays[CLR_REDUCTIONS_MOST];

    for (size_t i = 0; i < r->count; i++)
        arrays[i] = arrays_from(s, i, piece->first);
    return shaped_host_reduce(s, piece, rooms, r->reductions, r->count, arrays);
}
