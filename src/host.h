/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host - folding on the host the states that groups left, for strategies that finish there: the
 * formats are those of cl/number, the arithmetic is C's.
 */
#ifndef CLREDUCE_SRC_HOST_H
#define CLREDUCE_SRC_HOST_H

#include "form.h"

/* A state on the host; which member holds depends on the form. */
typedef union clri_host_state {
    double real;
    uint64_t whole;
    int64_t integer;
} clri_host_state;

/* Folds `count` states, 1 at least, as kernels of the form left them. */
clri_host_state clri_host_fold(const clri_state_form *form, const void *states, size_t count);

clri_host_state clri_host_combine(const clri_state_form *form, clri_host_state a,
                                  clri_host_state b);

/* Writes the state, of `total` elements, as a value of type `result`. */
void clri_host_round(const clri_state_form *form, clri_host_state state, uint64_t total,
                     clr_type result, void *to);

#endif
