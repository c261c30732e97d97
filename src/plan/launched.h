/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launched - the kernels that a plan's last run launched, noted as they are enqueued: what a shape
 * comes to depends on its numbers, and nothing else tells.
 */
#ifndef CLREDUCE_PLAN_LAUNCHED_H
#define CLREDUCE_PLAN_LAUNCHED_H

#include "base/status.h"
#include "problem/shape.h"

#include <stdbool.h>

/* As many as any run launches of different ones; those of more parts repeat these. */
enum { CLRI_LAUNCHED_MOST = 64 };

typedef struct clri_launched_row {
    cl_kernel kernel;
    size_t groups;
    size_t rows;
    size_t group_size;
    bool is_end; /* over no elements, behind parts that had all of them */
    uint64_t times;
} clri_launched_row;

typedef struct clri_launched {
    size_t count;
    size_t part;        /* rows before those of the latest part */
    size_t part_before; /* and of the one before it */
    clri_launched_row rows[CLRI_LAUNCHED_MOST];
} clri_launched;

/* A run begins. */
void clri_launched_clear(clri_launched *launched);

/* Another part of the input begins: what the latest two have in common is one. */
void clri_launched_go_on(clri_launched *launched);

/* It has launched so many groups along the first dimension, and so many rows of them: as `row` has
 * it, whose times are 1. */
void clri_launched_note(clri_launched *launched, const clri_launched_row *row);

/* Number `index` as the public header has it: CLR_ERROR_ARGUMENT if there is none, CLR_ERROR_OPENCL
 * if the driver does not tell the kernel's name. */
clr_status clri_launched_tell(const clri_launched *launched, size_t index, clri_carrier carrier,
                              cl_device_id device, clr_launched *told);

/* What a kernel of that name does in plans of that carrier; NULL if there is none. */
const char *clri_launched_does(const char *kernel, clri_carrier carrier);

#endif
