/* SPDX-License-Identifier: Apache-2.0 */
/*
 * order_subjects - what tests of the published order reduce: operators whose states are written a
 * second time, for order.c, and data that tell one order from another. Shares no code with the
 * library, but for its exponentials.
 */
#ifndef CLREDUCE_TESTS_ORDER_SUBJECTS_H
#define CLREDUCE_TESTS_ORDER_SUBJECTS_H

#include "order.h"

#include <clreduce/clreduce.h>

enum { SUBJECTS = 10, MANY = 3000017, OFFSETS = 4 }; /* subjects have OFFSETS + MANY elements */

struct order_subject {
    clr_operator op;
    clr_type type;
    const void *data;
    const clr_custom *custom;
    order_fold fold;
    double (*result)(const void *state, uint64_t count);
};

extern const struct order_subject subjects[SUBJECTS];

/* Makes the subjects' data. */
void make_data(void);

#endif
