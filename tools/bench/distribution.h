/* SPDX-License-Identifier: Apache-2.0 */
/*
 * distribution - the kinds of data to measure with, by name: the same elements in every run. Of
 * floats whose range is smaller than a kind's, its numbers are clipped to the range.
 */
#ifndef CLREDUCE_TOOLS_DISTRIBUTION_H
#define CLREDUCE_TOOLS_DISTRIBUTION_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The floating-point format of the elements, and how many there are to be. */
typedef struct distribution_shape {
    int digits;   /* the hidden one included */
    int smallest; /* exponents of 2 of the smallest normal number, */
    int largest;  /* and of the largest */
    uint64_t count;
    uint64_t set; /* where in the sequence of random numbers it begins */
} distribution_shape;

/* Each makes element `index`, which may be random as `bits` are. */
typedef double (*distribution_real)(const distribution_shape *s, uint64_t index, uint64_t bits);
typedef uint64_t (*distribution_integer)(uint64_t count, uint64_t index, uint64_t bits);

typedef struct distribution {
    const char *name;
    const char *what;             /* the elements are, in words */
    distribution_real real;       /* NULL: there are no such floats */
    distribution_integer integer; /* its upper bits are the element; NULL: no such integers */
    bool for_products;            /* so near 1 that they do not overflow; else for what adds up */
    bool is_special;              /* infinities or NaNs are among them */
} distribution;

/* Number `index` of a sequence of random ones. */
uint64_t distribution_bits(uint64_t index);

/* The rows; NULL past the last. */
const distribution *distribution_at(size_t index);
const char *distribution_name_at(size_t index);
#define DISTRIBUTIONS_MOST 32

/* Row of that name, NULL if there is none. */
const distribution *distribution_find(const char *name);

/* The row for an operator when nothing is said. */
const distribution *distribution_for(clr_operator op);

/* Whether there are such elements of the type. */
bool distribution_suits(const distribution *d, clr_type type);

/*
 * Writes `count` elements, on all cores; data sets that differ in `set` are of the same kind, but
 * others. The distribution has to suit the type.
 */
void distribution_fill(const distribution *d, clr_type type, uint64_t set, void *elements,
                       uint64_t count);

#endif
