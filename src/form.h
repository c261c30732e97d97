/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form - in which formats an operator works on an element type: how a stored number is read, what
 * it is folded in, and how that becomes a result. All of it is text of OpenCL C, taken from rows.
 */
#ifndef CLREDUCE_SRC_FORM_H
#define CLREDUCE_SRC_FORM_H

#include "number.h"
#include "operator.h"

typedef struct clri_form {
    /* read: stored -> value */
    const char *reader; /* file in cl/number/ */
    const char *stored; /* type of an element in memory */
    const char *value;  /* type of an element once read */
    /* fold: value -> state, state x state -> state */
    const char *arithmetic; /* file in cl/number/ */
    const char *state;      /* scalar type of the state's parts */
    const char *widen;      /* expression: a value x as a state */
    const char *identity;   /* the state that changes no other */
    const char *empty;      /* the state of empty input */
    size_t state_size;      /* bytes */
    const char *machine;    /* type by which atomics and collectives take the state; or NULL */
    /* round: state -> result */
    const char *result; /* type of a result in memory */
    const char *round;  /* expression: a state x as a result */
    /* facts for people and for composing */
    const char *accumulator; /* name of the state's format */
    bool uses_double;
    unsigned key_nan_bits; /* ordered floats: mantissa bits of the stored type; else 0 */
} clri_form;

/*
 * The form of `op` on elements of `type` with results of `result` (not CLR_TYPE_DEFAULT), on a
 * device with or without fp64. Returns NULL when it is possible, else the reason why not.
 */
const char *clri_form_find(clr_operator op, clr_type type, clr_type result, bool has_fp64,
                           clri_form *form);

#endif
