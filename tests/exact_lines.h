/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_lines - shared by the parts of make_exact_cases: sets of elements, and lines with the
 * oracle's results. Takes only the names of things from the library.
 */
#ifndef CLREDUCE_TESTS_EXACT_LINES_H
#define CLREDUCE_TESTS_EXACT_LINES_H

#include "exact_case.h"
#include "oracle.h"

/* Sets the file for further lines. */
void lines_to(FILE *file);

void section(const char *title);

/* The float format of a type. */
struct format {
    int digits;
    int least, most; /* exponents of normal numbers */
};
extern const struct format formats[];

static const clr_type types[] = {CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};
enum { TYPES = sizeof types / sizeof *types };

/* The exponent of the smallest number. */
int smallest(clr_type type);

double power(int exponent);
double greatest(clr_type type);

typedef struct set {
    clr_type type;
    char text[EXACT_CASE_LINE_MOST];
    size_t used;
} set;

/* Adds the nearest number of the type, which is returned. */
double put_nearest(set *s, double x);

/* A set of these numbers; a number that the type lacks becomes several. */
set set_of(clr_type type, const double *x, size_t count);

#define SET(type, ...)                                                                             \
    set_of(type, (const double[]){__VA_ARGS__}, sizeof((double[]){__VA_ARGS__}) / sizeof(double))

set set_generated(clr_type type, const char *kind, uint64_t seed, size_t count);

void reduce(const set *s, const oracle_question *question, oracle_value *value);

/* A line for one operator on a set. */
void plain(set s, clr_operator op, clr_type result);

/* Lines for all operators that are computed in one pass of a set, or of its last `count`
 * elements. */
void several(set s, clr_nan nan, uint64_t ddof, size_t count);
void each(set s);

enum { EACH = 10 }; /* lines */

/* The ends of the formats. */
void exact_ends(void);

#endif
