/* SPDX-License-Identifier: Apache-2.0 */
/*
 * float_sum - an exact sum of floats, or of their products, while the host folds it: doubles that
 * add up to blocks of elements, certified to be exact; words (wide.h) and bins for all else.
 *
 * Tame data, whose exponents lie close together, are added up as doubles at the speed of memory; a
 * certificate says that nothing was lost. Any other data go by integers, a bin for each sign and
 * exponent (after Malcolm, On accurate floating-point summation, CACM 14, 1971), at some 1 ns an
 * element, whatever they are.
 */
#ifndef CLREDUCE_FOLD_FLOAT_SUM_H
#define CLREDUCE_FOLD_FLOAT_SUM_H

#include "fold/loops.h"
#include "fold/wide.h"

enum { CLRI_FLOAT_SUM_PARTS = 2 };

typedef struct clri_float_sum {
    const clri_loops *loops;
    clri_bins *bins;   /* shared by the sums of a folder, one at a time */
    bool is_of_result; /* digits do not matter once flags decide what the result is */
    uint64_t expected; /* elements of the result at most: many go to bins, few to the words */
    uint64_t binned;   /* additions to bins since these were emptied */
    bool has_exponent;
    int exponent;  /* of f64: numbers of the last block that had a certificate were below 2^exponent
                    */
    unsigned wait; /* blocks that go without a certificate, as one was refused of late */
    uint32_t flags; /* CLRI_SEEN_...: what the terms were */
    unsigned part_count;
    double parts[CLRI_FLOAT_SUM_PARTS]; /* added to the words when there are more */
    bool is_wide;                       /* the words, or bins, have something */
    bool has_f32, has_f64;              /* which bins */
    clri_wide wide;
} clri_float_sum;

/* Makes the sum that of no elements, in units of 2^lowest. */
void clri_float_sum_begin(clri_float_sum *sum, int lowest, uint64_t expected);

/* Adds elements, in one block or many. */
void clri_float_sum_add_f32(clri_float_sum *sum, const float *x, size_t count);
void clri_float_sum_add_f64(clri_float_sum *sum, const double *x, size_t count);

/* Adds products x[i] y[i]; the arrays may be one. */
void clri_float_sum_multiply_f32(clri_float_sum *sum, const float *x, const float *y, size_t count);
void clri_float_sum_multiply_f64(clri_float_sum *sum, const double *x, const double *y,
                                 size_t count);

/* Adds two doubles that add up to a sum of elements, of which some was not -0. */
void clri_float_sum_put(clri_float_sum *sum, const double parts[2]);

/* Empties the bins, which other sums share, into the words. */
void clri_float_sum_end(clri_float_sum *sum);

/* Whether parts[0] + parts[1] is the whole sum, of an ended sum without infinities and NaNs. */
static inline bool clri_float_sum_is_short(const clri_float_sum *sum)
{
    return !sum->is_wide && sum->part_count <= CLRI_FLOAT_SUM_PARTS;
}

/* Writes the sum in two's complement, as accumulators have it. */
void clri_float_sum_digits(clri_float_sum *sum, uint32_t *digits, int count);

#endif
