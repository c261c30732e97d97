/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan_set - the plans of a request's reductions: of all of them together, or for labels several.
 * Also whether results beyond 64 bits are detected unasked.
 */
#ifndef CLREDUCE_TOOLS_PLAN_SET_H
#define CLREDUCE_TOOLS_PLAN_SET_H

#include "command_request.h"

/* A reduction's plan, and its number in the plan. */
typedef struct plan_place {
    size_t plan, number;
} plan_place;

typedef struct plan_set {
    clr_plan *at[CLR_REDUCTIONS_MOST];
    size_t count;
    plan_place places[CLR_REDUCTIONS_MOST];
    bool wraps; /* labels: sums are modulo 2^64 unasked, as detection would take a sort */
} plan_set;

/* Makes the plans as `how` says, of its shape. Destroy the set whatever the outcome. */
clr_status plan_set_make(plan_set *set, clr_context *context, request *r,
                         const clr_plan_options *how);
void plan_set_destroy(plan_set *set);

/* The plan of a reduction; NULL if none was made. */
const clr_plan *plan_set_of(const plan_set *set, size_t reduction);

#endif
