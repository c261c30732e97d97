/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch_flat - a single result of all elements, by the kernels of a strategy: groups fold their
 * shares, and the strategy's finish makes of their partials the result, in the same launch, by a
 * second launch, by relaunches until one partial is left, in one cell by atomics, or on the host.
 *
 * An input longer than the kernels take is cut into parts, between which a state is carried in
 * device memory. In the published order cuts lie at multiples of CLRI_BLOCK elements whatever the
 * caller's parts are, as the grouping must not depend on them.
 */
#ifndef CLREDUCE_SHAPE_LAUNCH_FLAT_H
#define CLREDUCE_SHAPE_LAUNCH_FLAT_H

#include "shape/run_job.h"

/* The stage's kernels, of the plan's first program. */
extern const clri_stage_table clri_flat_table;
clr_status clri_flat_make(clr_plan *plan, clri_error *error);

clr_status clri_launch_flat(clri_launch *launch);

/* Launches each kernel once, over no elements: the state stays in scratch memory and is not lowered
 * to a result, as a custom operator's text may require elements for it. */
clr_status clri_try_flat(clri_launch *launch);

#endif
