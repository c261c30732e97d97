/* SPDX-License-Identifier: Apache-2.0 */
#include "stage/trace.h"
#include "base/flag.h"

#include <stdlib.h>

clr_status clri_trace_open(clri_trace *trace, cl_context context, size_t items, clri_error *error)
{
    const size_t size = (CLRI_LOG_HEAD + items * CLRI_LOG_STRETCH) * sizeof(uint32_t);
    cl_int code;

    trace->words = calloc(1, size); /* the order goes on from 0, and from run to run */
    if (!trace->words)
        return clri_fail_memory(error);
    trace->log = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                                trace->words, &code);
    if (!trace->log)
        return clri_fail_opencl(error, code, "clCreateBuffer", "allocating %zu bytes of logs",
                                size);
    return CLR_OK;
}

void clri_trace_close(clri_trace *trace)
{
    if (trace->log)
        clReleaseMemObject(trace->log);
    free(trace->words);
    free(trace->events);
    clri_error_clear(&trace->failure);
}

void clri_trace_clear(clri_trace *trace)
{
    trace->count = 0;
    trace->launches = 0;
    clri_error_clear(&trace->failure);
}

/* Makes room for `more` events more. */
static clr_status make_room(clri_trace *trace, size_t more)
{
    const size_t needed = trace->count + more;
    size_t capacity = trace->capacity ? trace->capacity : 1024;
    clr_trace_event *events;

    if (needed <= trace->capacity)
        return CLR_OK;
    while (capacity < needed)
        capacity *= 2;
    events = realloc(trace->events, capacity * sizeof *events);
    if (!events)
        return clri_fail_memory(&trace->failure);
    trace->events = events;
    trace->capacity = capacity;
    return CLR_OK;
}

/* One item's log: `log` points to its stretch. */
static clr_status take_over(clri_trace *trace, const uint32_t *log, size_t group, size_t item)
{
    clr_status status;

    if (log[0] > CLRI_LOG_EVENTS)
        return clri_fail(&trace->failure, CLR_ERROR_UNSUPPORTED,
                         "a work-item did more than the %d things that its log holds: trace a "
                         "smaller input, or smaller groups",
                         CLRI_LOG_EVENTS);
    status = make_room(trace, log[0]);
    if (status != CLR_OK)
        return status;
    for (uint32_t i = 0; i < log[0]; i++) {
        const uint32_t *words = log + 1 + (size_t)i * CLRI_LOG_WORDS;

        trace->events[trace->count++] = (clr_trace_event){
            .launch = trace->launches,
            .group = (uint32_t)group,
            .item = (uint32_t)item,
            .kind = words[CLRI_LOG_KIND],
            .place = words[CLRI_LOG_PLACE],
            .size = words[CLRI_LOG_SIZE],
            .value = words[CLRI_LOG_LOW] | (uint64_t)words[CLRI_LOG_HIGH] << 32,
        };
    }
    return CLR_OK;
}

/* Fetches the logs of `items` items. */
static clr_status read_logs(clri_trace *trace, cl_command_queue queue, cl_uint wait_count,
                            const cl_event *wait_list, size_t items)
{
    const cl_int code = clEnqueueReadBuffer(
        queue, trace->log, CL_TRUE, CLRI_LOG_HEAD * sizeof(uint32_t),
        items * CLRI_LOG_STRETCH * sizeof(uint32_t), trace->words, wait_count, wait_list, NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(&trace->failure, code, "clEnqueueReadBuffer",
                                "reading the kernels' logs");
    return CLR_OK;
}

static bool has_order(const clr_trace_event *event)
{
    return event->kind == CLR_TRACE_READ || event->kind == CLR_TRACE_WRITE;
}

/* The device's counter goes on from run to run, as clearing it would be a command: events count
 * from the least place of this run. */
static void count_from_zero(clri_trace *trace)
{
    uint64_t first = UINT64_MAX;

    for (size_t i = 0; i < trace->count; i++)
        if (has_order(&trace->events[i]) && trace->events[i].place < first)
            first = trace->events[i].place;
    for (size_t i = 0; i < trace->count; i++)
        if (has_order(&trace->events[i]))
            trace->events[i].place -= first;
}

void clri_trace_collect(clri_trace *trace, cl_command_queue queue, cl_uint wait_count,
                        const cl_event *wait_list, size_t groups, size_t group_size)
{
    const size_t items = groups * group_size;
    clr_status status = trace->failure.status; /* after a failure the rest is of no use */

    if (status == CLR_OK)
        status = read_logs(trace, queue, wait_count, wait_list, items);
    for (size_t i = 0; status == CLR_OK && i < items; i++)
        status =
            take_over(trace, trace->words + i * CLRI_LOG_STRETCH, i / group_size, i % group_size);
    count_from_zero(trace);
    trace->launches++;
}

clr_status clri_trace_tell(const clri_trace *trace, const clr_trace_event **events, size_t *count,
                           clri_error *error)
{
    *events = trace->events;
    *count = trace->count;
    if (trace->failure.status == CLR_OK)
        return CLR_OK;
    clri_fail(error, trace->failure.status, "%s", trace->failure.message);
    error->opencl_code = trace->failure.opencl_code;
    error->call = trace->failure.call;
    return trace->failure.status;
}
