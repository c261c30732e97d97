/* SPDX-License-Identifier: Apache-2.0 */
/* ready_sort - the program by which a plan of shape labels sorts them, and what it leaves, made
 * ready. */
#ifndef CLREDUCE_PLAN_READY_SORT_H
#define CLREDUCE_PLAN_READY_SORT_H

#include "plan/plan.h"

/* Compiles it, with groups that the device's compiler allows, and allocates; nothing of plans that
 * do not sort. */
clr_status clri_sort_make(clr_plan *plan, clri_error *error);

#endif
