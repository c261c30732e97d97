/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_case - a line of tests/cases/exact.txt as data. What the lines mean stands at the file's
 * head; make_exact_cases.c makes it, test_exact_cases.c runs it.
 */
#ifndef CLREDUCE_TESTS_EXACT_CASE_H
#define CLREDUCE_TESTS_EXACT_CASE_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { EXACT_CASE_LINE_MOST = 4096 };

typedef struct exact_case {
    clr_reduction reduction; /* its level is exact */
    bool is_empty;           /* there is no value: the status is CLR_ERROR_EMPTY */
    bool is_nan;
    uint64_t bits; /* of the value, else */
    size_t number; /* of the line, from 1 */
    char elements[EXACT_CASE_LINE_MOST];
} exact_case;

/* Inputs of the operator: x, and for dot y. */
size_t exact_case_inputs(clr_operator op);

/*
 * Reads the next case; `number` counts lines. Returns 1, 0 at the end, and -1 if line `number` is
 * none.
 */
int exact_case_read(FILE *from, size_t *number, exact_case *to);

/*
 * Elements as a line has them: all of x, then all of y, as many as `*count` each. The caller frees
 * them; NULL if the text is no elements of that type.
 */
void *exact_case_elements(const char *text, clr_type type, size_t inputs, size_t *count);

#endif
