/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loops - the loops over contiguous numbers in which the host's folds spend their time, as a table:
 * one is compiled for every machine, one for those of x86-64-v3, whose vectors are twice as long
 * and whose fused multiply-add gives a product's rounding error. Both give the same results; which
 * one is taken is decided when the machine is known (clri_loops_here()). Sums of floats walk
 * blocks of CLRI_FOLD_BLOCK elements, each by several of these loops: 8 KB stay in the first cache,
 * so that a loop that only looks (a survey) reads no memory a second time, and the call of a loop
 * is little beside 1024 elements. The caller has set the rounding mode (base/rounding_mode.h);
 * contraction is off, as a product that is fused with a sum would break the certificates.
 */
#ifndef CLREDUCE_FOLD_LOOPS_H
#define CLREDUCE_FOLD_LOOPS_H

#include "problem/operator.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLRI_FOLD_BLOCK = 1024, /* elements that a loop looks at before others fold them */
    CLRI_WHOLE_LIMBS = 3,
    CLRI_PAIR_MOST = 1 << 16,
    CLRI_ROWS_LENGTH = 64,
    CLRI_ROWS_ROOM = CLRI_ROWS_LENGTH + 8,
};

/* Bins of magnitudes by sign and exponent, the upper bits of a float; all 0 between sums. An
 * element is added without its sign. Two elements in turn, or four, go to bins of their own, as the
 * next addition to a bin waits for the last one's store. Those of f64 are added by halves of 32
 * bits. Room: 2^39 elements of f32, 2^31 of f64. */
enum { CLRI_BINS_F32 = 512, CLRI_BINS_F64 = 4096, CLRI_TURNS_F32 = 4, CLRI_TURNS_F64 = 2 };

/* Bins of products of f64, of 106 bits, by sign and 8 exponents: a bin's 128 bits, lower half
 * first, have room for 2^14 products. */
enum { CLRI_PRODUCT_BINS = 1024, CLRI_PRODUCT_BIN_ELEMENTS = 1 << 14 };

typedef struct clri_bins {
    int64_t f32[CLRI_TURNS_F32][CLRI_BINS_F32];
    int64_t f64[CLRI_TURNS_F64][CLRI_BINS_F64][2];
    uint64_t products[CLRI_PRODUCT_BINS][2];
} clri_bins;

/* What a block of floats is like: bits of magnitudes. */
typedef struct clri_survey {
    uint64_t most;  /* the largest, of f64 with ones below its upper half; 0: all are 0 */
    uint64_t least; /* of f32 the smallest but 0, or UINT64_MAX; of f64 not found: 0 */
} clri_survey;

/* A sum of integers in two's complement, the lowest limb first. */
typedef struct clri_whole {
    uint64_t limbs[CLRI_WHOLE_LIMBS];
} clri_whole;

/* low + high 2^32 */
static inline clri_whole clri_whole_of(uint64_t low, int64_t high)
{
    const uint64_t shifted = (uint64_t)high << 32;
    clri_whole whole = {{low + shifted, (uint64_t)(high >> 32), (uint64_t)(high >> 63)}};
    const uint64_t carry = whole.limbs[0] < low;

    whole.limbs[1] += carry;
    whole.limbs[2] += carry && whole.limbs[1] == 0;
    return whole;
}

/* A sum as two doubles that add up to it within a bound, if that is finite. */
typedef struct clri_pair {
    double sum, rest, bound;
} clri_pair;

/* Sums of neighbouring columns, each a pair: what `lost` says has gone. */
enum { CLRI_COLUMNS = 1024, CLRI_COLUMN_TILE = 64 };

typedef struct clri_columns {
    _Alignas(64) double sum[CLRI_COLUMNS];
    double rest[CLRI_COLUMNS], lost[CLRI_COLUMNS];
    bool has_exponent;
    int exponent; /* of f64: numbers of the last tile were below 2^exponent */
} clri_columns;

