/* SPDX-License-Identifier: Apache-2.0 */
/* run_job - what one run asks of a plan, as it passes through check, order and launch. */
#ifndef CLREDUCE_PLAN_RUN_JOB_H
#define CLREDUCE_PLAN_RUN_JOB_H

#include "plan/shape_job.h"

typedef struct clri_job {
    const clr_run *run;       /* as the caller asked for it */
    const clr_arrays *arrays; /* one for each reduction, or NULL */
    const clri_shape_job *shape;
    clr_index index;  /* the caller's list that names elements, if the plan takes one */
    cl_mem numbers;   /* of sorted labels the elements' own; NULL: nobody asks */
    clr_index walked; /* the list that kernels go by: that one, or of sorted labels */
    clr_mask mask;    /* all 0 if there is none */
    uint64_t count;   /* elements of each input, all counts having been found equal, or
                         of the list */
    uint64_t skipped; /* elements before these, which earlier cuts of this run have taken */
    uint64_t base;    /* index of the first of them in the whole input */
    uint64_t total;   /* elements of the whole input, for delivering */
    cl_uint part;     /* CLRI_PART_... */
} clri_job;

#endif
