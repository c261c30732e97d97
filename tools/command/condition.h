/* SPDX-License-Identifier: Apache-2.0 */
/*
 * condition - the conditions of --where on the host, for --check: parsed and evaluated here as
 * docs/map.md defines them, without the library. Supports comparisons, && || !, inputs, numbers,
 * scalars and arithmetic of integers; not arithmetic of floats, whose rounding is the device's, nor
 * functions, i and n.
 */
#ifndef CLREDUCE_TOOLS_CONDITION_H
#define CLREDUCE_TOOLS_CONDITION_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CONDITION_STEPS_MOST = 256, CONDITION_DEPTH_MOST = 32 };

/* A number in the type that it is computed in: i64, u64, f32 or f64. */
typedef struct condition_number {
    clr_type type;
    uint64_t integer; /* value of an integer, in two's complement */
    double real;      /* value of a float */
} condition_number;

/* A step: pushes a number or an input's element, or computes with the top of the stack. */
typedef struct condition_step {
    unsigned char what;
    condition_number number;
} condition_step;

/* A condition, as steps of a stack machine. Plain data. */
typedef struct condition {
    clr_type type; /* of the elements */
    size_t inputs; /* 1 + the highest input in use */
    size_t count;  /* 0: no condition, or one that is not supported here */
    condition_step steps[CONDITION_STEPS_MOST];
} condition;

/* Reads a condition that the library has accepted, with the numbers of --let. False if it is not
 * supported here. */
bool condition_read(condition *c, const char *text, clr_type type, const double *scalars);

/* Whether the condition holds for element number `index` of the inputs. */
bool condition_is_true(const condition *c, const void *const *inputs, uint64_t index);

#endif
