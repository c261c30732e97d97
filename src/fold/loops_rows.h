/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loops_rows - part of loops_text.h: sums of neighbouring short rows, by differences of a prefix
 * sum in fixed point. Integers lose nothing, in whatever order, and no branch goes by a row's
 * length, which nobody can foresee (docs/history/2026-11-30-cpu.md).
 */
#ifndef CLREDUCE_FOLD_LOOPS_ROWS_H
#define CLREDUCE_FOLD_LOOPS_ROWS_H

#include "fold/loops_floats.h"
#include "fold/loops_pairs.h"

/* ---- rows ---- */

enum { ROW_BITS = 6 };
_Static_assert((int)CLRI_ROWS_LENGTH == 1 << ROW_BITS, "elements of a row");

enum { ENDS_TOGETHER = 32 }; /* that are looked at side by side */

/* Where rows end, behind the first one's begin, and how many of them lie one behind the other:
 * up to the first one that does not. Until it is met, its number is that of ENDS_TOGETHER. */
#define ROW_ENDS_LOOP(bits)                                                                        \
    static size_t row_ends_##bits(const void *from, const void *to, size_t most, uint32_t *ends)   \
    {                                                                                              \
        const uint##bits##_t *begin = from, *end = to, first = begin[0];                           \
                                                                                                   \
        if (end[0] - first > CLRI_ROWS_LENGTH)                                                     \
            return 0;                                                                              \
        ends[0] = (uint32_t)(end[0] - first);                                                      \
        for (size_t k = 1; k < most; k += ENDS_TOGETHER) {                                         \
            const uint32_t some = (uint32_t)(most - k < ENDS_TOGETHER ? most - k : ENDS_TOGETHER); \
            uint32_t near = some;                                                                  \
                                                                                                   \
            for (uint32_t i = 0; i < some; i++) {                                                  \
                const uint##bits##_t reach = end[k + i] - first;                                   \
                const bool is_far = (begin[k + i] != end[k + i - 1]) |                             \
                                    (end[k + i] - begin[k + i] > CLRI_ROWS_LENGTH) |               \
                                    (reach > CLRI_FOLD_BLOCK);                                     \
                const uint32_t number = is_far ? i : ENDS_TOGETHER;                                \
                                                                                                   \
                ends[k + i] = (uint32_t)reach;                                                     \
                near = number < near ? number : near;                                              \
            }                                                                                      \
            if (near < some)                                                                       \
                return k + near;                                                                   \
        }                                                                                          \
        return most;                                                                               \
    }

ROW_ENDS_LOOP(32)
ROW_ENDS_LOOP(64)

/* Numbers as integers at a grid: the bits of what lies between 2^first and 2^(first + 1) count its
 * last places. */
typedef struct row_grid {
    double anchor;
    uint64_t bits;
} row_grid;

static inline row_grid row_grid_at(int exponent)
{
    const double anchor = 1.5 * power_of_two(exponent);

    return (row_grid){anchor, clri_bits_of_f64(anchor)};
}

static inline double number_at(const row_grid *grid, uint64_t integer)
{
    return clri_f64_of_bits(grid->bits + integer) - grid->anchor;
}

/* Lanes of two vectors, a's numbers first: by numbers that are known here. GCC before 12 and clang
 * have one name each for it. */
#ifdef __clang__
#define LANES_OF(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define LANES_OF(a, b, ...) __builtin_shuffle(a, b, (words){__VA_ARGS__})
#endif

/* Each lane's sum with those before it, and with `sum`, which becomes the last one's. */
static inline words add_up(words x, words *sum)
{
    const words none = {0};

#if VECTOR_BYTES == 64
    x += LANES_OF(none, x, 0, 8, 9, 10, 11, 12, 13, 14);
    x += LANES_OF(none, x, 0, 1, 8, 9, 10, 11, 12, 13);
    x += LANES_OF(none, x, 0, 1, 2, 3, 8, 9, 10, 11);
#elif VECTOR_BYTES == 32
    x += LANES_OF(none, x, 0, 4, 5, 6);
    x += LANES_OF(none, x, 0, 1, 4, 5);
#else
    x += LANES_OF(none, x, 0, 2);
#endif
    x += *sum;
    *sum = none + x[DOUBLES - 1];
    return x;
}

