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
#include "trace_log.h"
#include "trace_verdict.h"

/* The run that would be asked for in earnest, beside the small one that is recorded. */
typedef struct recording_asked {
    uint64_t count;       /* numbers */
    uint64_t groups_most; /* of a launch of the plan that does not log */
    uint64_t units;       /* compute units of the device */
} recording_asked;

/* Sentences about a recording that are no verdict on it. */
#define RECORDING_NOTES     4
#define RECORDING_NOTE_SIZE 320

typedef struct recording {
    const char *asked; /* the strategy, as the command line has it */
    clr_strategy_info strategy;
    clr_plan *plan; /* owns the strings of `info` */
    record_layout layout;
    clr_type type;
    clr_reduction reduction;
    recording_rows rows;                    /* of many results; else of none */
    uint64_t count;                         /* numbers that were reduced */
    unsigned char record[RECORD_SIZE_MOST]; /* the result, unless there are many */
    check_verdict verdict;
    char check[CHECK_SENTENCE_SIZE];
    unsigned lucky_runs; /* before this run, right though the strategy is wrong by design */
    bool is_held;        /* clr_plan_options.trace is 2 */
    trace *steps;
    trace_scale scale;
    trace_loss loss;
    char sentence[TRACE_SENTENCE_SIZE];               /* the largest cost */
    char notes[RECORDING_NOTES][RECORDING_NOTE_SIZE]; /* "" for none */
} recording;

/* Whether the plan that is asked for can be logged; if not, `reason` says why. */
#define RECORDING_REASON_SIZE 512
bool recording_can_be(const options *o, clr_context *context, const char *strategy,
                      const clr_reduction *reduction, char reason[RECORDING_REASON_SIZE]);

/*
 * Makes the plan that will log. Returns 0, or the exit code after a sentence on standard error.
 * recording_close() is to be called in every case.
 */
int recording_open(recording *r, const options *o, clr_context *context, const char *strategy,
                   const clr_reduction *reduction);
void recording_close(recording *r);

/* Numbers for two groups of the plan, so that its finish has something to do; or those of the array
 * whose axes are reduced. */
uint64_t recording_default_count(const recording *r);

/*
 * Reduces the numbers and looks at the log. A strategy that is wrong by design and right
 * nevertheless runs again, in the end with its items held. Returns 0 or the exit code.
 */
int recording_run(recording *r, const options *o, clr_context *context, const void *elements,
                  uint64_t count, const recording_asked *asked);

/* Whether the strategy is wrong by design and the result right. */
bool recording_is_lucky(const recording *r);

/* The strategy's lesson, with a word on where this run does not show it. */
#define RECORDING_LESSON_SIZE 256
void recording_lesson(const recording *r, char text[RECORDING_LESSON_SIZE]);

/* The type's name; "structs" for elements of an operator of the user's own. */
const char *recording_type_name(clr_type type);

/* "sum of 256 i32: 1163, which is right"; "sum of i32, axis 1 of 4x100: 4 results, which are right"
 */
#define RECORDING_RESULT_SIZE 640
void recording_result(const recording *r, char text[RECORDING_RESULT_SIZE]);

#endif
