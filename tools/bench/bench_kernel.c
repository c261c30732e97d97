/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_kernel - bursts of runs of a plan, and the three methods by which a burst is timed. See
 * bench_kernel.h.
 */
#include "bench_kernel.h"
#include "bench_queue.h"
#include "clock.h"
#include "hush.h"
#include "message.h"
#include "session.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_RUNS_A_BURST 1000
/* A clock that ticks this often while it measures is off by one part in a hundred at most. */
#define FEWEST_TICKS         100
#define SHORTEST_DEVICE_TIME 200e-6
#define SHORTEST_HOST_TIME   10e-3

/* ---- A burst of runs ------------------------------------------------------------------------- */

static int enqueue(bench_kernel *k, uint64_t count, cl_event *event)
{
    const unsigned copy = k->input->next;
    const cl_mem *buffers = bench_input_next(k->input);
    clr_run run = {
        .size = sizeof run, .queue = k->input->queue, .output = k->output, .event = event};
    uint64_t first = 0;

    if (k->shape) {
        count = k->shape->made->elements;
        first = k->shape->made->first;
        bench_shape_ask(k->shape, copy, &run);
    }
    for (uint64_t i = 0; i < k->input->input_count; i++)
        run.inputs[i] = (clr_span){buffers[i], first, count};
    if (k->map) {
        const int code = bench_unfused_map(k->map, k->input, buffers, count);
        if (code != CODE_FINE)
            return code;
        memset(run.inputs, 0, sizeof run.inputs);
        run.inputs[0] = (clr_span){k->map->mapped, 0, count};
    }
    if (clr_plan_run(k->plan, &run) != CLR_OK)
        return session_fail(k->o, k->input->context, k->layout.info.type);
    return CODE_FINE;
}

/* Enqueues `runs` runs, and hands out the last one's event. */
static int enqueue_runs(bench_kernel *k, unsigned runs, cl_event *last)
{
    for (unsigned i = 1; i <= runs; i++)
        OR_RETURN(enqueue(k, k->input->count, i == runs ? last : NULL));
    return CODE_FINE;
}

static void release_event(cl_event event)
{
    if (event)
        clReleaseEvent(event);
}

/* Fills the place of the results, so that a run that writes none is noticed. */
static int poison_record(bench_kernel *k)
{
    unsigned char poison[RECORD_SIZE_MOST];

    if (k->shape)
        return bench_shape_poison(k->shape);
    memset(poison, 0xFF, sizeof poison);
    return bench_queue_write(k->input->queue, k->output, k->layout.info.result_size, poison);
}

static int read_record(bench_kernel *k, void *record)
{
    if (k->shape)
        return CODE_FINE;
    return bench_queue_read(k->input->queue, k->output, k->layout.info.result_size, record);
}

/* ---- Methods --------------------------------------------------------------------------------- */

/*
 * A burst behind a run that is not counted. From the end of that one to the end of the burst's last
 * one are all launches and what lies between them; `alone` takes the last event's own time instead.
 */
static int time_by_device(bench_kernel *k, bool alone, double *seconds)
{
    cl_event before = NULL, last = NULL;

    OR_RETURN(enqueue(k, k->input->count, &before));
    OR_RETURN(enqueue_runs(k, k->burst, &last));
    OR_RETURN(bench_queue_finish(k->input->queue));
    *seconds = bench_queue_between(alone ? bench_queue_time(last, CL_PROFILING_COMMAND_START)
                                         : bench_queue_time(before, CL_PROFILING_COMMAND_END),
                                   bench_queue_time(last, CL_PROFILING_COMMAND_END));
    release_event(before);
    release_event(last);
    return CODE_FINE;
}

static int time_by_host(bench_kernel *k, double *seconds)
{
    OR_RETURN(enqueue(k, k->input->count, NULL));
    OR_RETURN(bench_queue_finish(k->input->queue));
    const uint64_t start = clock_ns();
    OR_RETURN(enqueue_runs(k, k->burst, NULL));
    OR_RETURN(bench_queue_finish(k->input->queue));
    *seconds = (double)(clock_ns() - start) * 1e-9;
    return CODE_FINE;
}

