/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limits - bounds for the next choice, learnt from compiled kernels and refused launches. Only a
 * driver knows how many registers and how much local memory a kernel takes, so a plan may have to
 * be chosen, compiled, and chosen again (src/plan). Every call that returns true has lowered some
 * bound, so this comes to an end. Pure.
 */
#ifndef CLREDUCE_CHOOSE_LIMITS_H
#define CLREDUCE_CHOOSE_LIMITS_H

#include "choose/choice.h"

typedef struct clri_limits {
    uint64_t group;   /* most work-items of a group */
    uint64_t local;   /* most bytes of local memory, as the choice counts them */
    unsigned keeping; /* first row of `keepings` (choose.c) still allowed */
} clri_limits;

/* Before anything has been compiled. */
#define CLRI_NO_LIMITS ((clri_limits){UINT64_MAX, UINT64_MAX, 0})

/* Limits as compiled kernels report them; CLR_UNKNOWN where the driver does not. */
typedef struct clri_report {
    uint64_t group;       /* most work-items of a group of the first kernel */
    uint64_t after_group; /* the same of the last kernel, if there is another one */
    uint64_t local;       /* bytes of local memory of the kernel with most */
} clri_report;

/* Lowers the limits to what the kernels report. False: the choice is within them. */
bool clri_limits_heed(clri_limits *limits, const clr_device *device, const clri_choice *choice,
                      const clri_report *report);

/* Lowers the limits below a choice that the driver refused to build or to launch without a reason.
 * False: nothing is left to lower. */
bool clri_limits_lower(clri_limits *limits, const clri_choice *choice);

#endif
