/* SPDX-License-Identifier: Apache-2.0 */
/*
 * flat_host - a single result by the host. What can be viewed at once, as it lies in its file or
 * was read ahead, is one call of the library. A longer pipe or text goes in pieces, whose
 * accumulators are merged: that gives the bits of the whole, in memory for one piece, however long
 * the input is. See flat.h.
 */
#include "clock.h"
#include "flat.h"
#include "message.h"
#include "smaller.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* bytes of each input read at a time: as many elements as eight threads share */
#define PIECE_SIZE (UINT64_C(4) << 20)

enum { REFUSAL_SIZE = 120 };

static int allocate(flat *f)
{
    f->run_ns = calloc(1, sizeof *f->run_ns);
    f->record = calloc(1, f->job.layout.info.result_size);
    return f->run_ns && f->record ? CODE_FINE
                                  : message_fail(CODE_DEVICE, "out of memory for the results.");
}

/* Elements of the input, with the numbers of --let. */
static clr_host_run run_of(const job *j, const void *const inputs[], uint64_t count)
{
    clr_host_run run = {.size = sizeof run, .count = count, .scalars = request_scalars(j->o)};

    for (size_t i = 0; i < j->in.feed.input_count; i++)
        run.inputs[i] = inputs[i];
    return run;
}

/* With --save the accumulator, too. */
static int keep_accumulator(flat *f, const void *const inputs[])
{
    job *j = &f->job;
    const clr_host_run run = run_of(j, inputs, j->in.count);

    if (!j->o->save)
        return CODE_FINE;
    return clr_reduce_accumulator(j->context, j->request->reductions, 1, &run, &f->kept) == CLR_OK
               ? CODE_FINE
               : job_fail(j);
}

static void *field(const flat *f, uint64_t offset)
{
    return offset == CLR_UNKNOWN ? NULL : f->record + offset;
}

/* The first status in the record that is none of success. */
static clr_status status_of(const flat *f, size_t *which)
{
    cl_int status = CLR_OK;

    for (*which = 0; *which < f->job.layout.count; ++*which) {
        const void *at = field(f, f->job.layout.results[*which].status_offset);

        if (at)
            memcpy(&status, at, sizeof status);
        if (status != CLR_OK)
            break;
    }
    return (clr_status)status;
}

/* The library's sentence about a result without a value, which calls of many results leave to the
 * caller. */
static int refuse_result(const job *j, size_t which, clr_status status)
{
    const clr_result *result = &j->layout.results[which];
    char words[REFUSAL_SIZE];

    snprintf(words, sizeof words, "%s%s%s", clr_operator_name(result->op),
             status == CLR_ERROR_OVERFLOW ? " does not fit "
             : j->in.count == 0           ? " of no elements has no value"
                                          : " has no value, as too few of the elements are no NaN",
             status == CLR_ERROR_OVERFLOW ? clr_type_name(result->type) : "");
    return message_refusal(status, words);
}

/* Where the record has a result, as arrays of one element. */
static clr_host_arrays arrays_of(const flat *f, size_t index)
{
    const clr_result *at = &f->job.layout.results[index];

    return (clr_host_arrays){.size = sizeof(clr_host_arrays),
                             .value = field(f, at->offset),
                             .second = field(f, at->second_offset),
                             .index = field(f, at->index_offset),
                             .status = field(f, at->status_offset)};
}

/* Looks at the results' statuses, which calls of many results leave to the caller. */
static int settle(flat *f)
{
    size_t which;
    const clr_status status = status_of(f, &which);

    f->is_empty = f->may_be_empty && status == CLR_ERROR_EMPTY;
    return status == CLR_OK || f->is_empty ? CODE_FINE : refuse_result(&f->job, which, status);
}

/* A call of one result has no numbers of --let: they go with all elements along one axis. */
static int reduce_axis(flat *f, const void *const inputs[])
{
    job *j = &f->job;
    const request *r = j->request;
    const clr_axes axes = {.size = sizeof axes, .rank = 1, .reduced = 1, .extents = &j->in.count};
    clr_host_arrays arrays[CLR_REDUCTIONS_MOST];
    clr_host_run run = run_of(j, inputs, j->in.count);

    for (size_t i = 0; i < r->count; i++)
        arrays[i] = arrays_of(f, i);
    run.shape = CLR_SHAPE_AXES;
    run.axes = &axes;
    run.arrays = arrays;
    return clr_reduce_shape(j->context, r->reductions, r->count, &run) == CLR_OK ? settle(f)
                                                                                 : job_fail(j);
}

static int reduce_all(flat *f, const void *const inputs[])
{
    job *j = &f->job;
    const clr_status status =
        clr_reduce_all(j->context, j->request->reductions, j->request->count, inputs,
                       j->in.feed.input_count, j->in.count, f->record, j->layout.info.result_size);

    f->is_empty = f->may_be_empty && status == CLR_ERROR_EMPTY;
    return status == CLR_OK || f->is_empty ? CODE_FINE : job_fail(j);
}

