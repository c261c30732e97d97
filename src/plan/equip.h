/* SPDX-License-Identifier: Apache-2.0 */
/*
 * equip - makes a plan's kernels and scratch memory by its design: each plan has its own, as
 * kernels' arguments and partials belong to a run. plan.c releases them.
 */
#ifndef CLREDUCE_PLAN_EQUIP_H
#define CLREDUCE_PLAN_EQUIP_H

#include "shape/made.h"

/* Gives a plan without kernels a design, whose user it becomes in place of its maker or finder. */
void clri_plan_take_design(clr_plan *plan, clri_design *design);

/* All kernels of the design's ways, and the memory. */
clr_status clri_equip(clr_plan *plan, clri_error *error);

/* ---- parts, for a design in the making ---- */

/* The first program's kernels. */
clr_status clri_equip_kernels(clr_plan *plan, clri_error *error);

/* The plan of cells beside, without its kernels. */
clr_status clri_equip_cells(clr_plan *plan, clri_error *error);

/* The kernels and the memory of the stage in front. */
clr_status clri_equip_front(clr_plan *plan, clri_error *error);

#endif
