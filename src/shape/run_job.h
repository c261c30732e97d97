/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run_job - what a run asks for, read once from the caller's structs and handed on from check to
 * order to launch; and the launch, which adds the plan and the progress of its commands. Only
 * stages in front change a job (problem/shape/front.h), before its first command.
 */
#ifndef CLREDUCE_SHAPE_RUN_JOB_H
#define CLREDUCE_SHAPE_RUN_JOB_H

#include "problem/shape/carried.h"
#include "shape/made.h"

typedef struct clri_job {
    const clr_run *run;       /* the caller's */
    const clr_arrays *arrays; /* an array struct for each reduction, or NULL */
    const clri_shape_job *shape;
    clr_index index;  /* the caller's index list, if the plan takes one */
    cl_mem numbers;   /* sorted labels: each element's index in the input; NULL: not needed */
    clr_index walked; /* the list that kernels read: the caller's, or of sorted elements */
    clr_mask mask;    /* all 0 without a mask */
    uint64_t count;   /* elements of each input, all found equal, or entries of the list */
    uint64_t skipped; /* elements that earlier cuts of this run have taken */
    uint64_t base;    /* index of the first element in the whole input */
    uint64_t total;   /* elements of the whole input, for delivering */
    cl_uint part;     /* CLRI_PART_... */
    bool keeps_lists; /* nothing is launched for results on lists: the plan has no kernels for them
                         yet, and reads the lists' counters instead (src/plan/run.c) */
} clri_job;

typedef struct clri_launch {
    clr_plan *plan;
    const clri_job *job;
    clri_commands commands;
} clri_launch;

#endif
