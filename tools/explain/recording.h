/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recording - one run of a strategy that logged what its kernels did: plan, steps, and whether the
 * result was right. Prints nothing but failures.
 */
#ifndef CLREDUCE_TOOLS_RECORDING_H
#define CLREDUCE_TOOLS_RECORDING_H

#include "check.h"
#include "options.h"
#include "recording_rows.h"
#include "result_record.h"
#include "trace_steps.h"
#include "trace_verdict.h"

typedef struct recording {
    clr_strategy_info strategy;
    clr_plan *plan; /* what the strings of `info` live with */
    record_layout layout;
    clr_type type;
    clr_reduction reduction;
    recording_rows rows;                    /* of many results; else of none */
    uint64_t count;                         /* numbers that were reduced */
    unsigned char record[RECORD_SIZE_MOST]; /* the result, unless there are many */
    check_verdict verdict;
    char check[CHECK_SENTENCE_SIZE];
    trace *steps;
    trace_loss loss;
    char sentence[TRACE_SENTENCE_SIZE]; /* what costs most */
} recording;

/*
 * Makes the plan that will log. Returns 0, or the exit code after a sentence on standard error.
 * recording_close() is to be called in every case.
 */
int recording_open(recording *r, const options *o, clr_context *context, const char *strategy,
                   clr_type type);
void recording_close(recording *r);

/* Numbers for two groups of the plan, so that its finish has something to do; or those of the array
 * whose axes are reduced. */
uint64_t recording_default_count(const recording *r);

/* Reduces the numbers and looks at the log. Returns 0 or the exit code, likewise. */
int recording_run(recording *r, const options *o, clr_context *context, const void *elements,
                  uint64_t count);

/* "sum of 256 i32: 1163, which is right"; "sum of i32, axis 1 of 4x100: 4 results, which are right"
 */
#define RECORDING_RESULT_SIZE 640
void recording_result(const recording *r, char text[RECORDING_RESULT_SIZE]);

#endif
