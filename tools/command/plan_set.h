/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan_set - the plans of a request's reductions: one plan of all, which reads the input once; for
 * labels one of each reduction where atomics fold each without a sort, or where the library does
 * not take them together. It also decides whether integers beyond 64 bits are detected where the
 * user has not asked.
 */
#ifndef CLREDUCE_TOOLS_PLAN_SET_H
#define CLREDUCE_TOOLS_PLAN_SET_H

#include "command_request.h"

/* Where a reduction is: number `number` of plan number `plan`. */
typedef struct plan_place {
    size_t plan, number;
} plan_place;

typedef struct plan_set {
    clr_plan *at[CLR_REDUCTIONS_MOST];
    size_t count;
    plan_place places[CLR_REDUCTIONS_MOST];
    bool wraps; /* by labels, where detecting would take a sort: sums are modulo 2^64, and the user
                   has asked for neither */
} plan_set;

/* Makes the plans with the options `how`, which have the shape. Destroy the set whatever the
 * outcome. */
clr_status plan_set_make(plan_set *set, clr_context *context, request *r,
                         const clr_plan_options *how);
void plan_set_destroy(plan_set *set);

/* The plan of a reduction; NULL if none was made. */
const clr_plan *plan_set_of(const plan_set *set, size_t reduction);

#endif
