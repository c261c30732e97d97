/* SPDX-License-Identifier: Apache-2.0 */
/* row_arguments - what all kernels are told whose results are many. */
#ifndef CLREDUCE_PLAN_ROW_ARGUMENTS_H
#define CLREDUCE_PLAN_ROW_ARGUMENTS_H

#include "plan/arguments.h"
#include "plan/enqueue.h"

/* Inputs and the shape; of segments that have more than `most` elements only that is told. */
void clri_bind_row_input(clri_arguments *arguments, const clri_launch *launch, uint64_t most);

/* The same of axes that are not the job's own. */
void clri_bind_dealt_input(clri_arguments *arguments, const clri_launch *launch,
                           const clri_shape_told *shape);

/* Arrays, and the first place in them. */
void clri_bind_row_output(clri_arguments *arguments, const clri_launch *launch);

#endif
