/* SPDX-License-Identifier: Apache-2.0 */
/* loops_columns - part of loops_text.h: sums of neighbouring columns. */
#ifndef CLREDUCE_FOLD_LOOPS_COLUMNS_H
#define CLREDUCE_FOLD_LOOPS_COLUMNS_H

#include "fold/loops_floats.h"
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
#define FOR_ROWS(FOUR, ONE) FOR_ROWS_WHILE(true, FOUR, ONE)
#define FOR_ROWS_WHILE(IS_GOING_ON, FOUR, ONE)                                                     \
    do {                                                                                           \
        size_t row = 0;                                                                            \
                                                                                                   \
        for (; IS_GOING_ON && row + 4 <= rows; row += 4)                                           \
            FOUR(x + (ptrdiff_t)row * step, x + (ptrdiff_t)(row + 1) * step,                       \
                 x + (ptrdiff_t)(row + 2) * step, x + (ptrdiff_t)(row + 3) * step);                \
        for (; IS_GOING_ON && row < rows; row++)                                                   \
            ONE(x + (ptrdiff_t)row * step);                                                        \
    } while (0)

/* A number cut at two grids, as extract() does. What a sum's exponent has that its grid's has not,
 * too, says that the number is too large for them. */
static inline void extract_one(double *coarse, double *fine, uint64_t *lost, uint64_t *strayed,
                               uint64_t anchor, double x)
{
    const double first = *coarse + x, rest = x - (first - *coarse), second = *fine + rest;

    *lost |= clri_bits_of_f64(rest - (second - *fine));
    *strayed |= clri_bits_of_f64(first) ^ anchor;
    *coarse = first;
    *fine = second;
}

typedef struct columns_at_grids {
    double coarse[CLRI_COLUMNS], fine[CLRI_COLUMNS];
} columns_at_grids;

/* Rows of a page and more the machine foresees: there it is slower to ask. */
static inline void prefetch_rows(const double *x, ptrdiff_t step, size_t width)
{
    enum { ROWS = 4, AHEAD = 8, LONG = 256 };

    for (size_t row = AHEAD; width < LONG && row < AHEAD + ROWS; row++)
        for (size_t c = 0; c < width; c += LINE / sizeof *x)
            prefetch(x + (ptrdiff_t)row * step + c);
}

/* False: some of a number is lost. */
static bool extract_columns(const double *x, ptrdiff_t step, size_t rows, size_t width,
                            uint64_t anchor, columns_at_grids *restrict to)
{
    const uint64_t exponent = (uint64_t)CLRI_ENDLESS_F64 << 52;
    uint64_t lost = 0, strayed = 0;

#define EXTRACT(x) extract_one(&coarse, &fine, &lost, &strayed, anchor, x)
#define ONE_ROW(a)                                                                                 \
    for (size_t c = 0; c < width; c++) {                                                           \
        double coarse = to->coarse[c], fine = to->fine[c];                                         \
                                                                                                   \
        EXTRACT((a)[c]);                                                                           \
        to->coarse[c] = coarse;                                                                    \
        to->fine[c] = fine;                                                                        \
    }
#define FOUR_ROWS(a, b, c0, d)                                                                     \
    do {                                                                                           \
        const double *p = a, *q = b, *r = c0, *s = d;                                              \
                                                                                                   \
        prefetch_rows(p, step, width);                                                             \
        for (size_t c = 0; c < width; c++) {                                                       \
            double coarse = to->coarse[c], fine = to->fine[c];                                     \
                                                                                                   \
            EXTRACT(p[c]);                                                                         \
            EXTRACT(q[c]);                                                                         \
            EXTRACT(r[c]);                                                                         \
            EXTRACT(s[c]);                                                                         \
            to->coarse[c] = coarse;                                                                \
            to->fine[c] = fine;                                                                    \
        }                                                                                          \
    } while (0)
#define ARE_KEPT (lost << 1 == 0 && (strayed & exponent) == 0)
    FOR_ROWS_WHILE(ARE_KEPT, FOUR_ROWS, ONE_ROW);
    return ARE_KEPT;
#undef ARE_KEPT
#undef ONE_ROW
#undef FOUR_ROWS
#undef EXTRACT
}

/* At grids for numbers below 2^exponent, of which sums of a tile's stay below half the coarse one.
 */
