/* SPDX-License-Identifier: Apache-2.0 */
/*
 * masked - what tests of masks share: masks, what they leave of an array, and the oracle's
 * judgement of what a reduction says of that.
 */
#ifndef CLREDUCE_TESTS_MASKED_H
#define CLREDUCE_TESTS_MASKED_H

#include "oracle.h"
#include "support.h"

/* A mask of that kind whose element `before` + i is taken[i]; nothing in front of them is taken.
 * The byte of one that is taken is not 0, and not always the same. */
cl_mem mask_of(const struct rig *rig, clr_mask_kind kind, const bool *taken, size_t before,
               size_t count);

/* The elements of one result that are taken, of x and y, and which ones of the result's they are.
 */
struct left {
    unsigned char *bytes[2];
    uint64_t *places;
    size_t count;
    bool has_absent; /* there were others, which make a sum of nothing but -0 one of +0 */
};

/* Room for so many elements, to be freed. */
struct left left_make(size_t most, size_t element);
void left_add(struct left *left, const void *x, const void *y, size_t element, uint64_t place);
void left_free(struct left *left);

/* What a reduction has come to: `second` and the index as far as there are any. */
struct got {
    const void *value;
    const void *second;
    uint64_t index;
    clr_status status;
};

/* Fails the test unless the oracle accepts that of what is left. */
void judge_left(const clr_reduction *reduction, const clr_result *result, const struct left *left,
                uint64_t depth, const struct got *got, const char *what);

#endif
