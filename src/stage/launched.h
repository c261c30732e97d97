/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launched - the kernels that a plan's last run launched, noted as they are enqueued: what a shape
 * comes to depends on its numbers, and nothing else tells.
 */
#ifndef CLREDUCE_STAGE_LAUNCHED_H
#define CLREDUCE_STAGE_LAUNCHED_H

#include "stage/stage.h"

#include <stdbool.h>

/* As many as any run launches of different ones; those of more parts repeat these. */
enum { CLRI_LAUNCHED_MOST = 64 };

typedef struct clri_launched_row {
    const clri_stage_row *row;
    cl_kernel kernel;
    clri_stage_groups groups;
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

/* It has launched what `row` says, whose times are 1. */
void clri_launched_note(clri_launched *launched, const clri_launched_row *row);

/* Number `index` as the public header has it; CLR_ERROR_ARGUMENT if there is none. */
clr_status clri_launched_tell(const clri_launched *launched, size_t index, cl_device_id device,
                              clr_launched *told);

#endif
