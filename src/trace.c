/* SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"
#include "compose.h"

#include <stdlib.h>

clr_status clri_trace_open(clri_trace *trace, cl_context context, size_t items, clri_error *error)
{
    const size_t size = items * CLRI_LOG_STRETCH * sizeof(uint32_t);
    cl_int code;

    trace->words = malloc(size);
    if (!trace->words)
        return clri_fail_memory(error);
    trace->log = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &code);
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
}

void clri_trace_clear(clri_trace *trace)
{
    trace->count = 0;
    trace->launches = 0;
    trace->overflowed = false;
}

/* Room for so many events more. */
static clr_status make_room(clri_trace *trace, size_t more, clri_error *error)
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
        return clri_fail_memory(error);
    trace->events = events;
    trace->capacity = capacity;
    return CLR_OK;
}

/* One item's log: `log` points to its stretch. */
static clr_status take_over(clri_trace *trace, const uint32_t *log, size_t group, size_t item,
                            clri_error *error)
{
    const uint32_t logged = log[0] < CLRI_LOG_EVENTS ? log[0] : CLRI_LOG_EVENTS;
    const clr_status status = make_room(trace, logged, error);

    if (status != CLR_OK)
        return status;
    trace->overflowed |= log[0] > CLRI_LOG_EVENTS;
    for (uint32_t i = 0; i < logged; i++) {
        const uint32_t *words = log + 1 + (size_t)i * CLRI_LOG_WORDS;

        trace->events[trace->count++] = (clr_trace_event){
            .launch = trace->launches,
            .group = (uint32_t)group,
            .item = (uint32_t)item,
            .kind = words[0],
            .place = words[1],
            .size = words[2],
            .value = words[3] | (uint64_t)words[4] << 32,
        };
    }
    return CLR_OK;
}

clr_status clri_trace_collect(clri_trace *trace, cl_command_queue queue, cl_uint wait_count,
                              const cl_event *wait_list, size_t groups, size_t group_size,
                              clri_error *error)
{
    const size_t items = groups * group_size;
    const cl_int code = clEnqueueReadBuffer(queue, trace->log, CL_TRUE, 0,
                                            items * CLRI_LOG_STRETCH * sizeof(uint32_t),
                                            trace->words, wait_count, wait_list, NULL);
    clr_status status = CLR_OK;

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueReadBuffer", "reading the kernels' logs");
    for (size_t i = 0; status == CLR_OK && i < items; i++)
        status = take_over(trace, trace->words + i * CLRI_LOG_STRETCH, i / group_size,
                           i % group_size, error);
    trace->launches++;
    return status;
}
