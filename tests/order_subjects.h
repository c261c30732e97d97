/* SPDX-License-Identifier: Apache-2.0 */
/*
 * order_subjects - operators for tests of the published order, with states of their own for
 * order.c, and data whose result depends on the order. Shares only its exponentials with the
 * library.
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
