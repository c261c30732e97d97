/* SPDX-License-Identifier: Apache-2.0 */
/* loops_columns - part of loops_text.h: sums of neighbouring columns. */
#ifndef CLREDUCE_FOLD_LOOPS_COLUMNS_H
#define CLREDUCE_FOLD_LOOPS_COLUMNS_H

#include "fold/loops_pairs.h"

/* ---- columns ---- */

/* Loops over neighbouring columns are the vectoriser's; four rows at a time, so that a column's
 * sums are fetched and stored for every fourth element. */
enum { TILE_BITS = 6 };
_Static_assert((int)CLRI_COLUMN_TILE == 1 << TILE_BITS, "rows of a tile");

/* Adds a number to a column's pair. */
static inline void add_to_column(clri_columns *to, size_t c, double x)
{
    const double error = two_sum_of_one(&to->sum[c], x);

    to->lost[c] += fabs(two_sum_of_one(&to->rest[c], error));
}

/* Calls STEP(row's pointer) for four rows at a time, and for each of those that are left. */
#define FOR_ROWS(FOUR, ONE)                                                                        \
    do {                                                                                           \
        size_t row = 0;                                                                            \
                                                                                                   \
        for (; row + 4 <= rows; row += 4)                                                          \
            FOUR(x + (ptrdiff_t)row * step, x + (ptrdiff_t)(row + 1) * step,                       \
                 x + (ptrdiff_t)(row + 2) * step, x + (ptrdiff_t)(row + 3) * step);                \
        for (; row < rows; row++)                                                                  \
            ONE(x + (ptrdiff_t)row * step);                                                        \
    } while (0)

static inline double larger(double most, double x)
{
    const double magnitude = fabs(x);

    return magnitude > most ? magnitude : most;
}

static void survey_columns(const double *x, ptrdiff_t step, size_t rows, size_t width,
                           double *restrict most)
{
#define ONE_ROW(a)                                                                                 \
    for (size_t c = 0; c < width; c++)                                                             \
    most[c] = larger(most[c], (a)[c])
#define FOUR_ROWS(a, b, c0, d)                                                                     \
    do {                                                                                           \
        const double *p = a, *q = b, *r = c0, *s = d;                                              \
                                                                                                   \
        for (size_t c = 0; c < width; c++)                                                         \
            most[c] = larger(larger(larger(larger(most[c], p[c]), q[c]), r[c]), s[c]);             \
    } while (0)
    FOR_ROWS(FOUR_ROWS, ONE_ROW);
#undef ONE_ROW
#undef FOUR_ROWS
}

/* Grids of each column, as those of extract_f64(). False: some lie near the ends of the format. */
static bool set_grids(const double *most, size_t width, double *restrict coarse,
                      double *restrict fine)
{
    const uint64_t up = 1 + TILE_BITS + 1, down = 52 - TILE_BITS - 1, half = UINT64_C(1) << 51;
    uint64_t are_wrong = 0;

    for (size_t c = 0; c < width; c++) {
        const uint64_t bits = clri_bits_of_f64(most[c]);
        const uint64_t field = bits ? bits >> 52 : 1023; /* of zeros any */

        are_wrong |= (field - 200) | (CLRI_ENDLESS_F64 - 1 - up - field);
        coarse[c] = clri_f64_of_bits((field + up) << 52 | half);
        fine[c] = clri_f64_of_bits((field + up - down) << 52 | half);
    }
    return are_wrong >> 63 == 0;
}

/* The sums at both grids, and what neither takes. */
typedef struct columns_at_grids {
    double coarse[CLRI_COLUMNS], fine[CLRI_COLUMNS];
    uint64_t lost[CLRI_COLUMNS];
} columns_at_grids;

static inline void extract_one(double *coarse, double *fine, uint64_t *lost, double x)
{
    const double first = *coarse + x, rest = x - (first - *coarse), second = *fine + rest;

    *lost |= clri_bits_of_f64(rest - (second - *fine));
    *coarse = first;
    *fine = second;
}

static void extract_columns(const double *x, ptrdiff_t step, size_t rows, size_t width,
                            columns_at_grids *restrict to)
{
#define ONE_ROW(a)                                                                                 \
    for (size_t c = 0; c < width; c++)                                                             \
    extract_one(&to->coarse[c], &to->fine[c], &to->lost[c], (a)[c])
#define FOUR_ROWS(a, b, c0, d)                                                                     \
    do {                                                                                           \
        const double *p = a, *q = b, *r = c0, *s = d;                                              \
                                                                                                   \
        for (size_t c = 0; c < width; c++) {                                                       \
            double coarse = to->coarse[c], fine = to->fine[c];                                     \
            uint64_t lost = to->lost[c];                                                           \
                                                                                                   \
            extract_one(&coarse, &fine, &lost, p[c]);                                              \
            extract_one(&coarse, &fine, &lost, q[c]);                                              \
            extract_one(&coarse, &fine, &lost, r[c]);                                              \
            extract_one(&coarse, &fine, &lost, s[c]);                                              \
            to->coarse[c] = coarse;                                                                \
            to->fine[c] = fine;                                                                    \
            to->lost[c] = lost;                                                                    \
        }                                                                                          \
    } while (0)
    FOR_ROWS(FOUR_ROWS, ONE_ROW);
#undef ONE_ROW
#undef FOUR_ROWS
}

