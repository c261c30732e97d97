/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subject - a plan of one reduction under test, data to run it on, and its judgement by the oracle:
 * what tests of whole products and tests of laws share.
 */
#ifndef CLREDUCE_TESTS_SUBJECT_H
#define CLREDUCE_TESTS_SUBJECT_H

#include "oracle.h"
#include "support.h"

enum {
    GUARD = 64,        /* elements before and after the data, which must not count */
    LARGEST = 1 << 18, /* elements of one case */
    RECORD_MOST = 64   /* bytes of one reduction's record, with room to see what comes after it */
};

/* One sample of every kind of state, by what is folded and in which format. */
enum { SAMPLES = 23 };
extern const clr_reduction samples[SAMPLES];

/* Of level fast, where levels are no subject: what is exact unasked takes long to compile, and what
 * is reproducible takes only parts of whole strips. */
#define FAST_REDUCTION(op_, type_)                                                                 \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = (op_), .type = (type_), .accuracy = CLR_ACCURACY_FAST \
    }

/* Which strategies meet which samples in this scope: all in the full one, else the first and some,
 * so that each sample meets strategies of each kind. */
bool scope_pairs(size_t strategy, size_t sample);

/* A plan with what a case needs to know of it. */
struct subject {
    const struct rig *rig;
    clr_plan *plan; /* NULL if the device cannot have it */
    clr_reduction reduction;
    clr_plan_info info;
    clr_result result;
    char refusal[200]; /* why, as the library says */
};

/*
 * Makes a plan, or notes why there is none; any failure but a refusal fails the test, and so does
 * clr_plan_check() if it thinks differently.
 */
struct subject subject_make(const struct rig *rig, const clr_reduction *reduction,
                            const clr_plan_options *options);

/* Data between guards of NaNs or extremes, on the host and on the device. */
struct field {
    unsigned char *bytes[2]; /* GUARD + count + GUARD elements of x, and of y if there is one */
    cl_mem buffers[2];
    size_t inputs;
    size_t size; /* bytes of one */
    size_t element;
    uint64_t shift; /* elements by which y's begin earlier in their buffer than x's */
};

struct field field_make(const struct subject *s, oracle_data kind, uint64_t seed, size_t count);
void field_destroy(struct field *field);

/* Element of an input's buffer that is the field's element `offset`; and its bytes on the host. */
uint64_t begin_of(const struct field *field, size_t input, uint64_t offset);
void find_data(const struct field *field, uint64_t offset, const void *data[2]);

/* A kind of data that suits the operator, another one each turn. */
oracle_data kind_for(clr_operator op, unsigned turn);

/*
 * Whether the oracle accepts what a record says of one of its reductions for `count` elements of x,
 * and of y if the reduction takes it. `status` is what the run returned; `why` receives a sentence.
 */
bool accepts_record(const clr_reduction *reduction, const clr_result *result,
                    const void *const data[2], uint64_t count, uint64_t depth, clr_status status,
                    const void *record, char *why, size_t why_size);

/* Fails the test with all that is known of the case. */
void fail_case(const struct subject *s, uint64_t offset, uint64_t count, const char *why);

/*
 * Runs a part on elements offset .. + count of the field and waits.
 * `record` receives the results, unless it is a part that delivers none.
 */
clr_status run_case(const struct subject *s, const struct field *field, uint64_t offset,
                    uint64_t count, clr_part part, void *record);

/*
 * Fails the test unless the oracle accepts the answer for elements offset .. + count of the field:
 * `status` is what the run returned.
 */
void judge_case(const struct subject *s, const struct field *field, uint64_t offset, uint64_t count,
                uint64_t depth, clr_status status, const void *record);

/* Runs once and judges; nothing beyond the record may have been written. */
void check_case(const struct subject *s, const struct field *field, uint64_t offset,
                uint64_t count);

/* Counts around every edge that the plan's geometry has, at most 64. */
size_t edge_counts(const struct subject *s, uint64_t *counts);

/* Checks the counts around edges at offsets 0 to 3, on one kind of data. */
void check_counts(const struct subject *s, oracle_data kind, uint64_t seed);

/* Checks a few counts on every kind of data, and a NaN in every place of a vector. */
void check_kinds(const struct subject *s, uint64_t seed);

#endif
