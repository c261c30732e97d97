/* SPDX-License-Identifier: Apache-2.0 */
/* loops_floats - part of loops_text.h: what blocks of floats are like, their sums, bins, and
 * products. */
#ifndef CLREDUCE_FOLD_LOOPS_FLOATS_H
#define CLREDUCE_FOLD_LOOPS_FLOATS_H

#include "fold/loops_vector.h"

/* ---- floats ---- */

/* The largest magnitude, and the smallest but 0, between which f32 are certified to add up as
 * doubles (float_sum.c). */
static clri_survey survey_f32(const float *x, size_t count)
{
    uint32_t most = 0, least = UINT32_MAX;

    for (size_t i = 0; i < count; i++) {
        const uint32_t magnitude = clri_bits_of_f32(x[i]) & (UINT32_MAX >> 1);
        const uint32_t below = magnitude - 1; /* 0 becomes the largest */

        most = magnitude > most ? magnitude : most;
        least = below < least ? below : least;
    }
    return (clri_survey){most, least == UINT32_MAX ? UINT64_MAX : least + UINT64_C(1)};
}

/* Bits of what is met: CLRI_SEEN_... */
#define SEEN_LOOP(name, T, U, BITS, INFINITE)                                                      \
    static uint32_t name(const T *x, size_t count)                                                 \
    {                                                                                              \
        const U sign = (U)1 << (8 * sizeof(U) - 1);                                                \
        U nans = 0, plus = 0, minus = 0, others = 0;                                               \
                                                                                                   \
        for (size_t i = 0; i < count; i++) {                                                       \
            const U bits = BITS(x[i]);                                                             \
                                                                                                   \
            nans |= (U) - (x[i] != x[i]);                                                          \
            plus |= (U) - (bits == INFINITE);                                                      \
            minus |= (U) - (bits == (INFINITE | sign));                                            \
            others |= bits ^ sign;                                                                 \
        }                                                                                          \
        return (nans ? CLRI_SEEN_NAN : 0u) | (plus ? CLRI_SEEN_PLUS : 0u) |                        \
               (minus ? CLRI_SEEN_MINUS : 0u) | (others ? CLRI_SEEN_OTHER : 0u);                   \
    }

SEEN_LOOP(seen_f32, float, uint32_t, clri_bits_of_f32, CLRI_INFINITY_F32)
SEEN_LOOP(seen_f64, double, uint64_t, clri_bits_of_f64, CLRI_INFINITY_F64)

static uint32_t larger_half(uint32_t most, const double *x, size_t half)
{
    uint32_t bits;

    memcpy(&bits, (const char *)x + half * sizeof bits, sizeof bits);
    bits &= UINT32_MAX >> 1;
    return bits > most ? bits : most;
}

/* The largest magnitude, rounded up to the end of its upper half; extract_f64() asks for no
 * smallest. Upper halves decide about exponents, and vectors compare 32 bits sooner than 64.
 * Picking them out would take longer than comparing the lower halves, too, whose maxima nobody
 * reads. */
static clri_survey survey_f64(const double *x, size_t count)
{
    uint32_t halves[2 * LANES] = {0}, most = 0;
    uint64_t any = 0;
    size_t i = 0;

    for (; i + LANES <= count; i += LANES)
        for (size_t k = 0; k < 2 * LANES; k++)
            halves[k] = larger_half(halves[k], x + i, k);
    for (; i < count; i++)
        most = larger_half(most, x + i, UPPER_HALF);
    for (size_t k = UPPER_HALF; k < 2 * LANES; k += 2)
        most = halves[k] > most ? halves[k] : most;
    for (i = 0; most == 0 && i < count; i++) /* zeros, or less than 2^-1042 */
        any |= clri_bits_of_f64(x[i]) << 1;
    return (clri_survey){most || any ? (uint64_t)most << 32 | UINT32_MAX : 0, 0};
}