/* An integer of two words, upper 2^distance + lower, as a number or a sum of numbers. */
typedef struct clri_words {
    int64_t upper, lower;
} clri_words;

/* Floats in fixed point, of two words: the lower one counts 2^lowest. */
typedef struct clri_fixed {
    int lowest, distance;
    double upper, lower;           /* 1.5 2^52 times the unit of each word */
    double upper_part, lower_part; /* units of the doubles that a sum becomes */
} clri_fixed;

/* How a number's bits become a signed key in the order of values. */
typedef enum clri_key_rule {
    CLRI_KEY_SIGNED,
    CLRI_KEY_UNSIGNED,
    CLRI_KEY_FLOAT,           /* -0 below 0; NaNs beyond both infinities, by their sign */
    CLRI_KEY_FLOAT_MAGNITUDE, /* of the float without its sign */
    CLRI_KEY_MAGNITUDE,       /* of a signed integer's magnitude */
    CLRI_KEY_RULES
} clri_key_rule;

typedef struct clri_keys {
    int64_t least, most;
} clri_keys;

/* Types by their size: 1, 2, 4 and 8 bytes. */
enum { CLRI_WIDTHS = 4 };

typedef struct clri_loops {
    clri_survey (*survey_f32)(const float *x, size_t count);
    clri_survey (*survey_f64)(const double *x, size_t count);
    /* What is met: CLRI_SEEN_NAN, _PLUS, _MINUS, _OTHER. */
    uint32_t (*seen_f32)(const float *x, size_t count);
    uint32_t (*seen_f64)(const double *x, size_t count);
    /* The sum in doubles, exact if no partial sum in any order rounds: the caller has a proof. */
    double (*add_f32)(const float *x, size_t count);
    /* Two doubles that add up to the block's sum, exactly, of numbers below 2^exponent, or not much
     * above; false: there are none at these grids. */
    bool (*extract_f64)(const double *x, size_t count, int exponent, double sums[2]);
    /* Add to bins; the caller counts additions, and empties bins before they overflow. */
    void (*bin_f32)(clri_bins *bins, const float *x, size_t count);
    void (*bin_f64)(clri_bins *bins, const double *x, size_t count);
    /* Sums of 1 to CLRI_PAIR_MOST elements, of f64 times a power of two from 2^-64 on. A sum of 0
     * has the sign of -0 only if all are -0, and where the sum is not finite it is that of what was
     * met. */
    clri_pair (*pair_f64)(const double *x, size_t count, double scale);
    clri_pair (*pair_f32)(const float *x, size_t count);
    /* By the width of offsets, of 4 and 8 bytes: which of up to `most` rows lie one behind the
     * other, have up to CLRI_ROWS_LENGTH elements each and CLRI_FOLD_BLOCK in all. Returns how
     * many, and where each ends, counted from where the first one begins. */
    size_t (*row_ends[2])(const void *begins, const void *ends, size_t most, uint32_t *to);
    /* Totals of such rows: of f32 exact, of f64 rounded once. A total of 0 may be one of -0. False:
     * they are not certain to be. */
    bool (*rows_f64)(const double *x, size_t count, const uint32_t *ends, size_t rows,
                     double *totals);
    bool (*rows_f32)(const float *x, size_t count, const uint32_t *ends, size_t rows,
                     double *totals);
    /* Sums of up to CLRI_COLUMNS such rows, with what is lost, of f64 times a power of two from
     * 2^-64 on. A sum of 0 has the sign of -0 only if all are -0. Behind the last element there is
     * room for CLRI_ROWS_ROOM more, which count for nothing. */
    void (*row_pairs)(const double *x, const uint32_t *ends, size_t rows, double scale,
                      clri_columns *to);
    /* Add up to CLRI_COLUMN_TILE rows of `width` neighbouring columns, a row `step` elements behind
     * the last one, to the columns' sums: exactly, or not at all, which is false. */
    bool (*tile_f64)(const double *x, ptrdiff_t step, size_t rows, size_t width, clri_columns *to);
    bool (*tile_f32)(const float *x, ptrdiff_t step, size_t rows, size_t width, clri_columns *to);
    /* Add them with what is lost, of f64 times a power of two from 2^-64 on. */
    void (*pairs_f64)(const double *x, ptrdiff_t step, size_t rows, size_t width, double scale,
                      clri_columns *to);
    void (*pairs_f32)(const float *x, ptrdiff_t step, size_t rows, size_t width, double scale,
                      clri_columns *to);
    /* Totals of columns, or of rows, each rounded once, and which are known: those that are finite
     * and not in doubt (pair.h). Of 0 the sign is the sum's. Of f64 the sums are of elements times
     * `scale`, a power of two from 2^-64 on. */
    void (*round_f64)(const clri_columns *columns, size_t from, size_t count, double scale,
                      double *totals, bool *are_known);
    void (*round_f32)(const clri_columns *columns, size_t from, size_t count, double *totals,
                      bool *are_known);
    /* As both, if all pairs are sums of which nothing is lost, and to be narrow ones a single
     * double: these totals, which are f64 yet. False: some are not. */
    bool (*add_up_pairs)(const clri_columns *columns, size_t from, size_t count, bool is_narrow,
                         double *totals);
    /* Numbers in fixed point. False: some of a number is lost, or it is not finite: bits of `lost`
     * below the sign tell of which. `zeros` has the sign bit set if some number is -0. */
    bool (*fix_f64)(const double *x, size_t count, const clri_fixed *unit, clri_words *words,
                    uint64_t *lost, uint64_t *zeros);
    /* Adds each number to its cell. */
    void (*scatter)(clri_words *cells, const uint32_t *places, const clri_words *words,
                    size_t count);
    /* Products, which are doubles. */
    void (*multiply_f32)(const float *x, const float *y, size_t count, double *products);
    /* Products and their rounding errors, both as doubles, of a block that may have one product
     * below 2^-900 only if it is 0. False: some product is too small. NULL: there is no fused
     * multiply-add. */
    bool (*multiply_f64)(const double *x, const double *y, size_t count, double *products,
                         double *errors);
    /* The least and the most key of count > 0 numbers, ... */
    clri_keys (*keys[CLRI_WIDTHS][CLRI_KEY_RULES])(const void *x, size_t count);
    /* ... and the first number whose key is not from keys.least to keys.most; `count`: all are. */
    size_t (*find[CLRI_WIDTHS][CLRI_KEY_RULES])(const void *x, size_t count, clri_keys keys);
    /* Keys, one by one. */
    void (*list[CLRI_WIDTHS][CLRI_KEY_RULES])(const void *x, size_t count, int64_t *keys);
    /* By type and lift: sums of up to CLRI_SUM_ELEMENTS_MOST elements that are lifted. */
    clri_whole (*sum[CLR_TYPE_U64 + 1][CLRI_LIFT_NONZERO])(const void *x, const void *y,
                                                           size_t count);
    /* Counts of numbers other than 0 and -0: of integers; of floats, of which none has a byte. */
    uint64_t (*nonzero[CLRI_WIDTHS][2])(const void *x, size_t count);
    /* By type and fold: integers combined as their states are, by bits or modulo 2^64. */
    uint64_t (*combine[CLR_TYPE_U64 + 1][CLRI_FOLD_CUSTOM])(const void *x, size_t count);
} clri_loops;

enum { CLRI_SUM_ELEMENTS_MOST = 1 << 20 };

extern const clri_loops clri_loops_plain; /* for every machine, and ... */
extern const clri_loops clri_loops_v3;    /* ... for those of x86-64-v3, ... */
extern const clri_loops clri_loops_v4;    /* ... and of x86-64-v4, if compiled */

/* The table for the machine that this runs on. */
const clri_loops *clri_loops_here(void);

#endif
