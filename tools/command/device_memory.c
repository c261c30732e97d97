/* SPDX-License-Identifier: Apache-2.0 */
/* device_memory - device buffers and queue of a run. See device_memory.h. */
#include "device_memory.h"
#include "bench_queue.h"
#include "message.h"
#include "progress.h"
#include <stdatomic.h>
#include <string.h>

int device_memory_open(device_memory *m)
{
    return bench_queue_open(m->context, &m->queue);
}

void device_memory_release(device_memory *m)
{
    while (m->count > 0)
        clReleaseMemObject(m->buffers[--m->count]);
}

void device_memory_close(device_memory *m)
{
    if (m->pinned)
        clr_memory_destroy(m->context, m->pinned);
    m->pinned = NULL;
    device_memory_release(m);
    if (m->queue)
        clReleaseCommandQueue(m->queue);
    m->queue = NULL;
}

int device_memory_check(device_memory *m, const char *call, cl_int code)
{
    if (code == CL_SUCCESS)
        return CODE_FINE;
    progress_end();
    if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
        code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE)
        return message_fail(CODE_DEVICE,
                            "the device has no memory left for the numbers and their %s (%s() "
                            "failed with the OpenCL error %d): say a smaller --chunk%s.",
                            m->made, call, (int)code, m->advice);
    return bench_queue_fail(call, code);
}

static int make(device_memory *m, cl_mem_flags flags, uint64_t size, void *place, cl_mem *buffer)
{
    cl_int code = CL_SUCCESS;

    *buffer = NULL;
    if (size == 0)
        return CODE_FINE;
    *buffer = clCreateBuffer(clr_context_opencl(m->context), flags, size, place, &code);
    if (*buffer)
        m->buffers[m->count++] = *buffer;
    return device_memory_check(m, "clCreateBuffer", code);
}

int device_memory_make(device_memory *m, uint64_t size, cl_mem *buffer)
{
    return make(m, CL_MEM_READ_WRITE, size, NULL, buffer);
}

int device_memory_fill(device_memory *m, uint64_t size, const void *from, cl_mem *buffer)
{
    OR_RETURN(make(m, CL_MEM_READ_ONLY, size, NULL, buffer));
    return size != 0 ? device_memory_write(m, *buffer, size, from) : CODE_FINE;
}

int device_memory_lend(device_memory *m, uint64_t size, const void *from, cl_mem *buffer)
{
    void *place = (void *)(uintptr_t)from; /* read only */

    if ((clr_context_device(m->context)->type & CL_DEVICE_TYPE_CPU) == 0)
        return device_memory_fill(m, size, from, buffer);
    return make(m, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, size, place, buffer);
}

void *device_memory_map(device_memory *m, cl_mem buffer, uint64_t size, int *code)
{
    cl_int failed = CL_SUCCESS;
    void *mapped = clEnqueueMapBuffer(m->queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, size, 0, NULL,
                                      NULL, &failed);

    *code = device_memory_check(m, "clEnqueueMapBuffer", failed);
    return mapped;
}

int device_memory_unmap(device_memory *m, cl_mem buffer, void *mapped)
{
    return device_memory_check(m, "clEnqueueUnmapMemObject",
                               clEnqueueUnmapMemObject(m->queue, buffer, mapped, 0, NULL, NULL));
}

int device_memory_read(device_memory *m, cl_mem buffer, uint64_t size, void *to)
{
    return device_memory_check(
        m, "clEnqueueReadBuffer",
        clEnqueueReadBuffer(m->queue, buffer, CL_TRUE, 0, size, to, 0, NULL, NULL));
}

/* ---- Large transfers ------------------------------------------------------------------------- */

/*
 * Pinning memory takes as long as sending twenty times as many bytes: so little is pinned, and none
 * for small transfers. Each thread fills one of its buffers while the other is sent.
 */
#define THREADS    8
#define ROOMS      2
#define ROOM_SIZE  ((size_t)1 << 20)
#define LEAST_SIZE ((uint64_t)48 << 20)

/* A transfer, shared by all threads. */
typedef struct transfer {
    cl_command_queue queue;
    cl_mem buffer;
    const char *from;
    uint64_t size;
    _Atomic uint64_t next; /* the first byte not taken by a thread */
    _Atomic cl_int code;   /* the first failure */
} transfer;

static void fail(transfer *t, cl_int code)
{
    cl_int none = CL_SUCCESS;

    atomic_compare_exchange_strong(&t->code, &none, code);
}

/* Waits until the buffer's bytes have been sent, if a transfer is pending. */
static void wait_for(transfer *t, cl_event *sent)
{
    if (!*sent)
        return;
    const cl_int code = clWaitForEvents(1, sent);
    if (code != CL_SUCCESS)
        fail(t, code);
    clReleaseEvent(*sent);
    *sent = NULL;
}

static void send(transfer *t, uint64_t at, char *room, cl_event *sent)
{
    const size_t size = t->size - at < ROOM_SIZE ? (size_t)(t->size - at) : ROOM_SIZE;

    wait_for(t, sent);
    memcpy(room, t->from + at, size);
    const cl_int code =
        clEnqueueWriteBuffer(t->queue, t->buffer, CL_FALSE, at, size, room, 0, NULL, sent);
    if (code == CL_SUCCESS)
        clFlush(t->queue);
    else
        fail(t, code);
}

/* A thread's loop: sends the next bytes until all are sent. */
static void send_some(transfer *t, char *rooms)
{
    cl_event sent[ROOMS] = {NULL};

    for (size_t turn = 0; t->code == CL_SUCCESS; turn = (turn + 1) % ROOMS) {
        const uint64_t at = atomic_fetch_add(&t->next, ROOM_SIZE);
        if (at >= t->size)
            break;
        send(t, at, rooms + turn * ROOM_SIZE, &sent[turn]);
    }
    for (size_t i = 0; i < ROOMS; i++)
        wait_for(t, &sent[i]);
}

static bool pin(device_memory *m)
{
    if (!m->pinned &&
        clr_memory_create(m->context, THREADS * ROOMS * ROOM_SIZE, &m->pinned) != CLR_OK)
        m->pinned = NULL;
    return m->pinned != NULL;
}

int device_memory_write(device_memory *m, cl_mem buffer, uint64_t size, const void *from)
{
    const bool is_shared = clr_context_device(m->context)->host_unified_memory == 1;
    transfer t = {.queue = m->queue, .buffer = buffer, .from = from, .size = size};

    /* shared memory needs a single copy, and no pinning */
    if (size < LEAST_SIZE || is_shared || !pin(m)) {
        t.code = clEnqueueWriteBuffer(m->queue, buffer, CL_TRUE, 0, size, from, 0, NULL, NULL);
        return device_memory_check(m, "clEnqueueWriteBuffer", t.code);
    }
#pragma omp parallel for schedule(static, 1) num_threads(THREADS)
    for (size_t i = 0; i < THREADS; i++)
        send_some(&t, (char *)m->pinned + i * ROOMS * ROOM_SIZE);
    return device_memory_check(m, "clEnqueueWriteBuffer", t.code);
}
