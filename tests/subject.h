/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subject - a plan under test, data to run it on, and its judgement by the oracle: what tests of
 * whole products and tests of laws share.
 */
#ifndef CLREDUCE_TESTS_SUBJECT_H
#define CLREDUCE_TESTS_SUBJECT_H

#include "oracle.h"
#include "support.h"

enum {
    GUARD = 64,        /* elements before and after the data, which must not count */
    LARGEST = 1 << 18, /* elements of one case */
    RESULT_MAX = 8
};

/* An operator on a type: together they make one kind of state. */
struct sample {
    clr_operator op;
    clr_type type;
};

/*
 * One sample of every kind of state: f64 (or pairs of f32) added and multiplied, 64-bit integers,
 * integers shorter than what atomics and collectives take, and the keys of floats.
 */
enum { SAMPLES = 7 };
extern const struct sample samples[SAMPLES];

/* Which strategies meet which samples in this scope: all, or in small ones the first and a few. */
bool scope_pairs(size_t strategy, size_t sample);

/* A plan with what a case needs to know of it. */
struct subject {
    const struct rig *rig;
    clr_plan *plan; /* NULL if the device cannot have it */
    clr_plan_info info;
    char refusal[200]; /* why, as the library says */
};

/*
 * Makes a plan, or notes why there is none; any failure but a refusal fails the test, and so does
 * clr_plan_check() if it thinks differently.
 */
struct subject subject_make(const struct rig *rig, clr_operator op, clr_type type, clr_type result,
                            const clr_plan_options *options);

/* Data between guards of NaNs or extremes, on the host and on the device. */
struct field {
    unsigned char *bytes; /* GUARD + count + GUARD elements */
    cl_mem buffer;
    size_t size;
    size_t element;
};

struct field field_make(const struct rig *rig, clr_type type, oracle_data kind, uint64_t seed,
                        size_t count);
void field_destroy(struct field *field);

/* A kind of data that suits the operator, another one each turn. */
oracle_data kind_for(clr_operator op, unsigned turn);

/* Fails the test with all that is known of the case. */
void fail_case(const struct subject *s, uint64_t offset, uint64_t count, const char *why);

/* Fails the test unless the oracle accepts `result` for elements offset .. + count of the field. */
void judge_case(const struct subject *s, const struct field *field, uint64_t offset, uint64_t count,
                uint64_t depth, const void *result);

/* Runs once and judges. */
void check_case(const struct subject *s, const struct field *field, uint64_t offset,
                uint64_t count);

/* Counts around every edge that the plan's geometry has, at most 64. */
size_t edge_counts(const struct subject *s, uint64_t *counts);

/* Checks the counts around edges at offsets 0 to 3, on one kind of data. */
void check_counts(const struct subject *s, oracle_data kind, uint64_t seed);

#endif
