/* SPDX-License-Identifier: Apache-2.0 */
/* run - what one public call asks of a plan, as it passes through check, order and launch. */
#ifndef CLREDUCE_SRC_RUN_H
#define CLREDUCE_SRC_RUN_H

#include <clreduce/clreduce.h>

typedef struct clri_run {
    cl_command_queue queue;
    clr_span input;
    uint64_t base;  /* index of the input's first element in the whole input */
    uint64_t total; /* elements of the whole input, for delivering */
    cl_uint part;   /* CLRI_PART_... */
    cl_mem output;
    uint64_t output_index;
    void *host; /* where the result goes if not into `output` */
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_event *event;
} clri_run;

#endif
