/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_fold - folds groups' partials on the host, for strategies that finish there: a state that is
 * one number, or a pair of f32. In formats of cl/number and by the same operations, so that
 * integers and comparisons have the same bits as on a device; of floats the order of additions is
 * the partials'. Exact states never come here: they have bins.
 */
#ifndef CLREDUCE_STATE_HOST_FOLD_H
#define CLREDUCE_STATE_HOST_FOLD_H

#include "state/form.h"

/* A state on the host; the form tells which member is set. */
typedef union clri_host_fold_state {
    double real;
    uint64_t whole;
    int64_t integer;
} clri_host_fold_state;

/* Folds `count` > 0 partials that kernels of the form wrote. */
clri_host_fold_state clri_host_fold(const clri_state_form *form, const void *states, size_t count);

clri_host_fold_state clri_host_fold_combine(const clri_state_form *form, clri_host_fold_state a,
                                            clri_host_fold_state b);

/* Writes the state, of `total` elements, as a value of type `result`. */
void clri_host_fold_round(const clri_state_form *form, clri_host_fold_state state, uint64_t total,
                          clr_type result, void *to);

#endif
