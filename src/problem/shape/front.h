/* SPDX-License-Identifier: Apache-2.0 */
/*
 * front - a stage in front of the reductions, which finds out on the device where results begin and
 * end, and leaves the reductions another carrier than the shape's: it sorts labels, or finds runs
 * of keys. Each is a row of functions and values, in a room of src/shape (NAME/front_NAME.c);
 * making and running plans use the row's members, and know no stage by name. Pure.
 */
#ifndef CLREDUCE_PROBLEM_SHAPE_FRONT_H
#define CLREDUCE_PROBLEM_SHAPE_FRONT_H

#include "problem/shape/carried.h"

struct clri_choice;
struct clri_front_choice;
struct clri_job;
struct clri_launch;
struct clri_request;

typedef struct clri_front {
    const char *does;    /* what the stage's groups do, for the log */
    bool counts_outside; /* the stage counts indices out of bounds */
    bool leaves_number;  /* of results: as many as the run asks for */

    /* Chooses the stage, unless the reductions can do without, and makes the request's domain the
     * one that it leaves. CLR_ERROR_UNSUPPORTED where the device has no buffers that large. */
    clr_status (*choose)(const clr_device *device, const clr_plan_options *options,
                         struct clri_request *request, struct clri_front_choice *front,
                         clri_error *error);

    /* Lowers the choice for the second program to what it can do behind the stage; or NULL. */
    void (*choose_items)(const clr_device *device, const struct clri_front_choice *front,
                         struct clri_choice *items);

    /* Settles the choice for the second program, all 0 if there is none; the text of its kernels,
     * which the caller frees, and the build options. */
    clr_status (*compose)(const clr_device *device, const struct clri_choice *items,
                          struct clri_front_choice *front, char **text, const char **options,
                          clri_error *error);

    /* Lowers groups, from their size, to a limit: false if they are no larger. */
    uint32_t (*group_size)(const struct clri_front_choice *front);
    bool (*lower)(struct clri_front_choice *front, uint64_t limit);

    /* Its kernels, its memory, and each kernel once, over nothing. */
    clr_status (*make)(clr_plan *plan, clri_error *error);
    clr_status (*allocate)(clr_plan *plan, clri_error *error);
    clr_status (*try)(struct clri_launch *launch);

    /* A run: how many results there is memory for; the job as the stage leaves it; and all
     * commands, those of the reductions among them. */
    uint64_t (*most)(const clr_plan *plan);
    clr_status (*leave)(const clr_plan *plan, clri_shape_job *shape, struct clri_job *job,
                        clri_error *error);
    clr_status (*launch)(struct clri_launch *launch);
} clri_front;

extern const clri_front clri_front_runs; /* finds runs of equal keys */
extern const clri_front clri_front_sort; /* sorts labels that atomics do not fold */

#endif