enum { LAUNCH, BURST, HOST };

static const char *const methods[] = {
    [LAUNCH] = "device's clock, launch's start to end",
    [BURST] = "device's clock, from the end of the run before",
    [HOST] = "host's clock around clFinish()",
};

/* Runs a burst; the results are those of its last run. */
static int run_burst(bench_kernel *k, double *seconds, void *record)
{
    OR_RETURN(poison_record(k));
    OR_RETURN(k->method == HOST ? time_by_host(k, seconds)
                                : time_by_device(k, k->method == LAUNCH, seconds));
    *seconds /= k->burst;
    return read_record(k, record);
}

/* Runs that last at least `shortest` together. */
static unsigned burst_for(double seconds, double shortest)
{
    if (seconds <= 0 || shortest / seconds > MOST_RUNS_A_BURST)
        return MOST_RUNS_A_BURST;
    return seconds >= shortest ? 1 : (unsigned)ceil(shortest / seconds);
}

int bench_kernel_warm(bench_kernel *k, bool alike)
{
    uint64_t tick = clr_context_device(k->input->context)->profiling_timer_resolution;
    double shortest = tick == CLR_UNKNOWN ? 0 : (double)tick * 1e-9 * FEWEST_TICKS;
    double seconds = 0;
    unsigned char record[RECORD_SIZE_MOST];

    k->method = BURST;
    k->burst = 1;
    OR_RETURN(run_burst(k, &seconds, record));
    OR_RETURN(run_burst(k, &seconds, record));
    if (seconds <= 0) {
        k->method = HOST;
        OR_RETURN(run_burst(k, &seconds, record));
        k->burst = burst_for(seconds, SHORTEST_HOST_TIME);
        return CODE_FINE;
    }
    k->burst = burst_for(seconds, fmax(shortest, SHORTEST_DEVICE_TIME));
    if (!alike && k->burst == 1 && clr_plan_launches(k->plan, k->input->count) == 1)
        k->method = LAUNCH;
    return CODE_FINE;
}

/* ---- The interface --------------------------------------------------------------------------- */

int bench_kernel_open(bench_kernel *k, const options *o, bench_input *data, clr_plan *plan)
{
    k->o = o;
    k->input = data;
    k->plan = plan;
    record_describe(&k->layout, plan, CLR_TYPE_DEFAULT);
    return bench_queue_buffer(data->context, CL_MEM_READ_WRITE, k->layout.info.result_size, NULL,
                              &k->output);
}

int bench_kernel_plan(bench_kernel *k, const bench_task *task, bench_input *data,
                      const clr_plan_options *how)
{
    const request *r = task->request;
    clr_plan *plan = NULL;

    if (hush_plan_create(task->context, r->reductions, r->count, how, &plan) != CLR_OK)
        return session_fail(task->o, task->context, task->data.type);
    return bench_kernel_open(k, task->o, data, plan);
}

void bench_kernel_close(bench_kernel *k)
{
    clr_plan_destroy(k->plan);
    if (k->output)
        clReleaseMemObject(k->output);
}

int bench_kernel_run(bench_kernel *k, double *seconds, void *record)
{
    OR_RETURN(run_burst(k, seconds, record));
    if (*seconds <= 0)
        return message_fail(CODE_DEVICE, "the device's clock stood still while measuring.");
    return CODE_FINE;
}

int bench_kernel_try(bench_kernel *k, uint64_t count, double *seconds, void *record)
{
    OR_RETURN(poison_record(k));
    const uint64_t start = clock_ns();
    OR_RETURN(enqueue(k, count, NULL));
    OR_RETURN(bench_queue_finish(k->input->queue));
    *seconds = (double)(clock_ns() - start) * 1e-9;
    return read_record(k, record);
}

void bench_kernel_method(const bench_kernel *k, char text[RACE_METHOD_SIZE])
{
    int used = snprintf(text, RACE_METHOD_SIZE, "%s", methods[k->method]);

    if (k->burst > 1)
        snprintf(text + used, (size_t)(RACE_METHOD_SIZE - used), ", %u runs together", k->burst);
}