static int reduce_whole(flat *f, const void *const inputs[])
{
    job *j = &f->job;
    int code;

    job_note_piece(j, j->in.count);
    job_check_piece(j, inputs, j->in.count);
    code = (request_scalars(j->o) ? reduce_axis : reduce_all)(f, inputs);
    if (code == CODE_FINE)
        code = keep_accumulator(f, inputs);
    return code == CODE_FINE ? intake_pass(&j->in) : code;
}

/* ---- In pieces ------------------------------------------------------------------------------- */

/* The reductions as accumulators have them, of all pieces so far. */
typedef struct pieces {
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    clr_accumulator *whole[CLR_REDUCTIONS_MOST];
} pieces;

static void drop(clr_accumulator *accumulators[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        clr_accumulator_destroy(accumulators[i]);
}

/* Whether merged accumulators lead to the results: where no map or condition numbers the elements,
 * of which a piece knows its own alone, and each reduction has an accumulator. At level fast the
 * host's result is the exact one. */
static bool begin_pieces(const flat *f, pieces *p)
{
    const request *r = f->job.request;

    *p = (pieces){.whole = {NULL}};
    for (size_t i = 0; i < r->count; i++) {
        p->reductions[i] = r->reductions[i];
        if (r->reductions[i].accuracy == CLR_ACCURACY_FAST)
            p->reductions[i].accuracy = CLR_ACCURACY_EXACT;
        if (clr_accumulator_create(&p->reductions[i], 1, &p->whole[i], NULL, 0) != CLR_OK)
            return false;
    }
    return !request_has_count(r) && !request_has_number(r);
}

/* Adds the elements in the job's rooms, from element number `first` of the input on. */
static int add_piece(flat *f, pieces *p, uint64_t first, uint64_t count)
{
    job *j = &f->job;
    const size_t reductions = j->request->count;
    const void *const *inputs = (const void *const *)j->in.rooms;
    const clr_host_run run = run_of(j, inputs, count);
    clr_accumulator *parts[CLR_REDUCTIONS_MOST] = {NULL};
    clr_status status = CLR_OK;
    char reason[REFUSAL_SIZE];

    job_note_piece(j, count);
    job_check_piece(j, inputs, count);
    if (clr_reduce_accumulator(j->context, p->reductions, reductions, &run, parts) != CLR_OK)
        return job_fail(j);
    for (size_t i = 0; status == CLR_OK && i < reductions; i++) {
        status = clr_accumulator_shift(parts[i], first, reason, sizeof reason);
        if (status == CLR_OK)
            status = clr_accumulator_merge(p->whole[i], parts[i], reason, sizeof reason);
    }
    drop(parts, reductions);
    return status == CLR_OK ? CODE_FINE : message_fail(CODE_DEVICE, "%s.", reason);
}

static int read_pieces(flat *f, pieces *p)
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
            code = add_piece(f, p, first, got);
    }
    progress_end(&in->bar);
    return code;
}

static int reduce_pieces(flat *f, pieces *p)
{
    int code = read_pieces(f, p);

    for (size_t i = 0; code == CODE_FINE && i < f->job.request->count; i++) {
        const clr_host_arrays arrays = arrays_of(f, i);

        clr_accumulator_results(p->whole[i], &arrays, NULL, 0);
    }
    if (code == CODE_FINE)
        code = settle(f);
    if (code == CODE_FINE && f->job.o->save) {
        f->kept = p->whole[0];
        p->whole[0] = NULL;
    }
    return code;
}

/* ---- The run --------------------------------------------------------------------------------- */

/* Views all elements, if they can be seen at once. */
static int view_all(flat *f, const void *inputs[], bool *are_seen)
{
    intake *in = &f->job.in;
    uint64_t viewed = 0;
    const int code = in->feed.count == INPUT_COUNT_UNKNOWN
                         ? CODE_FINE
                         : intake_view(in, in->feed.count, true, inputs, &viewed);

    *are_seen = viewed == in->feed.count;
    return code;
}

static int reduce(flat *f)
{
    const void *inputs[CLR_INPUTS_MOST] = {NULL};
    bool are_seen = false;
    pieces p;
    int code = view_all(f, inputs, &are_seen);

    if (code != CODE_FINE || are_seen)
        return code == CODE_FINE ? reduce_whole(f, inputs) : code;
    if (begin_pieces(f, &p)) {
        code = reduce_pieces(f, &p);
    } else {
        code = intake_read_ahead(&f->job.in);
        if (code == CODE_FINE)
            code = view_all(f, inputs, &are_seen);
        if (code == CODE_FINE)
            code = reduce_whole(f, inputs);
    }
    drop(p.whole, f->job.request->count);
    return code;
}

int flat_host_run(flat *f)
{
    job *j = &f->job;
    int code = allocate(f);

    for (size_t i = 0; i < j->request->count; i++)
        request_check_start(j->request, i, &j->checks[i]);
    if (code == CODE_FINE)
        code = reduce(f);
    j->total_ns = clock_ns() - j->start_ns;
    return code;
}
