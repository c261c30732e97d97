/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The oracle's test data at the ends of the formats and around the bounds that exact sums name:
 * arrays rather than elements, as what matters is which numbers meet. How an array is drawn, its
 * filler, spread and signs, is drawn first.
 */
#include "oracle_parts.h"

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    int digits;
    int least, most; /* exponents of normal numbers */
} formats[] = {[CLR_TYPE_F16] = {11, -14, 15},
               [CLR_TYPE_BF16] = {8, -126, 127},
               [CLR_TYPE_F32] = {24, -126, 127},
               [CLR_TYPE_F64] = {53, -1022, 1023}};

/* What stands between the numbers that matter. */
typedef enum filler { ZEROS, ORDINARY, SUBNORMAL, TIES, FILLERS } filler;

/* An array being drawn. */
typedef struct array {
    uint64_t *state;
    clr_type type;
    int digits, least, most;
    void *data;
    size_t count;
    filler filler;
    unsigned rarity; /* one element in so many matters, about */
    bool is_signed;
    int high, low; /* exponents */
} array;

/* A whole number below `limit`, which is small. */
static unsigned below(const array *a, unsigned limit)
{
    return (unsigned)((oracle_random(a->state) >> 32) % limit);
}

static double power(int exponent)
{
    return ldexp(1, exponent);
}

/* Half of the last place of the largest numbers, where ties are. */
static double half_ulp(const array *a)
{
    return power(a->most - a->digits);
}

static double greatest(const array *a)
{
    return 2 * (power(a->most) - half_ulp(a));
}

static double signed_as(const array *a, double magnitude)
{
    return a->is_signed && oracle_random(a->state) >> 63 ? -magnitude : magnitude;
}

static void put(const array *a, size_t index, double x)
{
    oracle_store(a->type, a->data, index, x);
}

static double get(const array *a, size_t index)
{
    return oracle_load(a->type, a->data, index);
}

/* From 1 to below 2: mostly what carries, borrows or has its digits far apart. */
static double draw_significand(const array *a)
{
    const double last = power(1 - a->digits);

    switch (below(a, 6)) {
    case 0:
    case 1:
        return 1;
    case 2:
        return 2 - last;
    case 3:
        return 1 + last;
    case 4:
        return 2 - last * (1 + below(a, 4));
    default:
        return 1 + last * (double)(oracle_random(a->state) >> (65 - a->digits));
    }
}

static double at_exponent(const array *a, int exponent)
{
    return signed_as(a, ldexp(draw_significand(a), exponent));
}

/* An odd multiple of half the last place of the largest numbers, of any length. */
static double odd_half_ulps(const array *a)
{
    const unsigned length = below(a, (unsigned)a->digits);

    return half_ulp(a) * (double)(oracle_random(a->state) >> (63 - length) | 1);
}

static double filled(const array *a)
{
    const double sign = oracle_random(a->state) >> 63 ? -1 : 1;

    if (a->filler == ZEROS || below(a, 2))
        return 0 * sign;
    if (a->filler == ORDINARY)
        return sign * (double)(oracle_random(a->state) >> 11) * 0x1p-53;
    if (a->filler == TIES)
        return sign * half_ulp(a) * (1 + below(a, 4));
    return sign * (double)(oracle_random(a->state) >> (65 - a->digits)) *
           power(a->least - a->digits + 1);
}

/* ---- the largest numbers ---- */

static double near_greatest(const array *a)
{
    switch (below(a, 6)) {
    case 0:
    case 1:
        return greatest(a);
    case 2:
        return greatest(a) - 2 * half_ulp(a) * (1 + below(a, 3));
    case 3:
        return odd_half_ulps(a);
    case 4:
        return power(a->most - (int)below(a, 4));
    default:
        return ldexp(half_ulp(a), -(int)below(a, 3));
    }
}

static void fill_brim(array *a)
{
    for (size_t i = 0; i < a->count; i++)
        put(a, i, below(a, a->rarity) ? filled(a) : signed_as(a, near_greatest(a)));
}