static double add_f32(const float *x, size_t count)
{
    double sums[LANES] = {0};
    size_t i = 0;

    for (size_t k = 0; k < count; k += LINE / sizeof *x)
        prefetch(x + CLRI_FOLD_BLOCK + k);
    for (; i + LANES <= count; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            sums[k] += (double)x[i + k];
    for (size_t k = 1; count >= LANES && k < LANES; k++)
        sums[0] += sums[k];
    for (; i < count; i++)
        sums[0] += (double)x[i];
    return sums[0];
}

/* The sums of a vector of lanes at two grids. */
typedef struct grids {
    vector coarse, fine;
} grids;

/* Of all lanes: the bits of all that neither grid took, and those of coarse sums that the grid has
 * not. */
typedef struct left_over {
    words lost, strayed;
} left_over;

/* Adds x to the coarse sum; what that leaves, exactly, to the fine one. */
static inline void extract(grids *lanes, left_over *left, words anchor, const double *x)
{
    vector next, first, rest, second;

    memcpy(&next, x, sizeof next);
    first = lanes->coarse + next;
    rest = next - (first - lanes->coarse);
    second = lanes->fine + rest;
    left->lost |= (words)(rest - (second - lanes->fine));
    left->strayed |= (words)first ^ anchor;
    lanes->coarse = first;
    lanes->fine = second;
}

/* Whether the grids took all, and no coarse sum has another exponent: -0 leaves -0. */
static bool took_all(const left_over *left)
{
    uint64_t lost = 0, strayed = 0;

    for (size_t k = 0; k < DOUBLES; k++) {
        lost |= left->lost[k];
        strayed |= left->strayed[k];
    }
    return lost << 1 == 0 && (strayed >> 52 & CLRI_ENDLESS_F64) == 0;
}

/*
 * Extraction at two grids (after Rump, Ogita, Oishi: Accurate floating-point summation, SIAM J.
 * Sci. Comput. 31, 2008). Each lane begins at 1.5 2^first, with 2^first above twice the sum of all
 * magnitudes, so that its last place never moves: what a sum at the grid drops of x is a double,
 * and both sums are exact if at the finer grid nothing is dropped. `exponent` may be a guess: while
 * no sum has another exponent, all that is so, too; of lanes' sums that come to less than 2^first
 * the total is exact. Written with vectors, as the compiler's own vectors of these loops keep their
 * sums in memory: they take 406 ns for 1024 elements, these 291
 * (docs/history/2026-11-29-host-threads.md).
 */
static bool extract_f64(const double *x, size_t count, int exponent, double sums[2])
{
    const int first = exponent + log2_up(count) + 1, second = first - 52 + log2_up(count) + 1;
    double last[PAIRS] = {0}, reach = 0;
    grids lanes[PAIRS / DOUBLES];
    left_over left = {{0}, {0}};
    size_t i = 0;

    sums[0] = sums[1] = 0;
    if (first > 1023 || second < -900) /* grids near the ends of the format */
        return false;
    const double coarse = 1.5 * power_of_two(first), fine = 1.5 * power_of_two(second);
    const words anchor = (words)(coarse + (vector){0});

    for (size_t k = 0; k < PAIRS / DOUBLES; k++)
        lanes[k] = (grids){.coarse = coarse + (vector){0}, .fine = fine + (vector){0}};
    for (; i + PAIRS <= count; i += PAIRS) {
        for (size_t k = 0; k < PAIRS; k += LINE / sizeof *x)
            prefetch(x + i + k + CLRI_FOLD_BLOCK);
        for (size_t k = 0; k < PAIRS / DOUBLES; k++)
            extract(&lanes[k], &left, anchor, x + i + k * DOUBLES);
    }
    memcpy(last, x + i, (count - i) * sizeof *x);
    for (size_t k = 0; k < PAIRS / DOUBLES; k++)
        extract(&lanes[k], &left, anchor, last + k * DOUBLES);
    for (size_t k = 0; k < PAIRS; k++) {
        const double sum = lanes[k / DOUBLES].coarse[k % DOUBLES] - coarse;

        sums[0] += sum;
        sums[1] += lanes[k / DOUBLES].fine[k % DOUBLES] - fine;
        reach += fabs(sum);
    }
    return took_all(&left) && reach < power_of_two(first);
}

/* Adds a significand, with its hidden digit unless the exponent field is 0, to the bin of its sign
 * and exponent, which are the bits above the fraction. loops.h says how many a bin has room for.
 * What is not finite comes to bins that nobody reads. */
static inline void bin_one_f32(int64_t *bins, float x)
{
    const uint32_t bits = clri_bits_of_f32(x), bin = bits >> 23;

    bins[bin] += (bits & 0x7fffff) | (uint32_t)((bin & CLRI_ENDLESS_F32) != 0) << 23;
}

/* In turns, so that an addition does not wait for the last one's store to the same bin. */
static void bin_f32(clri_bins *bins, const float *x, size_t count)
{
    size_t i = 0;

    for (; i + CLRI_TURNS_F32 <= count; i += CLRI_TURNS_F32)
        for (size_t k = 0; k < CLRI_TURNS_F32; k++)
            bin_one_f32(bins->f32[k], x[i + k]);
    for (; i < count; i++)
        bin_one_f32(bins->f32[0], x[i]);
}

/* As bin_one_f32(), by halves of 32 bits. */
static inline void bin_one_f64(int64_t (*bins)[2], double x)
{
    const uint64_t bits = clri_bits_of_f64(x), significand = clri_significand_f64(bits);
    int64_t *bin = bins[bits >> 52];

    bin[0] += (int64_t)(significand & UINT32_MAX);
    bin[1] += (int64_t)(significand >> 32);
}

static void bin_f64(clri_bins *bins, const double *x, size_t count)
{
    size_t i = 0;

    for (; i + CLRI_TURNS_F64 <= count; i += CLRI_TURNS_F64)
        for (size_t k = 0; k < CLRI_TURNS_F64; k++)
            bin_one_f64(bins->f64[k], x[i + k]);
    for (; i < count; i++)
        bin_one_f64(bins->f64[0], x[i]);
}

/* ---- products ---- */

static void multiply_f32(const float *x, const float *y, size_t count, double *products)
{
    for (size_t i = 0; i < count; i++)
        products[i] = (double)x[i] * (double)y[i];
}

#ifdef __FMA__
/* Below 2^-900 an error may lie below the format's last place. */
static bool multiply_f64(const double *x, const double *y, size_t count, double *products,
                         double *errors)
{
    int64_t are_small = 0;

    for (size_t i = 0; i < count; i++) {
        const double product = x[i] * y[i];

        products[i] = product;
        errors[i] = fma(x[i], y[i], -product);
        are_small |= -(int64_t)((fabs(product) < 0x1p-900) & (x[i] != 0) & (y[i] != 0));
    }
    return !are_small;
}
#endif

#endif
