/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_shape - one run of a plan over elements that are made up, and their shape if it is of
 * many results, so that the kernels are known which it takes for that.
 */
#ifndef CLREDUCE_TOOLS_EXPLAIN_SHAPE_H
#define CLREDUCE_TOOLS_EXPLAIN_SHAPE_H

#include "made_shape.h"
#include "options.h"

/* Puts the shape into a plan's options. */
void explain_shape_ask(const made_shape *made, clr_plan_options *plan);

/*
 * Runs the plan once, over elements that are all 0. Returns 0, or the exit code after a sentence on
 * standard error.
 */
int explain_shape_run(clr_plan *plan, const made_shape *made, const options *o,
                      clr_context *context);

/* The same of a plan of one result, over so many elements, unless no buffer holds them. */
int explain_flat_run(clr_plan *plan, uint64_t count, const options *o, clr_context *context);

#endif
