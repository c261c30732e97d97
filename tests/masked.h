/* SPDX-License-Identifier: Apache-2.0 */
/*
 * masked - shared by tests of masks: masks, the elements that a mask takes, and the oracle's
 * judgement of results.
 */
#ifndef CLREDUCE_TESTS_MASKED_H
#define CLREDUCE_TESTS_MASKED_H

#include "oracle.h"
#include "support.h"

/* A mask whose element `before` + i is taken[i]; the `before` elements are not taken. The byte of a
 * taken element varies, and is not 0. */
cl_mem mask_of(const struct rig *rig, clr_mask_kind kind, const bool *taken, size_t before,
               size_t count);

/* The elements of x and y of one result that are taken, and their indices in the result. */
struct left {
    unsigned char *bytes[2];
    uint64_t *places;
    size_t count;
    bool has_absent; /* some are not taken, which turns a sum of nothing but -0 into +0 */
};

/* Room for `most` elements; the caller frees it. */
struct left left_make(size_t most, size_t element);
void left_add(struct left *left, const void *x, const void *y, size_t element, uint64_t place);
void left_free(struct left *left);

/* A reduction's result: `second` and the index if it has them. */
struct got {
    const void *value;
    const void *second;
    uint64_t index;
    clr_status status;
};

/* Fails the test unless the oracle accepts the result for these elements. */
void judge_left(const clr_reduction *reduction, const clr_result *result, const struct left *left,
                uint64_t depth, const struct got *got, const char *what);

#endif
