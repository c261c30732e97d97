/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recording_rows - the results of a recording that has many: the array that they are folded along,
 * and whether they are right. The arrays that receive them are bench_shape's.
 */
#ifndef CLREDUCE_TOOLS_RECORDING_ROWS_H
#define CLREDUCE_TOOLS_RECORDING_ROWS_H

#include "bench_shape.h"

typedef struct recording_rows {
    made_shape made;       /* count is 0 of a recording of one result */
    uint64_t stored;       /* all elements of the array, whether or not they are in the view */
    bench_shape on_device; /* the arrays of the last run, and their copies on the host */
} recording_rows;

/* Whether the shape that is asked for can be recorded: it is small, and not one of segments or
 * labels. */
bool recording_rows_can_be(const options *o);

/* Makes the array of --axis and --extents, or rows of --length. Returns 0, or the exit code after a
 * sentence. recording_rows_close() is to be called in every case. */
int recording_rows_open(recording_rows *rows, const options *o);
void recording_rows_close(recording_rows *rows);

/* The verdict on the first result that is not right, or on all of them, and its sentence. */
check_verdict recording_rows_judge(const recording_rows *rows, const clr_plan *plan,
                                   const clr_reduction *reduction, const void *elements,
                                   char sentence[CHECK_SENTENCE_SIZE]);

#endif
