/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recording_rows - the results of a recording that has many: the array that they are folded along,
 * where they go, and whether they are right.
 */
#ifndef CLREDUCE_TOOLS_RECORDING_ROWS_H
#define CLREDUCE_TOOLS_RECORDING_ROWS_H

#include "check.h"
#include "made_shape.h"
#include "result_record.h"

enum { ROWS_VALUE, ROWS_SECOND, ROWS_INDEX, ROWS_STATUS, ROWS_ARRAYS };

typedef struct recording_rows {
    made_shape made; /* count is 0 of a recording of one result */
    uint64_t stored; /* elements of the array, also those that a view leaves out */
    cl_mem buffers[ROWS_ARRAYS];
    unsigned char *arrays[ROWS_ARRAYS]; /* what was read from them; NULL: there is none */
} recording_rows;

/* Whether the shape that is asked for can be recorded: it is small, and not one of segments or
 * labels. */
bool recording_rows_can_be(const options *o);

/* Makes the array of --axis and --extents, or rows of --length. Returns 0, or the exit code after a
 * sentence. recording_rows_close() is to be called in every case. */
int recording_rows_open(recording_rows *rows, const options *o);
void recording_rows_close(recording_rows *rows);

/*
 * Runs the plan over the inputs of `run` and reads its results. Returns an OpenCL code, and in
 * `*status` the library's own.
 */
cl_int recording_rows_run(recording_rows *rows, clr_plan *plan, const record_layout *layout,
                          cl_context opencl, clr_run *run, clr_status *status);

/* The verdict on the first result that is not right, or on all of them, and its sentence. */
check_verdict recording_rows_judge(const recording_rows *rows, const clr_plan *plan,
                                   const record_layout *layout, const clr_reduction *reduction,
                                   const void *elements, char sentence[CHECK_SENTENCE_SIZE]);

/* Result number `k`, as if it were a record's: to be printed. */
void recording_rows_record(const recording_rows *rows, const clr_result *result, uint64_t k,
                           unsigned char record[RECORD_SIZE_MOST]);

#endif
