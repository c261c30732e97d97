/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trial - a differential fuzzer's trials: a plan of a few reductions, drawn by a seed, and samples
 * of data for it, run in one of several ways and judged by the oracle. Equal seeds give equal
 * trials on every machine.
 */
#ifndef CLREDUCE_TESTS_TRIAL_H
#define CLREDUCE_TESTS_TRIAL_H

#include "oracle.h"
#include "support.h"

enum {
    TRIAL_REDUCTIONS_MOST = 4,
    TRIAL_INPUTS_MOST = 2,
    TRIAL_ELEMENTS_MOST = 40000, /* of one sample */
    TRIAL_WHY_SIZE = 400
};

/* A plan, and a second one to compare. */
struct trial {
    const struct rig *rig;
    uint64_t seed;
    clr_reduction reductions[TRIAL_REDUCTIONS_MOST];
    size_t count;
    clr_plan_options options;
    char strategy[64];
    clr_plan *plan;
    clr_plan *other; /* another strategy's plan with the same bits; or NULL */
    clr_plan_info info;
    clr_result results[TRIAL_REDUCTIONS_MOST];
    bool takes_parts; /* parts of any length */
    bool is_exact;    /* some reduction is exact, and has an accumulator */
    cl_mem buffers[TRIAL_INPUTS_MOST];
};

/* How a sample is run. */
typedef enum trial_way {
    TRIAL_WHOLE,
    TRIAL_PARTS,
    TRIAL_STREAM,
    TRIAL_ACCUMULATORS, /* by accumulators of parts: stored, loaded and merged in any order */
    TRIAL_OTHERWISE     /* by both plans, whose bits must agree */
} trial_way;

/* Data for a plan. */
struct sample {
    clr_type type;
    size_t inputs, count;
    unsigned char *elements[TRIAL_INPUTS_MOST];
    size_t offsets[TRIAL_INPUTS_MOST]; /* of the first elements in their buffers */
    oracle_data kind;
    trial_way way;
    uint64_t seed; /* for cutting into parts, and for merging */
};

/* The next trial's seed; its last bits, the course, pick the kind of plan. */
uint64_t trial_seed(uint64_t *state, uint64_t course);

/* Draws a trial. Its plan is NULL if the library refuses it (`why` is ""), or if it failed: then
 * `why` receives a sentence. */
struct trial trial_make(const struct rig *rig, uint64_t seed, char why[TRIAL_WHY_SIZE]);
void trial_destroy(struct trial *trial);

/* Draws a sample for a trial. */
struct sample sample_make(const struct trial *trial, uint64_t seed);
void sample_destroy(struct sample *sample);

/* Runs a sample; false, with `why`, unless the oracle accepts all results. */
bool sample_is_right(const struct trial *trial, const struct sample *sample,
                     char why[TRIAL_WHY_SIZE]);

/* Whether the operator is a sum of floats, which has level exact. */
bool trial_is_sum(clr_operator op, clr_type type);

const char *trial_way_name(trial_way way);

/* A random whole number below `limit`. */
size_t trial_below(uint64_t *seed, size_t limit);

#endif
