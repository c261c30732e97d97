/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_shape - one run of a plan over zeros, in a shape if it is of many results, so that it is
 * known which kernels such a run takes.
 */
#ifndef CLREDUCE_TOOLS_EXPLAIN_SHAPE_H
#define CLREDUCE_TOOLS_EXPLAIN_SHAPE_H

#include "made_shape.h"
#include "options.h"

/* Puts the shape into a plan's options. */
void explain_shape_ask(const made_shape *made, clr_plan_options *plan);

/*
 * Runs the plan once, over `count` elements that are all 0; of a plan of one result `made` is NULL,
 * and nothing runs where no buffer holds the elements. Returns 0, or the exit code after a sentence
 * on standard error.
 */
int explain_shape_run(clr_plan *plan, const made_shape *made, uint64_t count, const options *o,
                      clr_context *context);

#endif
