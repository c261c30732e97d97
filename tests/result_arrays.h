/* SPDX-License-Identifier: Apache-2.0 */
/*
 * result_arrays - what tests of many results share: the arrays that a run writes, which are bytes
 * UNTOUCHED on the device before it, and on the host behind it; and integers as callers have them.
 */
#ifndef CLREDUCE_TESTS_RESULT_ARRAYS_H
#define CLREDUCE_TESTS_RESULT_ARRAYS_H

#include "masked.h"

/* The arrays of a reduction. */
enum { VALUE, SECOND, INDEX, STATUS, ARRAYS };

enum { RESULT_ARRAYS_MOST = 4 /* reductions of a plan */ };

struct result_arrays {
    size_t count;                                     /* reductions */
    size_t room;                                      /* elements of each array */
    size_t sizes[RESULT_ARRAYS_MOST][ARRAYS];         /* of an element; 0: there is no such array */
    cl_mem buffers[RESULT_ARRAYS_MOST][ARRAYS];       /* until they are fetched */
    unsigned char *bytes[RESULT_ARRAYS_MOST][ARRAYS]; /* NULL: there is no such array */
};

/* What the plan says of itself and of its `count` reductions; `info` may be NULL. */
void plan_tell(const clr_plan *plan, clr_plan_info *info, clr_result results[], size_t count);

/* Makes untouched arrays, and names them in `arrays`, as a clr_run has them. Statuses are asked for
 * of all results but a flat plan's, which has some alone. */
void result_arrays_make(struct result_arrays *a, const struct rig *rig, const clr_result results[],
                        size_t count, size_t room, bool is_flat, clr_arrays arrays[]);

/* Fetches all arrays, and releases the buffers. */
void result_arrays_fetch(struct result_arrays *a, const struct rig *rig);
void result_arrays_free(struct result_arrays *a);

/* The element of an array; NULL: there is no such array. */
void *result_at(const struct result_arrays *a, size_t reduction, int array, size_t place);

/* A reduction's result, as judge_left() takes it. */
struct got result_got(const struct result_arrays *a, size_t reduction, size_t place);

/* Whether nothing has written to the place of any array of the reduction. */
bool result_is_untouched(const struct result_arrays *a, size_t reduction, size_t place);

/* A buffer of integers, of whose 8 bytes `size` count: `before` zeros, these, and one zero more. */
cl_mem integers_of(const struct rig *rig, const void *integers, size_t size, size_t before,
                   size_t count);

#endif
