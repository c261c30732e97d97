/* SPDX-License-Identifier: Apache-2.0 */
/*
 * condition - the conditions of --where on the host, for --check: read and evaluated here by what
 * docs/map.md says of them, and by nothing of the library. Knows comparisons, && || !, inputs,
 * numbers and what integers are computed by; neither what floats are computed by, whose roundings
 * are the device's, nor functions, i and n.
 */
#ifndef CLREDUCE_TOOLS_CONDITION_H
#define CLREDUCE_TOOLS_CONDITION_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONDITION_STEPS_MOST = 256, CONDITION_DEPTH_MOST = 32 };

/* A number as it is computed in: i64, u64, f32 or f64. */
typedef struct condition_number {
    clr_type type;
    uint64_t integer; /* of integers, in two's complement */
    double real;      /* of floats */
} condition_number;

/* A step: pushes a number or an input's element, or computes with the latest numbers. */
typedef struct condition_step {
    unsigned char what;
    condition_number number;
} condition_step;

/* A condition, as steps of a stack. Plain data. */
typedef struct condition {
    clr_type type; /* of the elements */
    size_t inputs; /* that it names, or lie before one that it does */
    size_t count;  /* 0: there is none, or none that is known here */
    condition_step steps[CONDITION_STEPS_MOST];
} condition;

/* Reads a condition that the library has taken. False if there is something in it that is not
 * known here. */
bool condition_read(condition *c, const char *text, clr_type type);

/* Whether it is true of element number `index` of the inputs. */
bool condition_is_true(const condition *c, const void *const *inputs, uint64_t index);

#endif
