/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expression_case - the maps of expression_cases.def with what each comes to in C, and awkward
 * numbers in all pairs to try them on.
 */
#ifndef CLREDUCE_TESTS_EXPRESSION_CASE_H
#define CLREDUCE_TESTS_EXPRESSION_CASE_H

#include <clreduce/clreduce.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SAMPLES_MOST = 400, CASES_MOST = 300 };

/* One pair of elements, widened as maps widen them. */
struct sample {
    int64_t x_long, y_long;
    uint64_t x_ulong, y_ulong;
    double x_real, y_real;
    int64_t i, n;
};

size_t sample_count(clr_type element);

/* Sample number `k`, which it also puts into the arrays for the device. */
struct sample make_sample(clr_type element, size_t k, char *x, char *y);

struct map_case {
    const char *map;
    clr_type element, value;
    uint64_t ulps;
    uint64_t (*expected)(const struct sample *s);
    bool looks; /* does no arithmetic with floats */
};

extern const struct map_case map_cases[];
extern const size_t map_case_count;

/* Whether a value's bits are what the case allows; NaNs are alike. */
bool agrees(const struct map_case *c, uint64_t expected, uint64_t got);

#endif
