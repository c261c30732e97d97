/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loops_text - the loops of loops.h as text, for files that compile it for one kind of machine
 * each, with CLRI_LOOPS for the table's name. Surveys, sums and keys are written for the compiler's
 * vectoriser: independent lanes, and values chosen without branches. Bins, whose places depend on
 * the data, sums of 128-bit products, and find_NAME(), which ends at the first number that it looks
 * for, are not.
 */
#include "base/flag.h"
#include "base/wide_product.h"
#include "fold/bits.h"
#include "fold/loops.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum {
    LANES = 16, /* sums in flight: two vectors of AVX-512, or as many as hide an addition's time */
    SHORT = 24, /* elements that are added up one by one: eight lanes would have three each */
#ifdef __AVX512F__
    VECTOR_SIZE = 64,
#elif defined __AVX__
    VECTOR_SIZE = 32,
#else
    VECTOR_SIZE = 16,
#endif
    DOUBLES = VECTOR_SIZE / sizeof(double), /* of a vector */
    PAIRS = VECTOR_SIZE < 64 ? 8 : 16,      /* of grids in flight: a vector of them takes three of
                                               x86-64's 16 registers, or 32 of AVX-512's */
    UPPER_HALF = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, /* of two in a double's memory */
};

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

    for (; i + LANES <= count; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            sums[k] += (double)x[i + k];
    for (size_t k = 1; count >= LANES && k < LANES; k++)
        sums[0] += sums[k];
    for (; i < count; i++)
        sums[0] += (double)x[i];
    return sums[0];
}

static double power_of_two(int exponent)
{
    return clri_f64_of_bits((uint64_t)(exponent + 1023) << 52);
}

/* The least k with count <= 2^k. */
static int log2_up(size_t count)
{
    int k = 0;

    while (((size_t)1 << k) < count)
        k++;
    return k;
}

typedef double vector __attribute__((vector_size(VECTOR_SIZE)));
typedef uint64_t words __attribute__((vector_size(VECTOR_SIZE)));

/* The sums of a vector of lanes at two grids, and the bits of all that neither took. */
typedef struct grids {
    vector coarse, fine;
    words lost;
} grids;

/* Adds x to the coarse sum; what that leaves, exactly, to the fine one. */
static inline void extract(grids *lanes, const double *x)
{
    vector next, first, rest, second;

    memcpy(&next, x, sizeof next);
    first = lanes->coarse + next;
    rest = next - (first - lanes->coarse);
    second = lanes->fine + rest;
    lanes->lost |= (words)(rest - (second - lanes->fine));
    lanes->coarse = first;
    lanes->fine = second;
}

/*
 * Extraction at two grids (after Rump, Ogita, Oishi: Accurate floating-point summation, SIAM J.
 * Sci. Comput. 31, 2008). Each lane begins at 1.5 2^first, with 2^first above twice the sum of all
 * magnitudes, so that its last place never moves: what a sum at the grid drops of x is a double,
 * and both sums are exact if at the finer grid nothing is dropped. Written with vectors, as the
 * compiler's own vectors of these loops keep their sums in memory: they take 406 ns for 1024
 * elements, these 291 (docs/history/2026-11-29-host-threads.md).
 */
