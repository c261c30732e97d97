/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped_states - results with their states, for --save: the whole input becomes an accumulator,
 * whose results are those of the reduction. See shaped.h.
 */
#include "clock.h"
#include "merged.h"
#include "message.h"
#include "physical_memory.h"
#include "shaped.h"
#include <inttypes.h>

enum { REASON_SIZE = 400 };

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
    int code = shaped_host_fill(s, piece, rooms, &h) ? reduce(s, &h) : refuse_results(s);

    shaped_host_free(&h);
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
