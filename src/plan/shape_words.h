/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape_words - the axes of a run as cl/shape/axes.cl has them, in buffers of the plan's: written
 * by commands whose data OpenCL copies at once, and only when they are others than the last time.
 */
#ifndef CLREDUCE_PLAN_SHAPE_WORDS_H
#define CLREDUCE_PLAN_SHAPE_WORDS_H

#include "plan/enqueue.h"

/* Writes the axes to the buffer, as kernels of the choice read them, unless it has them: `told` are
 * its words. */
clr_status clri_shape_words_tell(clri_launch *launch, const clri_rows *rows,
                                 const clri_choice *choice, cl_mem buffer, clri_shape_told *told);

#endif
