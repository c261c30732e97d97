/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subject - a plan of one reduction under test, its data, and the oracle's judgement: for tests of
 * products and of laws.
 */
#ifndef CLREDUCE_TESTS_SUBJECT_H
#define CLREDUCE_TESTS_SUBJECT_H

#include "oracle.h"
#include "support.h"

enum {
    GUARD = 64,        /* guard elements before and after the data */
    LARGEST = 1 << 18, /* elements of one case */
    RECORD_MOST = 64   /* most bytes of a record, with room behind to see overruns */
};

/* One sample of each kind of state: fold and format. */
enum { SAMPLES = 23 };
extern const clr_reduction samples[SAMPLES];

/* Of level fast, where levels are not under test: exact kernels take long to compile, and
 * reproducible ones take only parts of whole strips. */
#define FAST_REDUCTION(op_, type_)                                                                 \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = (op_), .type = (type_), .accuracy = CLR_ACCURACY_FAST \
    }

/* Whether a strategy meets a sample in this scope: always in the full one, else each sample meets
 * strategies of each kind. */
bool scope_pairs(size_t strategy, size_t sample);

/* A plan and what its cases need. */
struct subject {
    const struct rig *rig;
    clr_plan *plan; /* NULL if the device cannot have it */
    clr_reduction reduction;
    clr_plan_info info;
    clr_result result;
    char refusal[200]; /* why, as the library says */
};

/* Makes a plan, or notes why there is none; fails the test on any failure but a refusal, and if
 * clr_plan_check() disagrees. */
struct subject subject_make(const struct rig *rig, const clr_reduction *reduction,
                            const clr_plan_options *options);

/* Data between guards of NaNs or extremes, in host memory and on the device. */
struct field {
    unsigned char *bytes[2]; /* GUARD + count + GUARD elements of x, and of y if there is one */
    cl_mem buffers[2];
    size_t inputs;
    size_t size; /* bytes of one */
    size_t element;
    uint64_t shift; /* elements by which y begins earlier in its buffer than x */
};

struct field field_make(const struct subject *s, oracle_data kind, uint64_t seed, size_t count);
void field_destroy(struct field *field);

/* The element of an input's buffer that is the field's element `offset`; and its bytes on the
 * host. */
uint64_t begin_of(const struct field *field, size_t input, uint64_t offset);
void find_data(const struct field *field, uint64_t offset, const void *data[2]);

/* Kinds of data that suit the operator, in turn. */
oracle_data kind_for(clr_operator op, unsigned turn);

/* Whether the oracle accepts a reduction's part of a record, for `count` elements of x, and of y if
 * there is one. `status` is what the run returned; `why` receives a sentence. */
bool accepts_record(const clr_reduction *reduction, const clr_result *result,
                    const void *const data[2], uint64_t count, uint64_t depth, clr_status status,
                    const void *record, char *why, size_t why_size);

/* Fails the test, printing the case. */
void fail_case(const struct subject *s, uint64_t offset, uint64_t count, const char *why);

/* Runs a part on elements offset .. + count of the field, and waits. `record` receives the results
 * of a part that delivers. */
clr_status run_case(const struct subject *s, const struct field *field, uint64_t offset,
                    uint64_t count, clr_part part, void *record);

/* Fails the test unless the oracle accepts the result of elements offset .. + count of the
 * field. */
void judge_case(const struct subject *s, const struct field *field, uint64_t offset, uint64_t count,
                uint64_t depth, clr_status status, const void *record);

/* Runs and judges; nothing behind the record may be written. */
void check_case(const struct subject *s, const struct field *field, uint64_t offset,
                uint64_t count);

/* Counts around every edge of the plan's geometry, at most 64. */
size_t edge_counts(const struct subject *s, uint64_t *counts);

/* Checks such counts at offsets 0 to 3, on one kind of data. */
void check_counts(const struct subject *s, oracle_data kind, uint64_t seed);

/* Checks a few counts on every kind of data, and a NaN in every place of a vector. */
void check_kinds(const struct subject *s, uint64_t seed);

#endif
