/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ready_items - the second program of a plan of axes or segments, made ready: items, and teams of
 * items, that have results to themselves.
 */
#ifndef CLREDUCE_PLAN_READY_ITEMS_H
#define CLREDUCE_PLAN_READY_ITEMS_H

#include "plan/enqueue.h"

/* Compiles it, if the plan has one. Without it the plan is whole, too. */
clr_status clri_items_make(clr_plan *plan, const clr_plan_options *options, clri_error *error);

/* Each kernel once, over no results. */
clr_status clri_items_try(clri_launch *launch);

#endif
