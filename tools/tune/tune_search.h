/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_search - finds sizes by which one reduction is faster than by the library's own: one measure
 * after the other, each value in turns with the best so far, and at the end the best with those
 * that the library has.
 */
#ifndef CLREDUCE_TOOLS_TUNE_SEARCH_H
#define CLREDUCE_TOOLS_TUNE_SEARCH_H

#include "tune_trial.h"

/* The result of a search. */
typedef struct tune_finding {
    tune_scope scope;
    tune_sizes sizes; /* none: nothing was faster */
    bool is_searched; /* false: there was no time for it */
    unsigned tried;   /* sizes that were measured */
    double before, after;
    char before_text[TUNE_TRIAL_TEXT_SIZE];
    tune_evidence evidence;
} tune_finding;

/* How long a search may go on, and when all of them began, which the progress bar counts from. */
typedef struct tune_time {
    uint64_t until_ns;
    uint64_t start_ns; /* of the first search */
} tune_time;

typedef struct tune_search {
    tune_subject subject;
    tune_trial own;   /* by the library's own sizes, opened by the caller */
    tune_sizes start; /* the sizes that the tuning file has already */
    tune_time time;
    const char *name; /* for the bar */
} tune_search;

/* Returns 0, or the exit code after a sentence on standard error. */
int tune_search_run(tune_search *s, tune_finding *finding);

#endif
