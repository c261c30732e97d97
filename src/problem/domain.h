/* SPDX-License-Identifier: Apache-2.0 */
/* domain - which elements a plan reduces to which results: shape, mask, index list and count, as
 * the options ask for. A stage in front (shape/front.h) replaces it by the domain that it leaves.
 * Pure. */
#ifndef CLREDUCE_PROBLEM_DOMAIN_H
#define CLREDUCE_PROBLEM_DOMAIN_H

#include "problem/shape.h"

typedef struct clri_domain {
    const clri_shape *shape; /* as asked for, whatever the carrier: messages name it */
    const clri_carrier *carrier;
    clr_mask_kind mask;
    clr_type index;     /* type of the index list; CLR_TYPE_DEFAULT: no list */
    bool is_inside;     /* all indices of the list are within bounds */
    bool is_told_count; /* the count may be read from a device buffer */
    uint64_t states;    /* most results whose states runs leave; 0: runs deliver results */
} clri_domain;

/* All elements, reduced to a single result. */
clri_domain clri_domain_flat(void);

/* Reads the options, a complete struct. CLR_ERROR_ARGUMENT, or CLR_ERROR_UNSUPPORTED for options
 * that the shape excludes. */
clr_status clri_domain_read(const clr_plan_options *options, clri_domain *domain,
                            clri_error *error);

#endif
