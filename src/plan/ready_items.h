/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ready_items - makes the second program of a plan of rows or spans: results by items and teams of
 * items.
 */
#ifndef CLREDUCE_PLAN_READY_ITEMS_H
#define CLREDUCE_PLAN_READY_ITEMS_H

#include "shape/run_job.h"

/* Compiles the program, if the plan has one. A plan is complete without it. */
clr_status clri_items_make(clr_plan *plan, const clr_plan_options *options, clri_error *error);

#endif
