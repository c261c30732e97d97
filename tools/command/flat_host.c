/* SPDX-License-Identifier: Apache-2.0 */
/*
 * flat_host - a single result by the host: the whole input, as it lies in its file or was read, in
 * one call of the library. See flat.h.
 */
#include "clock.h"
#include "flat.h"
#include "message.h"
#include <stdlib.h>

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

/* With --save the accumulator, too. */
static int keep_accumulator(flat *f, const void *const inputs[])
{
    job *j = &f->job;
    clr_host_run run = {.size = sizeof run, .count = j->in.count};

    if (!j->o->save)
        return CODE_FINE;
    for (size_t i = 0; i < j->in.feed.input_count; i++)
        run.inputs[i] = inputs[i];
    return clr_reduce_accumulator(j->context, j->request->reductions, 1, &run, &f->kept) == CLR_OK
               ? CODE_FINE
               : job_fail(j);
}

static int reduce(flat *f, const void *const inputs[])
{
    job *j = &f->job;
    const clr_status status =
        clr_reduce_all(j->context, j->request->reductions, j->request->count, inputs,
                       j->in.feed.input_count, j->in.count, f->record, j->layout.info.result_size);

    f->is_empty = f->may_be_empty && status == CLR_ERROR_EMPTY;
    return status == CLR_OK || f->is_empty ? keep_accumulator(f, inputs) : job_fail(j);
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