/* Sums of elements from the first one on: number DOUBLES + i is that of elements 0 to i. */
typedef struct row_prefix {
    _Alignas(64) uint64_t sums[CLRI_FOLD_BLOCK + 2 * DOUBLES];
} row_prefix;

static inline void put_sums(row_prefix *to, size_t i, words sums)
{
    memcpy(to->sums + DOUBLES + i, &sums, sizeof sums);
}

static inline uint64_t sum_from_to(const row_prefix *prefix, size_t begin, size_t end)
{
    return prefix->sums[DOUBLES - 1 + end] - prefix->sums[DOUBLES - 1 + begin];
}

static inline void add_up_f32(const float *x, size_t i, const row_grid *grid, row_prefix *to,
                              words *sum)
{
    vector next;

    for (size_t k = 0; k < DOUBLES; k++)
        next[k] = (double)x[k];
    next += grid->anchor;
    put_sums(to, i, add_up((words)next - grid->bits, sum));
}

/* The grid's last place is that of the smallest number or a lower one, and a row's sum of the
 * largest stays between the grid's ends. */
static bool rows_f32(const float *x, size_t count, const uint32_t *ends, size_t rows,
                     double *totals)
{
    const clri_survey survey = survey_f32(x, count);
    const row_grid grid = row_grid_at((int)(survey.most >> 23) - 125 + ROW_BITS);
    float last[DOUBLES] = {0};
    row_prefix prefix;
    words sum = {0};
    size_t i = 0;

    if (survey.most >= CLRI_INFINITY_F32 ||
        (survey.most >> 23) + 26 + ROW_BITS > (survey.least >> 23) + 53)
        return false;
    prefix.sums[DOUBLES - 1] = 0;
    for (; i + DOUBLES <= count; i += DOUBLES)
        add_up_f32(x + i, i, &grid, &prefix, &sum);
    memcpy(last, x + i, (count - i) * sizeof *x);
    add_up_f32(last, i, &grid, &prefix, &sum);
    for (size_t k = 0, begin = 0; k < rows; begin = ends[k++])
        totals[k] = number_at(&grid, sum_from_to(&prefix, begin, ends[k]));
    return true;
}

/* Integers at two grids, and the bits of what neither took. */
typedef struct row_grids {
    row_grid coarse, fine;
    words coarse_sum, fine_sum, lost;
} row_grids;

static inline void add_up_f64(const double *x, size_t i, row_grids *at, row_prefix to[2])
{
    vector next, first, rest, second;

    memcpy(&next, x, sizeof next);
    first = at->coarse.anchor + next;
    rest = next - (first - at->coarse.anchor);
    second = at->fine.anchor + rest;
    at->lost |= (words)(rest - (second - at->fine.anchor));
    put_sums(&to[0], i, add_up((words)first - at->coarse.bits, &at->coarse_sum));
    put_sums(&to[1], i, add_up((words)second - at->fine.bits, &at->fine_sum));
}

static bool is_lost(words lost)
{
    uint64_t all = 0;

    for (size_t k = 0; k < DOUBLES; k++)
        all |= lost[k];
    return all << 1 != 0; /* -0 leaves -0 */
}

/* Each number is cut at a grid of which a row's sums are exact; so are those of what it leaves, if
 * that has a grid, too. */
static bool rows_f64(const double *x, size_t count, const uint32_t *ends, size_t rows,
                     double *totals)
{
    const clri_survey survey = survey_f64(x, count);
    const int exponent = survey.most ? (int)(survey.most >> 52) - 1022 : 0;
    const int first = exponent + ROW_BITS + 1, second = first - 52 + ROW_BITS + 1;
    double last[DOUBLES] = {0};
    row_prefix prefix[2];
    row_grids at;
    size_t i = 0;

    if (first > 1023 || second < -900)
        return false;
    at = (row_grids){.coarse = row_grid_at(first), .fine = row_grid_at(second)};
    prefix[0].sums[DOUBLES - 1] = prefix[1].sums[DOUBLES - 1] = 0;
    for (; i + DOUBLES <= count; i += DOUBLES)
        add_up_f64(x + i, i, &at, prefix);
    memcpy(last, x + i, (count - i) * sizeof *x);
    add_up_f64(last, i, &at, prefix);
    if (is_lost(at.lost))
        return false;
    for (size_t k = 0, begin = 0; k < rows; begin = ends[k++])
        totals[k] = number_at(&at.coarse, sum_from_to(&prefix[0], begin, ends[k])) +
                    number_at(&at.fine, sum_from_to(&prefix[1], begin, ends[k]));
    return true;
}