static bool add_at_grids(const double *x, ptrdiff_t step, size_t rows, size_t width, int exponent,
                         clri_columns *to)
{
    const int first = exponent + TILE_BITS + 1, second = first - 52 + TILE_BITS + 1;
    columns_at_grids made;

    if (first > 1023 || second < -900)
        return false;
    const double coarse = 1.5 * power_of_two(first), fine = 1.5 * power_of_two(second);

    for (size_t c = 0; c < width; c++) {
        made.coarse[c] = coarse;
        made.fine[c] = fine;
    }
    if (!extract_columns(x, step, rows, width, clri_bits_of_f64(coarse), &made))
        return false;
    for (size_t c = 0; c < width; c++) {
        add_to_column(to, c, made.coarse[c] - coarse);
        add_to_column(to, c, made.fine[c] - fine);
    }
    return true;
}

/* Numbers of some rows are below 2^this. */
static int exponent_of_rows(const double *x, ptrdiff_t step, size_t rows, size_t width)
{
    uint64_t most = 0;

    for (size_t row = 0; row < rows; row++) {
        const uint64_t of_row = survey_f64(x + (ptrdiff_t)row * step, width).most;

        most = of_row > most ? of_row : most;
    }
    return most ? (int)(most >> 52) - 1022 : 0;
}

/* What the first row, or the last tile, says of the numbers holds mostly, and is found out if it
 * does not: so a tile is read once, not twice. */
static bool tile_f64(const double *x, ptrdiff_t step, size_t rows, size_t width, clri_columns *to)
{
    enum { MARGIN = 3 };

    if (!to->has_exponent)
        to->exponent = exponent_of_rows(x, step, 1, width) + MARGIN;
    to->has_exponent = true;
    if (add_at_grids(x, step, rows, width, to->exponent, to))
        return true;
    to->exponent = exponent_of_rows(x, step, rows, width);
    return add_at_grids(x, step, rows, width, to->exponent, to);
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
    columns_in_doubles made;
    uint32_t are_wrong = 0;

    for (size_t c = 0; c < width; c++) {
        made.sum[c] = 0;
        made.most[c] = 0;
        made.below[c] = UINT32_MAX;
    }
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

/* Adds a number times a power of two to a column's pair; as keep_one(), by bits: a vectoriser
 * leaves branches alone. */
static inline clri_pair add_kept(clri_pair pair, double x, double scale)
{
    const uint64_t sign = UINT64_C(1) << 63, bits = clri_bits_of_f64(x);
    const uint64_t is_tiny = fabs(x) < LEAST_KEPT ? UINT64_MAX : 0;
    const uint64_t is_dropped = is_tiny & (x != 0 ? UINT64_MAX : 0);
    const double error =
        two_sum_of_one(&pair.sum, clri_f64_of_bits(bits & (~is_tiny | sign)) * scale);

    pair.bound += fabs(two_sum_of_one(&pair.rest, error));
    pair.bound += clri_f64_of_bits(is_dropped & clri_bits_of_f64(LEAST_KEPT));
    return pair;
}

static inline clri_pair add_any(clri_pair pair, double x, double scale)
{
    const double error = two_sum_of_one(&pair.sum, x);

    (void)scale; /* of f32, sums do not overflow, and none is tiny */
    pair.bound += fabs(two_sum_of_one(&pair.rest, error));
    return pair;
}

static inline clri_pair pair_of(const clri_columns *columns, size_t c)
{
    return (clri_pair){columns->sum[c], columns->rest[c], columns->lost[c]};
}

static inline void put_pair(clri_columns *columns, size_t c, clri_pair pair)
{
    columns->sum[c] = pair.sum;
    columns->rest[c] = pair.rest;
    columns->lost[c] = pair.bound;
}

/* Four rows at a time, or one. */
#define PAIRS_LOOP(name, T, ADD)                                                                   \
    static void name(const T *x, ptrdiff_t step, size_t rows, size_t width, double scale,          \
                     clri_columns *restrict to)                                                    \
    {                                                                                              \
        size_t row = 0;                                                                            \
                                                                                                   \
        for (; row + 4 <= rows; row += 4, x += 4 * step)                                           \
            for (size_t c = 0; c < width; c++) {                                                   \
                clri_pair pair = pair_of(to, c);                                                   \
                                                                                                   \
                pair = ADD(pair, (double)x[c], scale);                                             \
                pair = ADD(pair, (double)x[(ptrdiff_t)c + step], scale);                           \
                pair = ADD(pair, (double)x[(ptrdiff_t)c + 2 * step], scale);                       \
                pair = ADD(pair, (double)x[(ptrdiff_t)c + 3 * step], scale);                       \
                put_pair(to, c, pair);                                                             \
            }                                                                                      \
        for (; row < rows; row++, x += step)                                                       \
            for (size_t c = 0; c < width; c++)                                                     \
                put_pair(to, c, ADD(pair_of(to, c), (double)x[c], scale));                         \
    }

PAIRS_LOOP(pairs_f64, double, add_kept)
PAIRS_LOOP(pairs_f32, float, add_any)

#endif
