/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limits - what compiled kernels and refused launches have taught about a choice: within what the
 * next one has to stay. Every lesson lowers something, so that choosing anew comes to an end. Pure.
 */
#ifndef CLREDUCE_CHOOSE_LIMITS_H
#define CLREDUCE_CHOOSE_LIMITS_H

#include "choose/choice.h"

typedef struct clri_limits {
    uint64_t group;   /* most work-items a group */
    uint64_t local;   /* most bytes of local memory, by the choice's own count */
    unsigned keeping; /* the first row of src/choose/choose.c that may still be taken */
} clri_limits;

/* Before anything has been compiled. */
#define CLRI_NO_LIMITS ((clri_limits){UINT64_MAX, UINT64_MAX, 0})

/* What the kernels say of themselves; CLR_UNKNOWN where the driver does not tell. */
typedef struct clri_report {
    uint64_t group;       /* most work-items of the first kernel's groups ... */
    uint64_t after_group; /* ... and of those of the one behind it, if there is one */
    uint64_t local;       /* bytes of local memory, of the kernel that takes most */
} clri_report;

/* Work-items a group of the kernel that comes after; 0 if there is none. */
uint64_t clri_after_group_size(const clri_choice *choice);

/* Lowers the limits to what the kernels say. False: they go with the choice. */
bool clri_limits_heed(clri_limits *limits, const clr_device *device, const clri_choice *choice,
                      const clri_report *report);

/* Lowers the limits below a choice that the driver has refused to build or to launch, without a
 * word of why. False: there is nothing left to lower. */
bool clri_limits_lower(clri_limits *limits, const clri_choice *choice);

#endif
