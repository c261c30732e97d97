/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launched - the kernels that a plan's last run launched, for clr_plan_launched(): which ones a
 * shape comes to depends on the run's numbers, and nothing else tells.
 *
 * Launches are noted as they are enqueued, in memory of the plan, as runs do not allocate. Equal
 * launches in a row are one row with a count; and a part of the input whose launches are those of
 * the part before it adds to that part's counts, so that the parts of a stream of any length fit
 * the rows. What does not fit is not noted.
 */
#ifndef CLREDUCE_STAGE_LAUNCHED_H
#define CLREDUCE_STAGE_LAUNCHED_H

#include "stage/stage.h"

#include <stdbool.h>

/* No run launches more kernels that differ; further parts of an input repeat its first part's. */
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
    size_t part;        /* rows in front of the latest part's */
    size_t part_before; /* rows in front of those of the part before it */
    clri_launched_row rows[CLRI_LAUNCHED_MOST];
} clri_launched;

/* A run begins. */
void clri_launched_clear(clri_launched *launched);

/* Another part of the input begins: the latest two parts become one, if they launched the same. */
void clri_launched_go_on(clri_launched *launched);

/* Notes a launch, whose times are 1. */
void clri_launched_note(clri_launched *launched, const clri_launched_row *row);

/* Number `index` as the public header has it; CLR_ERROR_ARGUMENT if there is none. */
clr_status clri_launched_tell(const clri_launched *launched, size_t index, cl_device_id device,
                              clr_launched *told);

#endif
