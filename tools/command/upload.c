/* SPDX-License-Identifier: Apache-2.0 */
/*
 * upload - many bytes to a device. See upload.h.
 */
#include "upload.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

/*
 * Pinning takes as long as sending twenty times as many bytes: so there is little of it, and none
 * for what is sent soon enough without. Each thread fills one of its rooms while the other is sent.
 */
#define THREADS    8
#define ROOMS      2
#define ROOM_SIZE  ((size_t)1 << 20)
#define LEAST_SIZE ((uint64_t)48 << 20)

/* What the threads share. */
typedef struct transfer {
    cl_command_queue queue;
    cl_mem buffer;
    const char *from;
    uint64_t size;
    _Atomic uint64_t next; /* the first byte that nobody has taken */
    _Atomic cl_int code;   /* the first failure */
} transfer;

static void fail(transfer *t, cl_int code)
{
    cl_int none = CL_SUCCESS;

    atomic_compare_exchange_strong(&t->code, &none, code);
}

/* Waits until the room's bytes have been sent, if any are on their way. */
static void wait(transfer *t, cl_event *sent)
{
    if (*sent == NULL)
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

    wait(t, sent);
    memcpy(room, t->from + at, size);
    const cl_int code =
        clEnqueueWriteBuffer(t->queue, t->buffer, CL_FALSE, at, size, room, 0, NULL, sent);
    if (code == CL_SUCCESS)
        clFlush(t->queue);
    else
        fail(t, code);
}

/* A thread's part: whatever comes next, until all is sent. */
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
        wait(t, &sent[i]);
}

static bool pin(upload *u, clr_context *context)
{
    if (u->pinned == NULL &&
        clr_memory_create(context, THREADS * ROOMS * ROOM_SIZE, &u->pinned) != CLR_OK)
        u->pinned = NULL;
    u->context = context;
    return u->pinned != NULL;
}

cl_int upload_write(upload *u, clr_context *context, cl_command_queue queue, cl_mem buffer,
                    const void *from, uint64_t size)
{
    const bool is_shared = clr_context_device(context)->host_unified_memory == 1;
    transfer t = {.queue = queue, .buffer = buffer, .from = from, .size = size};

    /* Where memory is shared one copy is enough, and there is nothing to be pinned. */
    if (size < LEAST_SIZE || is_shared || !pin(u, context))
        return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, size, from, 0, NULL, NULL);
#pragma omp parallel for schedule(static, 1) num_threads(THREADS)
    for (size_t i = 0; i < THREADS; i++)
        send_some(&t, (char *)u->pinned + i * ROOMS * ROOM_SIZE);
    return t.code;
}

void upload_close(upload *u)
{
    if (u->pinned != NULL)
        clr_memory_destroy(u->context, u->pinned);
    *u = (upload){0};
}