/* ---- rows of any data ---- */

#if VECTOR_BYTES == 64
#define EACH_LANE 0, 1, 2, 3, 4, 5, 6, 7
#elif VECTOR_BYTES == 32
#define EACH_LANE 0, 1, 2, 3
#else
#define EACH_LANE 0, 1
#endif

/* The same by numbers that are computed; clang has no name for it. */
static inline vector lanes_at(vector a, vector b, words numbers)
{
#ifdef __clang__
    vector picked;

    for (size_t i = 0; i < DOUBLES; i++)
        picked[i] = numbers[i] < DOUBLES ? a[numbers[i]] : b[numbers[i] - DOUBLES];
    return picked;
#else
    return __builtin_shuffle(a, b, numbers);
#endif
}

/* Makes of rows a and b, `apart` rows apart, those of a square's halves that change places. */
static inline void exchange(vector *a, vector *b, uint64_t apart)
{
    const words lanes = {EACH_LANE}, is_upper = (words)((lanes & apart) != 0);
    const words first = (is_upper & (lanes - apart + DOUBLES)) | (~is_upper & lanes);
    const words second = (is_upper & (lanes + DOUBLES)) | (~is_upper & (lanes + apart));
    const vector kept = *a;

    *a = lanes_at(kept, *b, first);
    *b = lanes_at(kept, *b, second);
}

static inline void transpose(vector square[DOUBLES])
{
    for (size_t apart = 1; apart < DOUBLES; apart *= 2)
        for (size_t i = 0; i < DOUBLES; i++)
            if (!(i & apart))
                exchange(&square[i], &square[i + apart], apart);
}

/* Elements of a row from number n on; -0, which changes no sum, stands behind its end. */
static inline vector elements_of_row(const double *x, uint64_t begin, uint64_t length, uint64_t n)
{
    const words is_there = (words)((words){EACH_LANE} + n < length + (words){0});
    vector next;

    memcpy(&next, x + begin + n, sizeof next);
    return (vector)(((words)next & is_there) | (~is_there & (words)(-(vector){0})));
}

/* Sums of as many rows as a vector has lanes, each in its lane. */
static inline void add_row_pairs(const double *x, const uint64_t *begins, const uint64_t *lengths,
                                 double scale, clri_columns *to, size_t first)
{
    pairs sums = {-(vector){0}, (vector){0}, (vector){0}};
    words dropped = {0};
    uint64_t longest = 0;

    for (size_t i = 0; i < DOUBLES; i++)
        longest = lengths[i] > longest ? lengths[i] : longest;
    for (uint64_t n = 0; n < longest; n += DOUBLES) {
        vector square[DOUBLES];

        for (size_t i = 0; i < DOUBLES; i++)
            square[i] = elements_of_row(x, begins[i], lengths[i], n);
        transpose(square);
        for (size_t i = 0; i < DOUBLES; i++)
            add_to_pairs(&sums, keep(square[i], scale + (vector){0}, &dropped));
    }
    for (size_t i = 0; i < DOUBLES; i++) {
        to->sum[first + i] = sums.sum[i];
        to->rest[first + i] = sums.rest[i];
        to->lost[first + i] =
            sums.lost[i] + (dropped[i] << 1 ? (double)lengths[i] * LEAST_KEPT : 0);
    }
}

static void row_pairs(const double *x, const uint32_t *ends, size_t rows, double scale,
                      clri_columns *to)
{
    for (size_t k = 0; k < rows; k += DOUBLES) {
        uint64_t begins[DOUBLES] = {0}, lengths[DOUBLES] = {0};

        for (size_t i = 0; i < DOUBLES && k + i < rows; i++) {
            begins[i] = k + i ? ends[k + i - 1] : 0;
            lengths[i] = ends[k + i] - begins[i];
        }
        add_row_pairs(x, begins, lengths, scale, to, k);
    }
}

#endif
