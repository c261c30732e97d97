/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_trial - a reduction with certain sizes, ready to be timed: a context that has read them as
 * rows of a tuning file, so that what is measured is what such a file makes of the plan; and two
 * of them timed in turns.
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
    bool is_refused; /* there is no such plan */
    bool is_warm;
    timing times; /* of the last comparison */
    unsigned char record[RECORD_SIZE_MOST];
} tune_trial;

/*
 * Opens a trial of such sizes; without any the library has its own. What the library refuses is
 * no failure but of the latter. tune_trial_close() is to be called in every case. Returns 0, or the
 * exit code after a sentence on standard error.
 */
int tune_trial_open(tune_trial *t, const tune_subject *subject, const tune_sizes *sizes);
void tune_trial_close(tune_trial *t);

/* Whether two plans are one: the sizes come to the same. */
bool tune_trial_same(const tune_trial *a, const tune_trial *b);

/* "8 x 1, 4 x 8": groups, their items, loads and lanes. */
#define TUNE_TRIAL_TEXT_SIZE 48
void tune_trial_text(const tune_trial *t, char text[TUNE_TRIAL_TEXT_SIZE]);

typedef struct tune_turns {
    unsigned rounds;   /* at most */
    uint64_t until_ns; /* after this, no more rounds than are needed at all */
} tune_turns;

/*
 * Times both in turns. The second wins if its median is below the first's by 2 % and by more than
 * the noise, which is three standard errors of either median as their quartiles tell, and if it was
 * the faster one in three of four rounds. One with another result, at a level that has but one,
 * does not. Returns 0 or the exit code, likewise.
 */
int tune_trial_compare(tune_trial *first, tune_trial *second, tune_turns turns, bool *wins);

/* The median of its last comparison, in seconds. */
double tune_trial_seconds(const tune_trial *t);

#endif
