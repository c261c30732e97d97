/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plain_loop - what a C programmer would write instead of using the library: a loop over the array
 * on all cores (OpenMP), compiled with -O3 for the processor that it runs on: there is a set of
 * loops for each level of it. The measure that bench holds against the device.
 */
#ifndef CLREDUCE_TOOLS_PLAIN_LOOP_H
#define CLREDUCE_TOOLS_PLAIN_LOOP_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct plain_loop {
    clr_operator op;
    clr_type type;
    clr_type result; /* sums and products of floats are f64, min and max of f16 and bf16 are f32 */
    /* Of x and, for dot, y; count is at least 1. */
    void (*run)(const void *const *inputs, uint64_t count, void *result);
} plain_loop;

/* The loop for the operator and element type, NULL if there is none. */
const plain_loop *plain_loop_find(clr_operator op, clr_type type);

/*
 * The loops of one level, up to a row whose run is NULL: 0 is for every processor of this kind, 1
 * and 2 for x86-64-v3 and v4. NULL if this machine, or this build, has no such level.
 */
enum { PLAIN_LOOP_TABLES = 3 };
const plain_loop *plain_loop_table(int level);

/* Threads it runs on. */
int plain_loop_threads(void);

/* Starts the threads, and ends them so that they do not take time from what is measured next. */
void plain_loop_wake(void);
void plain_loop_rest(void);

#endif