enum { SCRIPT_MOST = 16 };

/* Numbers that make the largest one, in sums that are exact. Returns how many. */
static size_t split_greatest(const array *a, double *parts)
{
    const size_t pieces = below(a, 3);
    double left = greatest(a);
    size_t n = 0;

    for (; n < pieces; n++) {
        parts[n] = 2 * ldexp(odd_half_ulps(a), -(int)below(a, 2));
        parts[n] = parts[n] < left / 2 ? rint(parts[n] / half_ulp(a) / 2) * half_ulp(a) * 2 : 0;
        left -= parts[n];
    }
    parts[n++] = left;
    return n;
}

/* The largest number and two that come to half of its last place: the sum of all is infinite. */
static size_t write_overflow(const array *a, double *script)
{
    size_t n = split_greatest(a, script);

    for (int i = 0; i < 2; i++)
        script[n++] = ldexp(half_ulp(a) * (2 + below(a, 2)), -2);
    return n;
}

/* What brings a partial sum to the largest number, and ties there; all of it may cancel. */
static size_t write_ties(const array *a, double *script)
{
    size_t n = 0;

    if (below(a, 4))
        script[n++] = -odd_half_ulps(a);
    n += split_greatest(a, script + n);
    for (unsigned more = below(a, 3); more > 0; more--)
        script[n++] = -ldexp(half_ulp(a), -(int)below(a, 3)) * (1 + below(a, 3));
    if (below(a, 2))
        for (size_t of = n, i = 0; i < of; i++)
            script[n++] = -script[i];
    return n;
}

static size_t write_script(const array *a, double *script)
{
    const double sign = signed_as(a, 1);
    const size_t n = below(a, 3) ? write_ties(a, script) : write_overflow(a, script);

    for (size_t i = 0; i < n; i++)
        script[i] *= sign;
    return n;
}

/* The script's numbers in their order, or in another, spread over a block. */
static void put_script(const array *a, size_t first, size_t count)
{
    double script[SCRIPT_MOST];
    const size_t n = write_script(a, script);
    const bool is_shuffled = below(a, 3) == 0;

    for (size_t i = 0; i < n; i++) {
        const size_t begin = count * i / n;
        const size_t end = count * (i + 1) / n;
        const size_t other = is_shuffled ? i + below(a, (unsigned)(n - i)) : i;
        const double x = script[other];

        script[other] = script[i];
        if (begin < end)
            put(a, first + begin + below(a, (unsigned)(end - begin)), x);
    }
}

static void fill_balance(array *a)
{
    const bool is_single = below(a, 2);
    size_t first = 0;

    a->filler = below(a, 4) ? ZEROS : a->filler;
    for (size_t i = 0; i < a->count; i++)
        put(a, i, filled(a));
    while (first < a->count && !(first && is_single)) {
        const size_t drawn = below(a, 3) ? 8 + below(a, 200) : 1 + below(a, 8);
        const size_t count = drawn < a->count - first ? drawn : a->count - first;

        put_script(a, first, count);
        first += count;
    }
}

/* ---- spans of exponents ---- */

/* Around what window, apart, addend and addends allow; theirs less the digits and counts in it. */
static const int spans[] = {23, 24, 28, 29, 30,  31,  38,  40,  46,  52,  53,
                            54, 78, 79, 80, 105, 106, 107, 114, 157, 158, 159};

/* Near either end of the format, or in its middle. */
static int draw_high(const array *a, int span)
{
    switch (below(a, 4)) {
    case 0:
        return a->most - (int)below(a, 12);
    case 1:
        return a->least - a->digits + span + (int)below(a, 40);
    default:
        return (int)below(a, 40) - 20 + span / 2;
    }
}

/* What one half of the array adds, the other takes away elsewhere, and one small number stays. */
static void cancel(const array *a)
{
    const size_t half = a->count / 2;
    const size_t by = half ? below(a, (unsigned)half) : 0;

    for (size_t i = 0; i < half; i++)
        put(a, a->count - half + i, -get(a, (i + by) % half));
    if (a->count % 2)
        put(a, half, at_exponent(a, a->low));
}

