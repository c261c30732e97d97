/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped_states - results with their states, for --save: the whole input becomes an accumulator,
 * whose results are those of the reduction. See shaped.h.
 */
#include "clock.h"
#include "merged.h"
#include "message.h"
#include "physical_memory.h"
#include "session.h"
#include "shaped.h"
#include <inttypes.h>
#include <stdlib.h>

enum { REASON_SIZE = 400 };

/* The arguments of a run, and its memory. */
typedef struct host_piece {
    clr_host_run run;
    shaped_axes axes;
    uint64_t *offsets;
    unsigned char *mask;
    cl_ulong outside;
} host_piece;

/* ---- Memory ---------------------------------------------------------------------------------- */

static int refuse_results(const shaped *s)
{
    if (s->rows.labels.name)
        return rows_refuse_labels(&s->rows);
    return message_fail(CODE_DEVICE,
                        "--save: the states of %" PRIu64 " results have no room in memory: save a "
                        "part of the results at a time.",
                        s->rows.count);
}

int shaped_states_check(const shaped *s)
{
    clr_accumulator *one = NULL;
    char reason[REASON_SIZE];
    const clr_status status =
        clr_accumulator_create(&s->job.request->reductions[0], 1, &one, reason, sizeof reason);

    if (status != CLR_OK)
        return message_refusal(status, reason);
    const uint64_t size = merged_info(one).store_size;
    clr_accumulator_destroy(one);
    return physical_memory_holds_states(s->rows.count, size) ? CODE_FINE : refuse_results(s);
}

/* ---- The run --------------------------------------------------------------------------------- */

/* Offsets are relative to the piece's first element. */
static bool fill_segments(const shaped *s, const rows_piece *piece, host_piece *h)
{
    const uint64_t *from = s->rows.offsets + piece->first;

    h->offsets = malloc((piece->count + 1) * sizeof *from);
    for (uint64_t i = 0; h->offsets && i <= piece->count; i++)
        h->offsets[i] = from[i] - piece->begin;
    h->run.by = h->offsets;
    h->run.by_type = CLR_TYPE_U64;
    h->run.results = piece->count;
    return h->offsets != NULL;
}

static void fill_labels(const shaped *s, host_piece *h)
{
    h->run.by = s->rows.labels.at;
    h->run.by_type = s->rows.labels.type;
    h->run.results = s->rows.bins;
    h->run.outside = &h->outside;
}

static bool fill_mask(const shaped *s, void *const rooms[], host_piece *h)
{
    h->mask = shaped_mask(s, h->run.count, rooms[s->job.request->mask]);
    h->run.mask_kind = CLR_MASK_BYTES;
    h->run.mask = h->mask;
    return h->mask != NULL;
}

/* False if memory ran out. */
static bool fill(const shaped *s, const rows_piece *piece, void *const rooms[], host_piece *h)
{
    const shape_row *row = s->rows.row;
    bool is_filled = true;

    *h = (host_piece){.run = {.size = sizeof h->run,
                              .shape = row->shape,
                              .count = piece->end - piece->begin,
                              .scalars = request_scalars(s->job.o)}};
    for (size_t i = 0; i < shaped_inputs(s); i++)
        h->run.inputs[i] = rooms[i];
    if (row->shape != CLR_SHAPE_SEGMENTS && row->shape != CLR_SHAPE_LABELS) {
        shaped_fill_axes(s, piece, &h->axes);
        h->run.axes = &h->axes.axes;
    }
    if (s->rows.labels.name)
        fill_labels(s, h);
    if (row->shape == CLR_SHAPE_SEGMENTS)
        is_filled = fill_segments(s, piece, h);
    if (is_filled && s->job.request->is_mask_apart)
        is_filled = fill_mask(s, rooms, h);
    return is_filled;
}

static int reduce(shaped *s, const host_piece *h)
{
    const uint64_t start_ns = clock_ns();
    const clr_status status =
        clr_reduce_accumulator(s->job.context, s->job.request->reductions, 1, &h->run, &s->kept);

    s->job.kernel_ns += clock_ns() - start_ns;
    s->outside = h->outside;
    if (status == CLR_ERROR_MEMORY || status == CLR_ERROR_DEVICE_MEMORY)
        return refuse_results(s);
    return status == CLR_OK ? CODE_FINE : job_fail(&s->job);
}

/* ---- Results --------------------------------------------------------------------------------- */

static int round_results(const shaped *s, clr_accumulator *const all[])
{
    char reason[REASON_SIZE];
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < s->job.layout.count; i++) {
        const shaped_results *made = &s->results[i];
        const clr_host_arrays arrays = {.size = sizeof arrays,
                                        .value = made->value,
                                        .second = made->second,
                                        .index = made->index,
                                        .status = made->status};
        status = clr_accumulator_results(all[i], &arrays, reason, sizeof reason);
    }
    return status == CLR_OK ? CODE_FINE : message_refusal(status, reason);
}

int shaped_round(shaped *s, clr_accumulator *const all[])
{
    for (size_t i = 0; i < s->job.layout.count; i++)
        s->job.layout.results[i] = merged_layout(all[i]);
    if (!shaped_make_results(s))
        return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " results.", s->rows.count);
    return round_results(s, all);
}

int shaped_states_run(shaped *s, const rows_piece *piece, void *const rooms[])
{
    host_piece h;
    int code = fill(s, piece, rooms, &h) ? reduce(s, &h) : refuse_results(s);

    free(h.offsets);
    free(h.mask);
    return code == CODE_FINE ? round_results(s, &s->kept) : code;
}

int shaped_states_end(shaped *s)
{
    char reason[REASON_SIZE];
    clr_status status = CLR_OK;

    if (!s->kept)
        status = clr_accumulator_create(&s->job.request->reductions[0], s->rows.count, &s->kept,
                                        reason, sizeof reason);
    return status == CLR_OK ? CODE_FINE : message_refusal(status, reason);
}
