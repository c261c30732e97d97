/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rung - one strategy on a ladder: what was measured, and the figures that follow from it and from
 * the rungs below. Plain data; measures and prints nothing.
 */
#ifndef CLREDUCE_TOOLS_RUNG_H
#define CLREDUCE_TOOLS_RUNG_H

#include "bench_unfused.h"
#include "check.h"
#include "kernels.h"
#include "options.h"
#include "race.h"
#include "words.h"
#include <clreduce/clreduce.h>

typedef enum rung_state {
    RUNG_MEASURED,
    RUNG_UNSUPPORTED, /* the device cannot run it */
    RUNG_TOO_SLOW,    /* it would take too long */
    RUNG_FAILED       /* it should have run */
} rung_state;

typedef enum rung_answer {
    RUNG_RIGHT,
    RUNG_WRONG,
    RUNG_UNDECIDED,      /* the host cannot tell: see check.h */
    RUNG_WRONG_BY_DESIGN /* whether or not it happened to be right */
} rung_answer;

#define RUNG_REASON_SIZE 256

typedef struct rung {
    char name[WORDS_STRATEGY_SIZE]; /* as asked for; auto stays auto */
    uint64_t sizes[SWEEP_COUNT];    /* of lists: work-items a group, lanes, loads; else 0 */
    uint64_t map_groups;            /* of a map's own kernel; 0: there is none */
    clr_strategy_info strategy;
    rung_state state;
    char reason[RUNG_REASON_SIZE]; /* why it was not measured, or its answer is wrong; or "" */

    /* Of rungs that were measured: */
    clr_plan_info info;   /* its strings live as long as the ladder */
    const clr_plan *plan; /* borrowed, too: tells what its last run launched */
    timed timed;
    rung_answer answer;
    double lost;  /* of the right value's 1, by the worst run if it is wrong by design; or NaN */
    bool repeats; /* all runs gave the same bits */
    uint64_t runs_seen;

    double gb_per_s;
    double peak_share;  /* of the device's read peak */
    double over_before; /* speed over the rung below that counts, and over the first that does; */
    double over_first;  /* 0: there is none to compare with */
} rung;

/* Lowers an answer to the verdict; the reason keeps the first fault. */
void rung_take(rung_answer *answer, char reason[RUNG_REASON_SIZE], check_verdict verdict,
               const char *sentence);

/* Whether other rungs are compared with this one: it was measured, and is not wrong. */
bool rung_counts(const rung *r);

/* Works out the figures of all rungs, of `bytes` of input on a device that reads at `peak` GB/s. */
void rung_compare(rung rungs[], size_t count, uint64_t bytes, double peak);

/* The name for people: "auto (ticket)", "map, then two-pass, group 64 vector 4". */
#define RUNG_TITLE_SIZE (4 * WORDS_STRATEGY_SIZE)
void rung_title(const rung *r, char text[RUNG_TITLE_SIZE]);

/* The sizes of lists, but for that of one: " group 64 vector 4". */
#define RUNG_SIZES_SIZE 96
void rung_sizes(const rung *r, size_t but, char text[RUNG_SIZES_SIZE]);

/* A run's launches as a line, and their number: see kernels.h. */
#define RUNG_LINE_SIZE (KERNELS_LINE_SIZE + 48)
void rung_line(const rung *r, char text[RUNG_LINE_SIZE]);
uint64_t rung_launches(const rung *r);

/* The answer for people: "right", or "wrong by design, loses 99.6 %". */
#define RUNG_ANSWER_SIZE 64
void rung_answer_text(const rung *r, char text[RUNG_ANSWER_SIZE]);

/* The state and the answer as words of JSON and CSV. */
const char *rung_state_name(rung_state state);
const char *rung_answer_name(rung_answer answer);

/* A strategy's family, for people: pictures colour by it. Families are numbered from 0 in the
 * ladder's order; rung_family_name() of the first number beyond them is NULL. */
size_t rung_family(const clr_strategy_info *strategy);
const char *rung_family_name(size_t family);

#endif