static void fill_spans(array *a)
{
    const int span = below(a, 2) ? spans[below(a, COUNT(spans))] : (int)below(a, 70);

    a->high = draw_high(a, span);
    a->low = a->high - span;
    for (size_t i = 0; i < a->count; i++) {
        const unsigned turn = below(a, 8);
        const int between = a->low + (int)below(a, (unsigned)span + 1);

        if (turn == 0 && a->filler == ZEROS)
            put(a, i, filled(a));
        else
            put(a, i, at_exponent(a, turn < 4 ? a->high : turn < 7 ? a->low : between));
    }
    if (below(a, 2))
        cancel(a);
}

/* ---- edges of rows and digits ---- */

/* Exponents at which a row of 16 binades ends, or begins; of bins digits of 32, likewise. */
static void fill_rows(array *a)
{
    const int lowest = a->type == CLR_TYPE_F64 ? -1074 : -127;
    const int first = (a->least - a->digits - lowest) / 16;
    const unsigned rows = (unsigned)((a->most - lowest) / 16 - first + 1);
    const int row = first + (int)below(a, rows);
    const unsigned width = 1 + below(a, rows);

    a->low = lowest + 16 * row;
    for (size_t i = 0; i < a->count; i++) {
        const int drawn = lowest + 16 * (row + (int)below(a, width)) + (int)below(a, 3) - 1;

        put(a, i, at_exponent(a, drawn < a->most ? drawn : a->most));
    }
    if (below(a, 2))
        cancel(a);
}

/* ---- the smallest numbers ---- */

static double smallish(const array *a)
{
    const double last = power(a->least - a->digits + 1);

    switch (below(a, 6)) {
    case 0:
        return last;
    case 1:
        return power(a->least) - last;
    case 2:
        return power(a->least);
    case 3:
        return power(a->least) + last;
    case 4:
        return last * (double)(oracle_random(a->state) >> (65 - a->digits));
    default:
        return ldexp(draw_significand(a), a->least + (int)below(a, 8));
    }
}

static void fill_dust(array *a)
{
    for (size_t i = 0; i < a->count; i++)
        put(a, i, below(a, a->rarity) ? signed_as(a, smallish(a)) : filled(a));
}

/* ---- roots of what products may be ---- */

/* Products around the largest number, the smallest, and the least that loses a whole number. */
static void fill_roots(array *a)
{
    const int last = a->least - a->digits + 1;
    const int centres[] = {a->most / 2, a->least / 2, last / 2, (a->least + a->digits) / 2,
                           (last - a->digits) / 2};
    const int centre = centres[below(a, COUNT(centres))];

    for (size_t i = 0; i < a->count; i++)
        put(a, i, below(a, 16) ? at_exponent(a, centre + (int)below(a, 4) - 2) : filled(a));
}

/* ---- kinds ---- */

static void (*const fills[ORACLE_DATA_COUNT])(array *a) = {
    [ORACLE_BRIM] = fill_brim, [ORACLE_BALANCE] = fill_balance, [ORACLE_SPANS] = fill_spans,
    [ORACLE_ROWS] = fill_rows, [ORACLE_DUST] = fill_dust,       [ORACLE_ROOTS] = fill_roots,
};

bool oracle_fill_ends(oracle_data kind, uint64_t *state, clr_type type, void *data, size_t count)
{
    static const unsigned rarities[] = {2, 6, 20, 100};
    array a = {.state = state, .type = type, .data = data, .count = count};

    if (!fills[kind] || !oracle_is_float(type))
        return false;
    a.digits = formats[type].digits;
    a.least = formats[type].least;
    a.most = formats[type].most;
    oracle_random(state);
    a.filler = below(&a, 2) ? ZEROS : (filler)below(&a, FILLERS);
    a.rarity = rarities[below(&a, COUNT(rarities))];
    a.is_signed = below(&a, 4) > 0;
    fills[kind](&a);
    return true;
}
