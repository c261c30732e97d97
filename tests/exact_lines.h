/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_lines - how the parts of make_exact_cases write lines: sets of elements, and what the
 * oracle has for them. Of the library it takes the names of things alone.
 */
#ifndef CLREDUCE_TESTS_EXACT_LINES_H
#define CLREDUCE_TESTS_EXACT_LINES_H

#include "exact_case.h"
#include "oracle.h"

/* Where lines go from now on. */
void lines_to(FILE *file);

void section(const char *title);

/* A format by its type. */
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

/* Numbers as they are, or if the type does not have one as several. */
set set_of(clr_type type, const double *x, size_t count);

#define SET(type, ...)                                                                             \
    set_of(type, (const double[]){__VA_ARGS__}, sizeof((double[]){__VA_ARGS__}) / sizeof(double))

set set_generated(clr_type type, const char *kind, uint64_t seed, size_t count);

void reduce(const set *s, const oracle_question *question, oracle_value *value);

/* A line of an operator on a set. */
void plain(set s, clr_operator op, clr_type result);

/* Lines of all that is computed of one set together, or of as many as stand at the end of that. */
void several(set s, clr_nan nan, uint64_t ddof, size_t count);
void each(set s);

enum { EACH = 10 }; /* lines */

/* The ends of the formats. */
void exact_ends(void);

#endif
