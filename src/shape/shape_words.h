/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape_words - writes a run's axes to a buffer of the plan, in the layout of cl/shape/axes.cl.
 * Kernels go through axes in loops, so these lie in memory and are no parameters. Most runs have
 * the axes of the run before: then nothing is enqueued. They are written by fill commands, as
 * OpenCL copies a fill's pattern at once: a write that does not block would need host memory that
 * lives until the device has read it.
 */
#ifndef CLREDUCE_SHAPE_SHAPE_WORDS_H
#define CLREDUCE_SHAPE_SHAPE_WORDS_H

#include "shape/run_job.h"

/* Writes the axes to the buffer for the choice's kernels, unless `told`, its known content, equals
 * them. */
clr_status clri_shape_words_tell(clri_launch *launch, const clri_rows *rows,
                                 const clri_choice *choice, cl_mem buffer, clri_shape_told *told);

#endif
