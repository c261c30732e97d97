/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verbs - the command's verbs. The table is in verbs.c: a row for each verb; each verb has a file
 * of its own and returns the command's exit code.
 */
#ifndef CLREDUCE_TOOLS_VERBS_H
#define CLREDUCE_TOOLS_VERBS_H

#include "options.h"

/* The verbs that an option is for: a bit each. */
enum {
    VERB_REDUCE = 1 << 0,
    VERB_DEVICES = 1 << 1,
    VERB_DOCTOR = 1 << 2,
    VERB_BENCH = 1 << 3,
    VERB_SOURCE = 1 << 4,
    VERB_HELP = 1 << 5,
    VERB_STRATEGIES = 1 << 6,
    VERB_EXPLAIN = 1 << 7,
    VERB_STATS = 1 << 8,
    VERB_OPS = 1 << 9,
    VERB_MERGE = 1 << 10,
    VERB_HIST = 1 << 11,
    VERB_TUNE = 1 << 12,
    VERB_REPORT = 1 << 13,
    VERB_WARM = 1 << 14,
    VERB_RANKS = 1 << 15, /* clreduce-mpi, a program of its own: tools/mpi */
    VERB_ANY = (1 << 16) - 1
};

typedef struct verb {
    const char *name; /* "" for the reduction, whose first word is its operators */
    unsigned bit;
    int (*function)(const options *o);
    const char *usage; /* follows "clreduce " */
    const char *help;  /* one line */
} verb;

/* The rows in the order of the help text; NULL past the last. */
const verb *verbs_at(size_t index);

/* The verb of the name; NULL: none. */
const verb *verbs_find(const char *name);

int verb_reduce(const options *o);
int verb_stats(const options *o);
int verb_hist(const options *o);
int verb_merge(const options *o);
int verb_ops(const options *o);
int verb_devices(const options *o);
int verb_doctor(const options *o);
int verb_report(const options *o);
int verb_strategies(const options *o);
int verb_bench(const options *o);
int verb_tune(const options *o);
int verb_warm(const options *o);
int verb_explain(const options *o);
int verb_source(const options *o);
int verb_help(const options *o);

#endif
