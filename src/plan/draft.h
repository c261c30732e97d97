/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draft - makes a design, and with it the kernels and memory of its first plan: chooses, compiles,
 * and tries all kernels on the device.
 *
 * A device's answers do not tell what a kernel will take: compilers report the registers and local
 * memory of a kernel after the fact, and drivers refuse launches within their own limits. So each
 * refusal lowers a limit (choose/limits.h) and the choice begins again, until the device accepts
 * it. The second program and the stage in front are optional or smaller in the same way.
 */
#ifndef CLREDUCE_PLAN_DRAFT_H
#define CLREDUCE_PLAN_DRAFT_H

#include "shape/made.h"

/* Gives the plan a design of the reductions and options, without choices and programs; also after a
 * failure. */
clr_status clri_draft_ask(clr_plan *plan, const clr_reduction *reductions, size_t count,
                          const clr_plan_options *options, clri_error *error);

/* Gives the plan another design of the reductions and options of its own, whose texts the new one
 * borrows (clri_design.kin). */
clr_status clri_draft_again(clr_plan *plan, clri_error *error);

/* The ways of a typical run; NULL: all ways. */
clr_status clri_draft_ways(clr_plan *plan, const clr_run *like, uint32_t *ways, clri_error *error);

/* Chooses, and makes the kernels for `ways`, bits of CLRI_WAY_...: by which kernels runs may go. */
clr_status clri_draft_make(clr_plan *plan, uint32_t ways, clri_error *error);

#endif
