/* SPDX-License-Identifier: Apache-2.0 */
/*
 * flat_host - a single result by the host: the whole input, as it lies in its file or was read, in
 * one call of the library. See flat.h.
 */
#include "clock.h"
#include "flat.h"
#include "message.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSAL_SIZE = 120 };

/* Views the whole input, which is read if it cannot be mapped. */
static int view_all(flat *f, const void *inputs[])
{
    intake *in = &f->job.in;
    const uint64_t count = in->feed.count;
    uint64_t viewed = 0;
    int code = intake_view(in, count, true, inputs, &viewed);

    if (code != CODE_FINE || viewed == count)
        return code;
    code = intake_read_ahead(in);
    return code == CODE_FINE ? intake_view(in, count, true, inputs, &viewed) : code;
}

static int allocate(flat *f)
{
    f->run_ns = calloc(1, sizeof *f->run_ns);
    f->record = calloc(1, f->job.layout.info.result_size);
    return f->run_ns && f->record ? CODE_FINE
                                  : message_fail(CODE_DEVICE, "out of memory for the results.");
}

/* The whole input, with the numbers of --let. */
static clr_host_run run_of(const job *j, const void *const inputs[])
{
    clr_host_run run = {.size = sizeof run, .count = j->in.count, .scalars = request_scalars(j->o)};

    for (size_t i = 0; i < j->in.feed.input_count; i++)
        run.inputs[i] = inputs[i];
    return run;
}

/* With --save the accumulator, too. */
static int keep_accumulator(flat *f, const void *const inputs[])
{
    job *j = &f->job;
    const clr_host_run run = run_of(j, inputs);

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

/* A call of one result has no numbers of --let: they go with all elements along one axis. */
static int reduce_axis(flat *f, const void *const inputs[])
{
    job *j = &f->job;
    const request *r = j->request;
    const clr_axes axes = {.size = sizeof axes, .rank = 1, .reduced = 1, .extents = &j->in.count};
    clr_host_arrays arrays[CLR_REDUCTIONS_MOST];
    clr_host_run run = run_of(j, inputs);
    size_t which;

    for (size_t i = 0; i < r->count; i++) {
        const clr_result *at = &j->layout.results[i];

        arrays[i] = (clr_host_arrays){.size = sizeof *arrays,
                                      .value = field(f, at->offset),
                                      .second = field(f, at->second_offset),
                                      .index = field(f, at->index_offset),
                                      .status = field(f, at->status_offset)};
    }
    run.shape = CLR_SHAPE_AXES;
    run.axes = &axes;
    run.arrays = arrays;
    if (clr_reduce_shape(j->context, r->reductions, r->count, &run) != CLR_OK)
        return job_fail(j);
    const clr_status status = status_of(f, &which);
    f->is_empty = f->may_be_empty && status == CLR_ERROR_EMPTY;
    if (status == CLR_OK || f->is_empty)
        return CODE_FINE;
    return refuse_result(j, which, status);
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

static int reduce(flat *f, const void *const inputs[])
{
    const int code = (request_scalars(f->job.o) ? reduce_axis : reduce_all)(f, inputs);

    return code == CODE_FINE ? keep_accumulator(f, inputs) : code;
}

int flat_host_run(flat *f)
{
    job *j = &f->job;
    const void *inputs[CLR_INPUTS_MOST] = {NULL};
    int code = allocate(f);

    for (size_t i = 0; i < j->request->count; i++)
        request_check_start(j->request, i, &j->checks[i]);
    if (code == CODE_FINE)
        code = view_all(f, inputs);
    if (code == CODE_FINE) {
        job_note_piece(j, j->in.count);
        job_check_piece(j, inputs, j->in.count);
        code = reduce(f, inputs);
    }
    if (code == CODE_FINE)
        code = intake_pass(&j->in);
    j->total_ns = clock_ns() - j->start_ns;
    return code;
}
