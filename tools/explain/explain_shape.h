/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_shape - a plan of many results and one run of it over a shape that is made up, so that
 * the kernels are known which it takes for that.
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

#endif
