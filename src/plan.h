/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan - a reduction made ready: what was chosen, the compiled kernels and scratch memory. Made
 * and described by plan.c, carried out by run.c.
 */
#ifndef CLREDUCE_SRC_PLAN_H
#define CLREDUCE_SRC_PLAN_H

#include "choose.h"
#include "context.h"

struct clr_plan {
    clr_context *context;    /* borrowed */
    clr_reduction reduction; /* with result type and accuracy settled */
    clri_choice choice;
    char *source;
    cl_program program;
    cl_kernel reduce;
    cl_kernel reduce_partials; /* NULL for strategies of one launch */
    cl_mem partials;           /* the running state, then a state a group */
    cl_mem ticket;             /* how many groups have finished; 0 between runs */
    cl_mem result;             /* one result, for reading it back to the host */
    size_t scratch_size;       /* of these three together */
    uint64_t kernel_local_size;
    uint64_t kernel_private_size;
    uint64_t kernel_group_limit;

    /* Input in parts: whether a state is running, and how many elements it stands for. */
    bool is_running;
    uint64_t running_count;

    /* What the next run has to come after, as they share scratch memory. */
    cl_command_queue last_queue; /* retained, or NULL before the first run */
    bool last_queue_in_order;
    cl_event last_event; /* retained; NULL if the queue's own order suffices */
};

#endif
