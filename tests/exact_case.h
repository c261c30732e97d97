/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_case - a line of tests/cases/exact.txt as data; the file's head explains the lines.
 * make_exact_cases.c writes them, test_exact_cases.c runs them.
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
    clr_reduction reduction; /* of level exact */
    bool is_empty;           /* no value: the status is CLR_ERROR_EMPTY */
    bool is_nan;
    uint64_t bits; /* of the value, unless is_empty */
    size_t number; /* of the line, from 1 */
    char elements[EXACT_CASE_LINE_MOST];
} exact_case;

/* Number of inputs: x, and y for dot. */
size_t exact_case_inputs(clr_operator op);

/* Reads the next case; `number` counts lines. Returns 1, 0 at the end, or -1 if line `number` is
 * wrong. */
int exact_case_read(FILE *from, size_t *number, exact_case *to);

/* The elements in a line: all of x, then all of y, `*count` each. The caller frees them; NULL if
 * the text is wrong for the type. */
void *exact_case_elements(const char *text, clr_type type, size_t inputs, size_t *count);

#endif
