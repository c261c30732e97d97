/* SPDX-License-Identifier: Apache-2.0 */
/*
 * flat_host - a single result by the host, by accumulators of pieces of the input, which are
 * merged: that gives the bits of the whole. What can be viewed at once, as it lies in its file or
 * was read ahead, is one piece. A longer pipe or text is read in many, in memory for one of them,
 * however long it is; but one whose map or condition numbers the elements, of which a piece knows
 * its own alone, is read ahead. See flat.h.
 */
#include "clock.h"
#include "flat.h"
#include "message.h"
#include "progress.h"
#include "smaller.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSAL_SIZE = 160 };

/* bytes of each input read at a time: as many elements as a few threads share */
#define PIECE_SIZE (UINT64_C(4) << 20)

/* The reductions as accumulators have them, of all pieces so far. */
typedef struct total {
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    clr_accumulator *sums[CLR_REDUCTIONS_MOST];
} total;

static void drop(clr_accumulator *accumulators[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        clr_accumulator_destroy(accumulators[i]);
}

/* What the host folds has accumulators, if at level exact; at level fast its result is that of
 * level exact. */
static int begin(flat *f, total *t)
{
    const request *r = f->job.request;
    char reason[REFUSAL_SIZE];

    *t = (total){.sums = {NULL}};
    f->run_ns = calloc(1, sizeof *f->run_ns);
    f->record = calloc(1, f->job.layout.info.result_size);
    if (!f->run_ns || !f->record)
        return message_fail(CODE_DEVICE, "out of memory for the results.");
    for (size_t i = 0; i < r->count; i++) {
        request_check_start(r, i, &f->job.checks[i]);
        t->reductions[i] = r->reductions[i];
        if (r->reductions[i].accuracy == CLR_ACCURACY_FAST)
            t->reductions[i].accuracy = CLR_ACCURACY_EXACT;
        if (clr_accumulator_create(&t->reductions[i], 1, &t->sums[i], reason, sizeof reason) !=
            CLR_OK)
            return message_fail(CODE_DEVICE, "%s.", reason);
    }
    return CODE_FINE;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Adds elements, from element number `first` of the input on. */
static int add_piece(flat *f, total *t, const void *const inputs[], uint64_t first, uint64_t count)
{
    job *j = &f->job;
    const size_t reductions = j->request->count;
    clr_accumulator *parts[CLR_REDUCTIONS_MOST] = {NULL};
    clr_host_run run = {.size = sizeof run, .count = count, .scalars = request_scalars(j->o)};
    clr_status status = CLR_OK;
    char reason[REFUSAL_SIZE];

    for (size_t i = 0; i < j->in.feed.input_count; i++)
        run.inputs[i] = inputs[i];
    job_note_piece(j, count);
    job_check_piece(j, inputs, count);
    if (clr_reduce_accumulator(j->context, t->reductions, reductions, &run, parts) != CLR_OK)
        return job_fail(j);
    for (size_t i = 0; status == CLR_OK && i < reductions; i++) {
        status = clr_accumulator_shift(parts[i], first, reason, sizeof reason);
        if (status == CLR_OK)
            status = clr_accumulator_merge(t->sums[i], parts[i], reason, sizeof reason);
    }
    drop(parts, reductions);
    return status == CLR_OK ? CODE_FINE : message_fail(CODE_DEVICE, "%s.", reason);
}

/* Adds all elements, if they can be seen at once. */
static int add_view(flat *f, total *t, bool *are_seen)
{
    intake *in = &f->job.in;
    const void *inputs[CLR_INPUTS_MOST] = {NULL};
    uint64_t viewed = 0;
    int code;

    if (in->feed.count != INPUT_COUNT_UNKNOWN)
        OR_RETURN(intake_view(in, in->feed.count, true, inputs, &viewed));
    *are_seen = viewed == in->feed.count;
    if (!*are_seen)
        return CODE_FINE;
    progress_wait("reducing %" PRIu64 " numbers", viewed);
    code = add_piece(f, t, inputs, 0, viewed);
    progress_waited();
    OR_RETURN(code);
    return intake_pass(in);
}

static int read_pieces(flat *f, total *t)
{
    intake *in = &f->job.in;
    uint64_t first, got = 1;
    int code = CODE_FINE;

    if (!intake_make_room(in, smaller(PIECE_SIZE / in->feed.element_size, in->feed.count)))
        return message_fail(CODE_DEVICE, "out of memory for a piece of the input.");
    intake_start(in);
    while (code == CODE_FINE && got != 0) {
        first = in->count;
        code = intake_read(in, in->rooms, 0, in->room, &got);
        if (code == CODE_FINE && got != 0)
            code = add_piece(f, t, (const void *const *)in->rooms, first, got);
    }
    progress_end();
    return code;
}

static int add_all(flat *f, total *t)
{
    const request *r = f->job.request;
    bool are_seen = false;

    OR_RETURN(add_view(f, t, &are_seen));
    if (are_seen)
        return CODE_FINE;
    if (!request_has_count(r) && !request_has_number(r))
        return read_pieces(f, t);
    OR_RETURN(intake_read_ahead(&f->job.in));
    return add_view(f, t, &are_seen);
}

/* ---- Results --------------------------------------------------------------------------------- */

static void *field(const flat *f, uint64_t offset)
{
    return offset == CLR_UNKNOWN ? NULL : f->record + offset;
}

static int round_results(flat *f, total *t)
{
    const job *j = &f->job;

    for (size_t i = 0; i < j->request->count; i++) {
        const clr_result *at = &j->layout.results[i];
        cl_int status = CLR_OK;
        const clr_host_arrays arrays = {.size = sizeof arrays,
                                        .value = field(f, at->offset),
                                        .second = field(f, at->second_offset),
                                        .index = field(f, at->index_offset),
                                        .status = &status};

        clr_accumulator_results(t->sums[i], &arrays, NULL, 0);
        f->is_empty = f->is_empty || (f->may_be_empty && status == CLR_ERROR_EMPTY);
        if (status != CLR_OK && !f->is_empty)
            return job_refuse_result(j, i, (clr_status)status);
    }
    if (j->o->save) {
        f->kept = t->sums[0];
        t->sums[0] = NULL;
    }
    return CODE_FINE;
}

int flat_host_run(flat *f)
{
    job *j = &f->job;
    total t;
    int code = begin(f, &t);

    if (code == CODE_FINE)
        code = add_all(f, &t);
    if (code == CODE_FINE)
        code = round_results(f, &t);
    drop(t.sums, j->request->count);
    j->total_ns = clock_ns() - j->start_ns;
    return code;
}
