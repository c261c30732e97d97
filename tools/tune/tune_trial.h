/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_trial - a reduction with certain sizes, ready to be timed; and two trials timed in turns. A
 * trial has a context of its own, which has read the sizes as rows of a tuning file: so the plan
 * that is timed is the one that such a file makes.
 */
#ifndef CLREDUCE_TOOLS_TUNE_TRIAL_H
#define CLREDUCE_TOOLS_TUNE_TRIAL_H

#include "bench_kernel.h"
#include "timing.h"
#include "tune_sizes.h"

/* The subject of tuning: one reduction of data on the device. */
typedef struct tune_subject {
    const options *o;
    const clr_reduction *reduction;
    const bench_input *input; /* and its context, whose device it is */
    tune_scope scope;         /* known once a trial without rows has been opened */
} tune_subject;

typedef struct tune_trial {
    tune_sizes sizes;
    clr_context *context;
    bench_input input; /* the subject's buffers */
    bench_kernel kernel;
    bool is_refused; /* the library makes no plan of these sizes */
    bool is_warm;
    timing times; /* of the last comparison */
    unsigned char record[RECORD_SIZE_MOST];
} tune_trial;

/*
 * Opens a trial of these sizes, or of the library's own if there are none. Sizes that the library
 * refuses set `is_refused`, which is no failure; that it refuses its own is one. tune_trial_close()
 * is to be called in every case. Returns 0, or the exit code after a sentence on standard error.
 */
int tune_trial_open(tune_trial *t, const tune_subject *subject, const tune_sizes *sizes);
void tune_trial_close(tune_trial *t);

/* Whether two plans are one: the sizes come to the same. */
bool tune_trial_same(const tune_trial *a, const tune_trial *b);

/* "8 x 1, 4 x 8": groups, their items, loads and lanes. */
#define TUNE_TRIAL_TEXT_SIZE 48
void tune_trial_text(const tune_trial *t, char text[TUNE_TRIAL_TEXT_SIZE]);

typedef struct tune_turns {
    unsigned rounds;   /* most rounds */
    uint64_t until_ns; /* a time behind which only the rounds that a verdict needs are begun */
} tune_turns;

/*
 * Times both in turns. The second wins if its median is below the first's by 2 % and by more than
 * the noise, which is three standard errors of either median as their quartiles tell, and if it was
 * the faster one in three of four rounds. At a level that has one result to the bit it
 * does not win with another one. Returns 0 or the exit code.
 */
int tune_trial_compare(tune_trial *first, tune_trial *second, tune_turns turns, bool *wins);

/* The median of its last comparison, in seconds. */
double tune_trial_seconds(const tune_trial *t);

#endif
