/* SPDX-License-Identifier: Apache-2.0 */
/*
 * domain - over which elements a plan reduces to which results: its shape, mask, list of indices
 * and count. As options ask for it, or as stages in front leave it to the reductions. Pure.
 */
#ifndef CLREDUCE_PROBLEM_DOMAIN_H
#define CLREDUCE_PROBLEM_DOMAIN_H

#include "problem/shape.h"

typedef struct clri_domain {
    const clri_shape *shape; /* as it was asked for, whatever carries it: messages name it */
    clri_carrier carrier;
    clr_mask_kind mask;
    clr_type index;     /* of a list's indices; CLR_TYPE_DEFAULT: there is no list */
    bool keeps_axes;    /* spans are of labels, with results for each index along kept axes */
    bool is_inside;     /* the list's indices all name an element */
    bool is_told_count; /* memory of the device may say how many elements there are */
} clri_domain;

/* All elements, to one result. */
clri_domain clri_domain_flat(void);

/* What the options, which are known to be whole, ask for. CLR_ERROR_ARGUMENT, or
 * CLR_ERROR_UNSUPPORTED for what the shape cannot have. */
clr_status clri_domain_read(const clr_plan_options *options, clri_domain *domain,
                            clri_error *error);

#endif