static bool extract_f64(const double *x, size_t count, int exponent, double sums[2])
{
    const int first = exponent + log2_up(count) + 1, second = first - 52 + log2_up(count) + 1;
    double last[PAIRS] = {0};
    grids lanes[PAIRS / DOUBLES];
    uint64_t lost = 0;
    size_t i = 0;

    sums[0] = sums[1] = 0;
    if (first > 1023 || second < -900) /* grids near the ends of the format */
        return false;
    const double coarse = 1.5 * power_of_two(first), fine = 1.5 * power_of_two(second);

    for (size_t k = 0; k < PAIRS / DOUBLES; k++)
        lanes[k] = (grids){.coarse = coarse + (vector){0}, .fine = fine + (vector){0}};
    for (; i + PAIRS <= count; i += PAIRS)
        for (size_t k = 0; k < PAIRS / DOUBLES; k++)
            extract(&lanes[k], x + i + k * DOUBLES);
    memcpy(last, x + i, (count - i) * sizeof *x);
    for (size_t k = 0; k < PAIRS / DOUBLES; k++)
        extract(&lanes[k], last + k * DOUBLES);
    for (size_t k = 0; k < PAIRS; k++) {
        const grids *lane = &lanes[k / DOUBLES];

        sums[0] += lane->coarse[k % DOUBLES] - coarse;
        sums[1] += lane->fine[k % DOUBLES] - fine;
        lost |= lane->lost[k % DOUBLES];
    }
    return lost << 1 == 0; /* -0 leaves -0 */
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

/* ---- pairs ---- */

/* Sums side by side by TwoSum, whose errors are added up by TwoSum, too; `lost` is what these
 * additions lose, without signs. It is 0 where nothing is lost: sums that cancel, or come to the
 * very middle between two floats, need to know that. */
typedef struct pairs {
    vector sum, rest, lost;
} pairs;

static inline vector magnitudes(vector x)
{
    return (vector)((words)x & (UINT64_MAX >> 1));
}

/* *sum += x; returns what that loses. */
static inline vector two_sum(vector *sum, vector x)
{
    const vector next = *sum + x, back = next - *sum;
    const vector error = (*sum - (next - back)) + (x - back);

    *sum = next;
    return error;
}

static inline double two_sum_of_one(double *sum, double x)
{
    const double next = *sum + x, back = next - *sum;
    const double error = (*sum - (next - back)) + (x - back);

    *sum = next;
    return error;
}

static inline void add_to_pairs(pairs *to, vector x)
{
    to->lost += magnitudes(two_sum(&to->rest, two_sum(&to->sum, x)));
}

static inline void merge_lanes(pairs *to, const pairs *from)
{
    add_to_pairs(to, from->sum);
    to->lost += from->lost + magnitudes(two_sum(&to->rest, from->rest));
}

static inline clri_pair merge_pairs(clri_pair a, clri_pair b)
{
    const double error = two_sum_of_one(&a.sum, b.sum);
    const double first = two_sum_of_one(&a.rest, error), second = two_sum_of_one(&a.rest, b.rest);

    a.bound += b.bound + (fabs(first) + fabs(second));
    return a;
}

/* Numbers below 2^-900 are left out, as sums and products that come to be subnormal take a hundred
 * times as long; of 0 the sign stays. */
#define LEAST_KEPT 0x1p-900

static inline double keep_one(double x, double scale, bool *is_dropped)
{
    const bool is_tiny = fabs(x) < LEAST_KEPT;

    *is_dropped |= is_tiny && x != 0;
    return is_tiny ? copysign(0, x) : x * scale;
}

/* Of few elements, one by one. */
static clri_pair short_pair(const double *x, size_t count, double scale)
{
    bool is_dropped = false;
    double sum = keep_one(x[0], scale, &is_dropped), rest = 0, lost = 0;

    for (size_t i = 1; i < count; i++) {
        const double error = two_sum_of_one(&sum, keep_one(x[i], scale, &is_dropped));

        lost += fabs(two_sum_of_one(&rest, error));
    }
    return (clri_pair){sum, rest,
                       lost * (1 + 0x1p-20) + (is_dropped ? (double)count * LEAST_KEPT : 0)};
}

static inline vector keep(vector x, vector scale, words *dropped)
{
    const words sign = (words){0} + (UINT64_C(1) << 63);
    const words is_tiny = (words)(magnitudes(x) < LEAST_KEPT + (vector){0});

    *dropped |= (words)x & is_tiny;
    return (vector)((words)x & (~is_tiny | sign)) * scale;
}

/* Elements side by side add up to lanes, and lanes in pairs. -0 changes no sum, not even its sign.
 */
static clri_pair long_pair(const double *x, size_t count, double scale)
{
    enum { VECTORS = 2 };
    const vector none = -(vector){0}, scales = scale + (vector){0};
    pairs lanes[VECTORS];
    clri_pair made[DOUBLES];
    words dropped = {0};
    bool is_dropped = false;
    size_t i = 0;

    for (size_t k = 0; k < VECTORS; k++)
        lanes[k] = (pairs){none, (vector){0}, (vector){0}};
    for (; i + VECTORS * DOUBLES <= count; i += VECTORS * DOUBLES)
        for (size_t k = 0; k < VECTORS; k++) {
            vector next;

            memcpy(&next, x + i + k * DOUBLES, sizeof next);
            add_to_pairs(&lanes[k], keep(next, scales, &dropped));
        }
    for (size_t k = 0; i < count; k++, i += DOUBLES) {
        const size_t some = count - i < DOUBLES ? count - i : DOUBLES;
        vector next = none;

        memcpy(&next, x + i, some * sizeof *x);
        add_to_pairs(&lanes[k], keep(next, scales, &dropped));
    }
    merge_lanes(&lanes[0], &lanes[1]);
    for (size_t k = 0; k < DOUBLES; k++)
        made[k] = (clri_pair){lanes[0].sum[k], lanes[0].rest[k], lanes[0].lost[k]};
    for (size_t used = DOUBLES; used > 1; used /= 2)
        for (size_t k = 0; k < used / 2; k++)
            made[k] = merge_pairs(made[k], made[k + used / 2]);
    for (size_t k = 0; k < DOUBLES; k++)
        is_dropped |= dropped[k] << 1 != 0;
    made[0].bound *= 1 + 0x1p-20; /* which has been rounded, too */
    made[0].bound += is_dropped ? (double)count * LEAST_KEPT : 0;
    return made[0];
}

static clri_pair pair_f64(const double *x, size_t count, double scale)
{
    return (count <= SHORT ? short_pair : long_pair)(x, count, scale);
}

/* In doubles, of which n additions lose n 2^-53 of the sum of all magnitudes at most: n times the
 * largest. They lose nothing if all elements are multiples of some last place, 2^53 of which are
 * more than n times the largest. */
static clri_pair pair_f32(const float *x, size_t count)
{
    const double all = (double)count;
    double sums[LANES], bound;
    uint32_t most = 0, least = UINT32_MAX;
    size_t i = 0;

    for (size_t k = 0; k < LANES; k++)
        sums[k] = -0.0;
    for (; i + LANES <= count; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            sums[k] += (double)x[i + k];
    for (size_t k = 0; i + k < count; k++)
        sums[k] += (double)x[i + k];
    for (size_t used = count < LANES ? count : LANES, half; used > 1; used = half) {
        half = (used + 1) / 2;
        for (size_t k = 0; k + half < used; k++)
            sums[k] += sums[k + half];
    }
    for (i = 0; i < count; i++) {
        const uint32_t magnitude = clri_bits_of_f32(x[i]) & (UINT32_MAX >> 1);

        const uint32_t below = magnitude - 1; /* 0 becomes the largest */

        most = magnitude > most ? magnitude : most;
        least = below < least ? below : least;
    }
    bound = all * (double)clri_f32_of_bits(most);
    if (bound <= (double)clri_f32_of_bits(least & CLRI_INFINITY_F32) * 0x1p29)
        return (clri_pair){sums[0], 0, 0};
    return (clri_pair){sums[0], 0, bound * all * 0x1p-52};
}

/* ---- rows ---- */

enum { ROW_BITS = 6 };
_Static_assert((int)CLRI_ROWS_LENGTH == 1 << ROW_BITS, "elements of a row");

/* All are multiples of the smallest one's last place, 2^53 of which are more than the sum of a row
 * of the largest: no addition rounds, in whatever order. */
static bool rows_f32(const float *x, size_t count, const uint32_t *ends, size_t rows,
                     double *totals)
{
    const clri_survey survey = survey_f32(x, count);
    size_t at = 0;

    if (survey.most >= CLRI_INFINITY_F32 ||
        (survey.most >> 23) + 25 + ROW_BITS > (survey.least >> 23) + 53)
        return false;
    for (size_t k = 0; k < rows; k++) {
        double sum = (double)x[at];

        for (at++; at < ends[k]; at++)
            sum += (double)x[at];
        totals[k] = sum;
    }
    return true;
}

/* Each number is cut at a grid of which row's sums are exact; so are those of what it leaves, if
 * that has a grid, too. */
static bool rows_f64(const double *x, size_t count, const uint32_t *ends, size_t rows,
                     double *totals)
{
    const clri_survey survey = survey_f64(x, count);
    const int exponent = (int)(survey.most >> 52) - 1022;
    const int first = exponent + ROW_BITS + 1, second = first - 52 + ROW_BITS + 1;
    double cut[CLRI_FOLD_BLOCK], left[CLRI_FOLD_BLOCK];
    uint64_t lost = 0;
    size_t at = 0;

    if (first > 1023 || second < -900)
        return false;
    const double coarse = 1.5 * power_of_two(first), fine = 1.5 * power_of_two(second);

    for (size_t i = 0; i < count; i++) {
        const double part = (coarse + x[i]) - coarse, rest = x[i] - part;

        cut[i] = part;
        left[i] = rest;
        lost |= clri_bits_of_f64(rest - ((fine + rest) - fine));
    }
    if (lost << 1)
        return false;
    for (size_t k = 0; k < rows; k++) {
        double sum = cut[at], rest = left[at];

        for (at++; at < ends[k]; at++) {
            sum += cut[at];
            rest += left[at];
        }
        totals[k] = sum + rest;
    }
    return true;
}

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

/* ---- fixed point ---- */

/* A number's integers at both units, which the last places of `upper` and `lower` are, by
 * additions: what a sum at a unit leaves of x is a double. */
static bool fix_f64(const double *x, size_t count, const clri_fixed *unit, clri_words *fixed,
                    uint64_t *zeros)
{
    const double upper = unit->upper, lower = unit->lower;
    const uint64_t of_upper = clri_bits_of_f64(upper), of_lower = clri_bits_of_f64(lower);
    uint64_t lost = 0, zero = 0;

    for (size_t i = 0; i < count; i++) {
        const double first = upper + x[i], rest = x[i] - (first - upper), second = lower + rest;

        fixed[i].upper = (int64_t)(clri_bits_of_f64(first) - of_upper);
        fixed[i].lower = (int64_t)(clri_bits_of_f64(second) - of_lower);
        lost |= clri_bits_of_f64(rest - (second - lower));
        zero |= x[i] == 0 ? clri_bits_of_f64(x[i]) : 0;
    }
    *zeros |= zero;
    return lost << 1 == 0;
}

/* Without a sign, as what is lost or not finite leaves words of any size. */
typedef uint64_t two_words __attribute__((vector_size(2 * sizeof(uint64_t))));

static void scatter(clri_words *cells, const uint32_t *places, const clri_words *addends,
                    size_t count)
{
    for (size_t i = 0; i < count; i++) {
        two_words cell, word;

        memcpy(&cell, &cells[places[i]], sizeof cell);
        memcpy(&word, &addends[i], sizeof word);
        cell += word;
        memcpy(&cells[places[i]], &cell, sizeof cell);
    }
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

/* ---- keys ---- */

/* A key is a signed integer of a number's width, in the order of the numbers (clri_key_rule). Of
 * floats the bits below the sign are inverted if it is set, so that NaNs come to both ends. The
 * magnitude of a signed integer, which may be 2^(bits - 1), is unsigned: as of unsigned integers
 * its upper bit is inverted. U and S are the unsigned and the signed type, u is a number's bits. */

#define SIGN_OF(bits)  (UINT64_C(1) << ((bits)-1))
#define MAGNITUDES(S)  ((S)(SIGN_OF(8 * sizeof(S)) - 1))
#define MINIMUM(S)     ((S)(-MAGNITUDES(S) - 1))
#define IS_MINUS(S, u) ((S)((S)(u) >> (8 * sizeof(S) - 1)))

#define SIGNED_KEY(U, S, u)          ((S)(u))
#define UNSIGNED_KEY(U, S, u)        ((S)((u) ^ (U)SIGN_OF(8 * sizeof(U))))
#define FLOAT_KEY(U, S, u)           ((S)((S)(u) ^ (IS_MINUS(S, u) & MAGNITUDES(S))))
#define FLOAT_MAGNITUDE_KEY(U, S, u) ((S)((S)(u)&MAGNITUDES(S)))
#define MAGNITUDE_KEY(U, S, u)                                                                     \
    ((S)((U)(((u) ^ (U)IS_MINUS(S, u)) - (U)IS_MINUS(S, u)) ^ (U)SIGN_OF(8 * sizeof(U))))

/* The least and the most key of one number at least; the index of the first number whose key is
 * not from keys.least to keys.most, bounds that may lie beyond the width's: `count` if there is
 * none; and all keys. */
#define KEY_LOOPS(name, U, S, KEY)                                                                 \
    static clri_keys keys_##name(const void *from, size_t count)                                   \
    {                                                                                              \
        const U *x = from;                                                                         \
        S least = KEY(U, S, x[0]), most = least;                                                   \
                                                                                                   \
        for (size_t i = 1; i < count; i++) {                                                       \
            const S key = KEY(U, S, x[i]);                                                         \
                                                                                                   \
            least = key < least ? key : least;                                                     \
            most = key > most ? key : most;                                                        \
        }                                                                                          \
        return (clri_keys){least, most};                                                           \
    }                                                                                              \
    static size_t find_##name(const void *from, size_t count, clri_keys keys)                      \
    {                                                                                              \
        const U *x = from;                                                                         \
        const S least = keys.least < MINIMUM(S) ? MINIMUM(S) : (S)keys.least;                      \
        const S most = keys.most > MAGNITUDES(S) ? MAGNITUDES(S) : (S)keys.most;                   \
                                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            if (KEY(U, S, x[i]) < least || KEY(U, S, x[i]) > most)                                 \
                return i;                                                                          \
        return count;                                                                              \
    }                                                                                              \
    static void list_##name(const void *from, size_t count, int64_t *keys)                         \
    {                                                                                              \
        const U *x = from;                                                                         \
                                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            keys[i] = KEY(U, S, x[i]);                                                             \
    }

#define INTEGER_KEYS(bits)                                                                         \
    KEY_LOOPS(signed_##bits, uint##bits##_t, int##bits##_t, SIGNED_KEY)                            \
    KEY_LOOPS(unsigned_##bits, uint##bits##_t, int##bits##_t, UNSIGNED_KEY)                        \
    KEY_LOOPS(magnitude_##bits, uint##bits##_t, int##bits##_t, MAGNITUDE_KEY)
#define FLOAT_KEYS(bits)                                                                           \
    KEY_LOOPS(float_##bits, uint##bits##_t, int##bits##_t, FLOAT_KEY)                              \
    KEY_LOOPS(float_magnitude_##bits, uint##bits##_t, int##bits##_t, FLOAT_MAGNITUDE_KEY)

INTEGER_KEYS(8)
INTEGER_KEYS(16)
INTEGER_KEYS(32)
INTEGER_KEYS(64)
FLOAT_KEYS(16)
FLOAT_KEYS(32)
FLOAT_KEYS(64)

/* ---- sums of integers ---- */

/* Lower halves are unsigned, upper halves have the sign of S. CLRI_SUM_ELEMENTS_MOST elements are
 * 2^20: sums of their halves stay below 2^52. */
#define HALVES_OF(S, x, low, high)                                                                 \
    do {                                                                                           \
        low += (uint64_t)(x)&UINT32_MAX;                                                           \
        high += (int64_t)((S)(x) >> 32);                                                           \
    } while (0)

/* T is the elements' type, W the type of 64 bits in which LIFT computes what is added: signed,
 * unless what is added needs 64 bits without a sign. */
#define SUM_LOOP(name, T, W, LIFT)                                                                 \
    static clri_whole sum_##name(const void *from, const void *other, size_t count)                \
    {                                                                                              \
        const T *x = from, *y = other;                                                             \
        uint64_t low = 0;                                                                          \
        int64_t high = 0;                                                                          \
                                                                                                   \
        (void)y;                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            HALVES_OF(W, LIFT(W, x[i], y[i]), low, high);                                          \
        return clri_whole_of(low, high);                                                           \
    }

/* The same where W holds the sum: of 2^20 elements that are lifted to less than 2^43. */
#define SHORT_SUM_LOOP(name, T, W, LIFT)                                                           \
    static clri_whole sum_##name(const void *from, const void *other, size_t count)                \
    {                                                                                              \
        const T *x = from, *y = other;                                                             \
        W sum = 0;                                                                                 \
                                                                                                   \
        (void)y;                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            sum += LIFT(W, x[i], y[i]);                                                            \
        return clri_whole_of((uint64_t)sum & UINT32_MAX, (int64_t)sum >> 32);                      \
    }

#define VALUE(W, x, y)     ((W)(x))
#define ABSOLUTE(W, x, y)  ((x) < 0 ? (uint64_t)0 - (uint64_t)(W)(x) : (uint64_t)(W)(x))
#define SMALL_ABS(W, x, y) ((W)(x) < 0 ? -(W)(x) : (W)(x))
#define SQUARE(W, x, y)    ((W)(x) * (W)(x))
#define PRODUCT(W, x, y)   ((W)(x) * (W)(y))

/* Adds a product of 128 bits to a sum of 192. */
static inline void add_product(clri_whole *sum, uint64_t x, uint64_t y, bool is_signed)
{
    const uint64_t x_minus = is_signed && x >> 63 ? UINT64_MAX : 0;
    const uint64_t y_minus = is_signed && y >> 63 ? UINT64_MAX : 0;
    const uint64_t low = x * y;
    const uint64_t high = clri_product_high(x, y) - (x_minus & y) - (y_minus & x);
    const uint64_t minus = is_signed && high >> 63 ? UINT64_MAX : 0;
    const bool carry = __builtin_add_overflow(sum->limbs[0], low, &sum->limbs[0]);
    uint64_t middle;
    const bool first = __builtin_add_overflow(sum->limbs[1], high, &middle);
    const bool second = __builtin_add_overflow(middle, (uint64_t)carry, &sum->limbs[1]);

    sum->limbs[2] += minus + first + second;
}

#define WIDE_PRODUCT_LOOP(name, T, is_signed, OTHER)                                               \
    static clri_whole sum_##name(const void *from, const void *other, size_t count)                \
    {                                                                                              \
        const T *x = from, *y = other;                                                             \
        clri_whole sum = {{0}};                                                                    \
                                                                                                   \
        (void)y;                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            add_product(&sum, (uint64_t)x[i], (uint64_t)OTHER[i], is_signed);                      \
        return sum;                                                                                \
    }

#define SMALL_SUMS(name, T, W)                                                                     \
    SHORT_SUM_LOOP(value_##name, T, W, VALUE)                                                      \
    SHORT_SUM_LOOP(abs_##name, T, W, SMALL_ABS)                                                    \
    SHORT_SUM_LOOP(square_##name, T, W, SQUARE)                                                    \
    SHORT_SUM_LOOP(product_##name, T, W, PRODUCT)
#define SUMS_OF_32(name, T, W)                                                                     \
    SHORT_SUM_LOOP(value_##name, T, W, VALUE)                                                      \
    SHORT_SUM_LOOP(abs_##name, T, W, SMALL_ABS)                                                    \
    SUM_LOOP(square_##name, T, W, SQUARE)                                                          \
    SUM_LOOP(product_##name, T, W, PRODUCT)
#define SUMS_OF_64(name, T, is_signed, MAGNITUDE)                                                  \
    SUM_LOOP(value_##name, T, T, VALUE)                                                            \
    SUM_LOOP(abs_##name, T, uint64_t, MAGNITUDE)                                                   \
    WIDE_PRODUCT_LOOP(square_##name, T, is_signed, x)                                              \
    WIDE_PRODUCT_LOOP(product_##name, T, is_signed, y)

SMALL_SUMS(i8, int8_t, int64_t)
SMALL_SUMS(i16, int16_t, int64_t)
SUMS_OF_32(i32, int32_t, int64_t)
SUMS_OF_64(i64, int64_t, true, ABSOLUTE)
SMALL_SUMS(u8, uint8_t, int64_t)
SMALL_SUMS(u16, uint16_t, int64_t)
/* Squares and products of u32 take all 64 bits of uint64_t; sums of u32 fit int64_t. */
SHORT_SUM_LOOP(value_u32, uint32_t, int64_t, VALUE)
SHORT_SUM_LOOP(abs_u32, uint32_t, int64_t, VALUE)
SUM_LOOP(square_u32, uint32_t, uint64_t, SQUARE)
SUM_LOOP(product_u32, uint32_t, uint64_t, PRODUCT)
SUMS_OF_64(u64, uint64_t, false, VALUE)

/* ---- truths ---- */

#define NONZERO_LOOP(name, U, MASK)                                                                \
    static uint64_t nonzero_##name(const void *from, size_t count)                                 \
    {                                                                                              \
        const U *x = from;                                                                         \
        uint64_t sum = 0;                                                                          \
                                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            sum += (x[i] & (MASK)) != 0;                                                           \
        return sum;                                                                                \
    }

NONZERO_LOOP(8, uint8_t, UINT8_MAX)
NONZERO_LOOP(16, uint16_t, UINT16_MAX)
NONZERO_LOOP(32, uint32_t, UINT32_MAX)
NONZERO_LOOP(64, uint64_t, UINT64_MAX)
NONZERO_LOOP(float_16, uint16_t, UINT16_MAX >> 1)
NONZERO_LOOP(float_32, uint32_t, UINT32_MAX >> 1)
NONZERO_LOOP(float_64, uint64_t, UINT64_MAX >> 1)

/* ---- words ---- */

#define COMBINE_LOOP(name, T, BEGIN, OPERATION)                                                    \
    static uint64_t name(const void *from, size_t count)                                           \
    {                                                                                              \
        const T *x = from;                                                                         \
        uint64_t word = BEGIN;                                                                     \
                                                                                                   \
        for (size_t i = 0; i < count; i++)                                                         \
            word OPERATION(uint64_t) x[i];                                                         \
        return word;                                                                               \
    }
#define COMBINE_LOOPS(type, T)                                                                     \
    COMBINE_LOOP(and_##type, T, UINT64_MAX, &=)                                                    \
    COMBINE_LOOP(or_##type, T, 0, |=)                                                              \
    COMBINE_LOOP(xor_##type, T, 0, ^=)                                                             \
    COMBINE_LOOP(multiply_##type, T, 1, *=)

COMBINE_LOOPS(i8, int8_t)
COMBINE_LOOPS(i16, int16_t)
COMBINE_LOOPS(i32, int32_t)
COMBINE_LOOPS(i64, int64_t)
COMBINE_LOOPS(u8, uint8_t)
COMBINE_LOOPS(u16, uint16_t)
COMBINE_LOOPS(u32, uint32_t)
COMBINE_LOOPS(u64, uint64_t)

/* ---- the table ---- */

#define INTEGER_RULES(LOOP, bits)                                                                  \
    [CLRI_KEY_SIGNED] = LOOP##_signed_##bits, [CLRI_KEY_UNSIGNED] = LOOP##_unsigned_##bits,        \
    [CLRI_KEY_MAGNITUDE] = LOOP##_magnitude_##bits
#define ALL_RULES(LOOP, bits)                                                                      \
    INTEGER_RULES(LOOP, bits), [CLRI_KEY_FLOAT] = LOOP##_float_##bits,                             \
                               [CLRI_KEY_FLOAT_MAGNITUDE] = LOOP##_float_magnitude_##bits
#define BY_WIDTH(LOOP)                                                                             \
    {                                                                                              \
        {INTEGER_RULES(LOOP, 8)}, {ALL_RULES(LOOP, 16)}, {ALL_RULES(LOOP, 32)},                    \
        {                                                                                          \
            ALL_RULES(LOOP, 64)                                                                    \
        }                                                                                          \
    }
#define LIFTS(type)                                                                                \
    {                                                                                              \
        sum_value_##type, sum_abs_##type, sum_square_##type, sum_product_##type                    \
    }
#define COMBINED(type)                                                                             \
    {                                                                                              \
        [CLRI_FOLD_AND] = and_##type, [CLRI_FOLD_OR] = or_##type, [CLRI_FOLD_XOR] = xor_##type,    \
        [CLRI_FOLD_MULTIPLY] = multiply_##type                                                     \
    }
#define BY_TYPE(ROW)                                                                               \
    {                                                                                              \
        [CLR_TYPE_I8] = ROW(i8), [CLR_TYPE_I16] = ROW(i16), [CLR_TYPE_I32] = ROW(i32),             \
        [CLR_TYPE_I64] = ROW(i64), [CLR_TYPE_U8] = ROW(u8), [CLR_TYPE_U16] = ROW(u16),             \
        [CLR_TYPE_U32] = ROW(u32), [CLR_TYPE_U64] = ROW(u64),                                      \
    }

const clri_loops CLRI_LOOPS = {
    .survey_f32 = survey_f32,
    .survey_f64 = survey_f64,
    .seen_f32 = seen_f32,
    .seen_f64 = seen_f64,
    .add_f32 = add_f32,
    .extract_f64 = extract_f64,
    .bin_f32 = bin_f32,
    .bin_f64 = bin_f64,
    .pair_f64 = pair_f64,
    .pair_f32 = pair_f32,
    .rows_f64 = rows_f64,
    .rows_f32 = rows_f32,
    .tile_f64 = tile_f64,
    .tile_f32 = tile_f32,
    .pairs_f64 = pairs_f64,
    .pairs_f32 = pairs_f32,
    .fix_f64 = fix_f64,
    .scatter = scatter,
    .multiply_f32 = multiply_f32,
#ifdef __FMA__
    .multiply_f64 = multiply_f64,
#endif
    .keys = BY_WIDTH(keys),
    .find = BY_WIDTH(find),
    .list = BY_WIDTH(list),
    .sum = BY_TYPE(LIFTS),
    .nonzero = {{nonzero_8, NULL},
                {nonzero_16, nonzero_float_16},
                {nonzero_32, nonzero_float_32},
                {nonzero_64, nonzero_float_64}},
    .combine = BY_TYPE(COMBINED),
};
