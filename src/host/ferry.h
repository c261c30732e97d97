/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ferry - copies arrays to the device. Drivers copy from ordinary memory by pinned memory of their
 * own: several times more slowly than the bus allows where arrays are large, and with a wait where
 * they are small. So the small arrays of a call lie behind each other in one piece of pinned
 * memory, and large ones go by two pieces in turns, which a crew fills; those between are the
 * driver's.
 */
#ifndef CLREDUCE_HOST_FERRY_H
#define CLREDUCE_HOST_FERRY_H

#include "device/context.h"
#include "host/crew.h"

enum { CLRI_FERRY_PIECES = 2 };

/* Zero-initialised: without memory, which the first small and the first large array make. */
typedef struct clri_ferry {
    struct clri_ferry_piece {
        cl_mem pinned;
        void *mapped;
        cl_event sent; /* NULL: the piece is free */
    } small, pieces[CLRI_FERRY_PIECES];
    size_t filled; /* bytes of the small piece that arrays of the call have */
    unsigned turn; /* the piece that is filled next */
    clri_crew crew;
} clri_ferry;

/* Copies an array to a buffer by commands in the queue, which is in-order, during which the array
 * must not change. */
clr_status clri_ferry_send(clri_ferry *ferry, clr_context *context, cl_command_queue queue,
                           cl_mem buffer, const void *array, size_t size, clri_error *error);

/* Ends the crew, when the queue is idle. */
void clri_ferry_rest(clri_ferry *ferry);

/* Releases a resting ferry's memory. */
void clri_ferry_release(clri_ferry *ferry, cl_command_queue queue);

#endif