static bool tile_f64(const double *x, ptrdiff_t step, size_t rows, size_t width, clri_columns *to)
{
    double most[CLRI_COLUMNS] = {0}, coarse[CLRI_COLUMNS], fine[CLRI_COLUMNS];
    columns_at_grids made = {{0}, {0}, {0}};
    uint64_t lost = 0;

    survey_columns(x, step, rows, width, most);
    if (!set_grids(most, width, coarse, fine))
        return false;
    memcpy(made.coarse, coarse, width * sizeof *coarse);
    memcpy(made.fine, fine, width * sizeof *fine);
    extract_columns(x, step, rows, width, &made);
    for (size_t c = 0; c < width; c++)
        lost |= made.lost[c];
    if (lost << 1)
        return false;
    for (size_t c = 0; c < width; c++) {
        add_to_column(to, c, made.coarse[c] - coarse[c]);
        add_to_column(to, c, made.fine[c] - fine[c]);
    }
    return true;
}

/* Sums in doubles, and magnitudes by which they are exact, as those of rows_f32(). */
typedef struct columns_in_doubles {
    double sum[CLRI_COLUMNS];
    uint32_t most[CLRI_COLUMNS], below[CLRI_COLUMNS];
} columns_in_doubles;

static inline void look_at(uint32_t *most, uint32_t *below, float x)
{
    const uint32_t magnitude = clri_bits_of_f32(x) & (UINT32_MAX >> 1);

    *most = magnitude > *most ? magnitude : *most;
    *below = magnitude - 1 < *below ? magnitude - 1 : *below; /* 0 becomes the largest */
}

static void add_columns(const float *x, ptrdiff_t step, size_t rows, size_t width,
                        columns_in_doubles *restrict to)
{
#define ONE_ROW(a)                                                                                 \
    do {                                                                                           \
        const float *p = a;                                                                        \
                                                                                                   \
        for (size_t c = 0; c < width; c++)                                                         \
            to->sum[c] += (double)p[c];                                                            \
        for (size_t c = 0; c < width; c++)                                                         \
            look_at(&to->most[c], &to->below[c], p[c]);                                            \
    } while (0)
#define FOUR_ROWS(a, b, c0, d)                                                                     \
    do {                                                                                           \
        const float *p = a, *q = b, *r = c0, *s = d;                                               \
                                                                                                   \
        for (size_t c = 0; c < width; c++)                                                         \
            to->sum[c] += ((double)p[c] + (double)q[c]) + ((double)r[c] + (double)s[c]);           \
        for (size_t c = 0; c < width; c++) {                                                       \
            uint32_t most = to->most[c], below = to->below[c];                                     \
                                                                                                   \
            look_at(&most, &below, p[c]);                                                          \
            look_at(&most, &below, q[c]);                                                          \
            look_at(&most, &below, r[c]);                                                          \
            look_at(&most, &below, s[c]);                                                          \
            to->most[c] = most;                                                                    \
            to->below[c] = below;                                                                  \
        }                                                                                          \
    } while (0)
    FOR_ROWS(FOUR_ROWS, ONE_ROW);
#undef ONE_ROW
#undef FOUR_ROWS
}

static bool tile_f32(const float *x, ptrdiff_t step, size_t rows, size_t width, clri_columns *to)
{
    columns_in_doubles made = {{0}, {0}, {0}};
    uint32_t are_wrong = 0;

    for (size_t c = 0; c < width; c++)
        made.below[c] = UINT32_MAX;
    add_columns(x, step, rows, width, &made);
    for (size_t c = 0; c < width; c++) {
        const uint32_t most = made.most[c], span = (most >> 23) + 25 + TILE_BITS;

        are_wrong |= (most >= CLRI_INFINITY_F32) | (span > (made.below[c] >> 23) + 53);
    }
    if (are_wrong)
        return false;
    for (size_t c = 0; c < width; c++)
        add_to_column(to, c, made.sum[c]);
    return true;
}

/* As keep_one(), by bits: a vectoriser leaves branches alone. */
static void pairs_f64(const double *x, ptrdiff_t step, size_t rows, size_t width, double scale,
                      clri_columns *restrict to)
{
    const uint64_t sign = UINT64_C(1) << 63;

    for (size_t row = 0; row < rows; row++, x += step)
        for (size_t c = 0; c < width; c++) {
            const uint64_t bits = clri_bits_of_f64(x[c]);
            const uint64_t is_tiny = fabs(x[c]) < LEAST_KEPT ? UINT64_MAX : 0;
            const uint64_t is_dropped = is_tiny & (x[c] != 0 ? UINT64_MAX : 0);
            const double kept = clri_f64_of_bits(bits & (~is_tiny | sign)) * scale;

            add_to_column(to, c, kept);
            to->lost[c] += clri_f64_of_bits(is_dropped & clri_bits_of_f64(LEAST_KEPT));
        }
}

static void pairs_f32(const float *x, ptrdiff_t step, size_t rows, size_t width,
                      clri_columns *restrict to)
{
    for (size_t row = 0; row < rows; row++, x += step)
        for (size_t c = 0; c < width; c++)
            add_to_column(to, c, (double)x[c]);
}

#endif
