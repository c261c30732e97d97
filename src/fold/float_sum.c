/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/float_sum.h"
#include "base/flag.h"
#include "base/wide_product.h"
#include "fold/bits.h"
#include "fold/short_sum.h"

#include <string.h>

enum {
    TILE = 256, /* products at a time: three arrays of them stay in the first cache */
    FEW = 2048, /* elements of f32 that cost less in the words than emptying 512 bins does, ... */
    FEW_F64 = 16384, /* ... and of f64, of 4096 bins */
    WAIT = 15, /* blocks without a certificate after one was refused: 1/16 of it is lost at most */
    WAIT_PRODUCTS = 3,
    LEAST_OF_TILE = 16, /* products that are worth a certificate */
    DOUBLE_BITS = 53,
    /* An f32 has 24 bits; one more, as magnitudes are below twice the power of two that begins
       them. */
    FLOAT_BITS = 25,
};

/* Bins of f64 hold 2^31 additions. */
#define BINNED_MOST (UINT64_C(1) << 30)

void clri_float_sum_begin(clri_float_sum *sum, int lowest, uint64_t expected)
{
    clri_wide_begin(&sum->wide, lowest);
    sum->expected = expected;
    sum->binned = 0;
    sum->has_exponent = false;
    sum->wait = 0;
    sum->flags = 0;
    sum->part_count = 0;
    sum->is_wide = false;
}

/* ---- parts ---- */

static void flush_parts(clri_float_sum *sum)
{
    for (unsigned i = 0; i < sum->part_count; i++)
        clri_wide_add_double(&sum->wide, sum->parts[i]);
    sum->is_wide |= sum->part_count > 0;
    sum->part_count = 0;
}

/* The sum of a block is kept as a double as long as there are two at most: one addition then rounds
 * the whole sum once, and no words are needed. That is so of a block of tame f64, and of two of
 * f32. */
static void add_part(clri_float_sum *sum, double part)
{
    if (part == 0)
        return;
    if (sum->is_wide) {
        clri_wide_add_double(&sum->wide, part);
        return;
    }
    if (sum->part_count == CLRI_FLOAT_SUM_PARTS)
        flush_parts(sum);
    if (sum->is_wide)
        clri_wide_add_double(&sum->wide, part);
    else
        sum->parts[sum->part_count++] = part;
}

/* As one double, if there is one. */
void clri_float_sum_put(clri_float_sum *sum, const double parts[2])
{
    const double all = parts[0] + parts[1], back = all - parts[0];
    const double lost = (parts[0] - (all - back)) + (parts[1] - back);

    sum->flags |= CLRI_SEEN_OTHER;
    add_part(sum, all);
    add_part(sum, lost);
}

/* ---- what is met ---- */

static void note(clri_float_sum *sum, double x)
{
    sum->flags |= clri_bits_of_f64(x) == UINT64_C(1) << 63 ? 0 : CLRI_SEEN_OTHER;
    if (x != x)
        sum->flags |= CLRI_SEEN_NAN;
    else if (x > 0x1.fffffffffffffp1023)
        sum->flags |= CLRI_SEEN_PLUS;
    else if (x < -0x1.fffffffffffffp1023)
        sum->flags |= CLRI_SEEN_MINUS;
}

/* Notes the terms of a block: looks at them only if all are 0, or some are not finite. */
static void note_f32(clri_float_sum *sum, uint64_t most, const float *x, size_t count)
{
    sum->flags |= most ? CLRI_SEEN_OTHER : 0;
    if (most == 0 || most >= CLRI_INFINITY_F32)
        sum->flags |= sum->loops->seen_f32(x, count);
}

static void note_f64(clri_float_sum *sum, uint64_t most, const double *x, size_t count)
{
    sum->flags |= most ? CLRI_SEEN_OTHER : 0;
    if (most == 0 || most >= CLRI_INFINITY_F64)
        sum->flags |= sum->loops->seen_f64(x, count);
}

/* Whether what was met decides the result: alone, or with what is met yet. */
static bool is_nan(const clri_float_sum *sum)
{
    return sum->is_of_result && sum->flags & CLRI_SEEN_NAN;
}

static bool is_decided(const clri_float_sum *sum)
{
    return sum->is_of_result && sum->flags & (CLRI_SEEN_NAN | CLRI_SEEN_PLUS | CLRI_SEEN_MINUS);
}

static bool is_finite(double x)
{
    return clri_bits_of_f64(x) << 1 < CLRI_INFINITY_F64 << 1;
}

/* ---- bins ---- */

static void empty_f32(clri_float_sum *sum)
{
    int64_t(*bins)[CLRI_BINS_F32] = sum->bins->f32;

    for (int bin = 0; bin < CLRI_BINS_F32; bin++) {
        const int field = bin & CLRI_ENDLESS_F32;
        const int place = field - (field != 0) + CLRI_LOWEST_F32 - sum->wide.lowest;
        const int64_t all = bins[0][bin] + bins[1][bin] + bins[2][bin] + bins[3][bin];

        if (all && field != CLRI_ENDLESS_F32)
            clri_wide_add(&sum->wide, bin < CLRI_BINS_F32 / 2 ? all : -all, place);
    }
    memset(sum->bins->f32, 0, sizeof sum->bins->f32);
}

/* Adds half a bin, at a place that lies below the unit of sums of f32's products: every element is
 * a multiple of that unit, so that each half's bits below it are 0. Halves are shifted apart, as
 * together they have more than 64 bits. */
static void empty_half_f64(clri_float_sum *sum, int64_t half, bool is_minus, int place)
{
    if (half == 0)
        return;
    if (place < 0) {
        half >>= -place;
        place = 0;
    }
    clri_wide_add(&sum->wide, is_minus ? -half : half, place);
}

static void empty_f64(clri_float_sum *sum)
{
    const int lowest = CLRI_LOWEST_F64 - sum->wide.lowest;

    for (int bin = 0; bin < CLRI_BINS_F64; bin++) {
        const int field = bin & CLRI_ENDLESS_F64, place = field - (field != 0) + lowest;
        int64_t *first = sum->bins->f64[0][bin], *second = sum->bins->f64[1][bin];
        const int64_t low = first[0] + second[0], high = first[1] + second[1];
        const bool is_minus = bin >= CLRI_BINS_F64 / 2;

        if (!(low | high))
            continue;
        first[0] = first[1] = second[0] = second[1] = 0;
        if (field == CLRI_ENDLESS_F64)
            continue;
        empty_half_f64(sum, low, is_minus, place);
        empty_half_f64(sum, high, is_minus, place + 32);
    }
}

void clri_float_sum_end(clri_float_sum *sum)
{
    if (sum->has_f32)
        empty_f32(sum);
    if (sum->has_f64)
        empty_f64(sum);
    sum->has_f32 = sum->has_f64 = false;
    sum->binned = 0;
}

/* Counts additions to bins, which are emptied before they could overflow. */
static void will_bin(clri_float_sum *sum, size_t count)
{
    if (sum->binned + count > BINNED_MOST)
        clri_float_sum_end(sum);
    sum->binned += count;
    sum->is_wide = true;
}

/* ---- f32 ---- */

/* Whether all partial sums of a block are doubles: its elements are multiples of the last place of
 * the smallest, and sums of so many of the largest stay below 2^53 of these. */
static bool is_certain_f32(const clri_survey *survey, size_t count)
{
    const int high = (int)(survey->most >> 23), low = (int)(survey->least >> 23);
    int bits = FLOAT_BITS;

    while (((size_t)1 << (bits - FLOAT_BITS)) < count)
        bits++;
    return high - (low ? low : 1) + bits <= DOUBLE_BITS;
}

static void add_hard_f32(clri_float_sum *sum, const float *x, size_t count)
{
    double doubles[TILE];

    if (sum->expected >= FEW) {
        will_bin(sum, count);
        sum->has_f32 = true;
        sum->loops->bin_f32(sum->bins, x, count);
        return;
    }
    sum->is_wide = true;
    for (size_t i = 0, some; i < count; i += some) {
        some = count - i < TILE ? count - i : TILE;
        for (size_t k = 0; k < some; k++)
            doubles[k] = (double)x[i + k];
        clri_wide_add_doubles(&sum->wide, doubles, some);
    }
}

static void add_block_f32(clri_float_sum *sum, const float *x, size_t count)
{
    const clri_survey survey = sum->loops->survey_f32(x, count);

    note_f32(sum, survey.most, x, count);
    if (survey.most == 0 || is_decided(sum))
        return;
    if (sum->wait == 0 && survey.most < CLRI_INFINITY_F32 && is_certain_f32(&survey, count)) {
        add_part(sum, sum->loops->add_f32(x, count));
        return;
    }
    sum->wait = sum->wait ? sum->wait - 1 : WAIT;
    add_hard_f32(sum, x, count);
}

void clri_float_sum_add_f32(clri_float_sum *sum, const float *x, size_t count)
{
    for (size_t i = 0; i < count && !is_nan(sum); i += CLRI_FOLD_BLOCK)
        add_block_f32(sum, x + i, count - i < CLRI_FOLD_BLOCK ? count - i : CLRI_FOLD_BLOCK);
}

/* ---- f64 ---- */

/* Numbers up to `most` are below 2^this. */
static int exponent_of(uint64_t most)
{
    return (int)(most >> 52) - 1022;
}

/* Whether a block's sum is two doubles: grids for many elements, a pair for few, of which the
 * grids' 8 lanes would have a few each. */
static bool add_certified_f64(const clri_float_sum *sum, const clri_survey *survey, const double *x,
                              size_t count, double parts[2])
{
    parts[0] = parts[1] = 0;
    if (survey->most == 0 || survey->most >= CLRI_INFINITY_F64)
        return survey->most == 0;
    if (count <= CLRI_SHORT)
        return clri_short_sum_pair(x, count, parts);
    return sum->loops->extract_f64(x, count, exponent_of(survey->most), parts);
}

static void add_hard_f64(clri_float_sum *sum, const double *x, size_t count)
{
    if (sum->expected >= FEW_F64) {
        will_bin(sum, count);
        sum->has_f64 = true;
        sum->loops->bin_f64(sum->bins, x, count);
        return;
    }
    sum->is_wide = true;
    clri_wide_add_doubles(&sum->wide, x, count);
}

/* Adds a block whose numbers are as large as the last one's, which spares the survey. */
static bool add_alike_f64(clri_float_sum *sum, const double *x, size_t count)
{
    double parts[2];

    if (sum->wait || !sum->has_exponent || count <= CLRI_SHORT || is_decided(sum) ||
        !sum->loops->extract_f64(x, count, sum->exponent, parts))
        return false;
    note_f64(sum, parts[0] != 0 || parts[1] != 0, x, count);
    add_part(sum, parts[0]);
    add_part(sum, parts[1]);
    return true;
}

static void add_block_f64(clri_float_sum *sum, const double *x, size_t count)
{
    clri_survey survey;
    double parts[2];

    if (add_alike_f64(sum, x, count))
        return;
    survey = sum->loops->survey_f64(x, count);
    note_f64(sum, survey.most, x, count);
    if (is_decided(sum))
        return;
    if (sum->wait == 0 && add_certified_f64(sum, &survey, x, count, parts)) {
        sum->has_exponent = survey.most != 0;
        sum->exponent = exponent_of(survey.most);
        add_part(sum, parts[0]);
        add_part(sum, parts[1]);
        return;
    }
    sum->wait = sum->wait ? sum->wait - 1 : WAIT;
    add_hard_f64(sum, x, count);
}

void clri_float_sum_add_f64(clri_float_sum *sum, const double *x, size_t count)
{
    for (size_t i = 0; i < count && !is_nan(sum); i += CLRI_FOLD_BLOCK)
        add_block_f64(sum, x + i, count - i < CLRI_FOLD_BLOCK ? count - i : CLRI_FOLD_BLOCK);
}

/* ---- products ---- */

/* Products of two f32 are doubles. */
void clri_float_sum_multiply_f32(clri_float_sum *sum, const float *x, const float *y, size_t count)
{
    double products[TILE];

    for (size_t i = 0; i < count && !is_nan(sum); i += TILE) {
        const size_t some = count - i < TILE ? count - i : TILE;

        sum->loops->multiply_f32(x + i, y + i, some, products);
        add_block_f64(sum, products, some);
    }
}

/* Adds a tile's products and their errors, if both are certain to add up to few doubles. A product
 * and its error, fma(x, y, -xy), add up to xy (TwoProduct: Ogita, Rump, Oishi, Accurate sum and dot
 * product, SIAM J. Sci. Comput. 26, 2005). */
static bool add_tile(clri_float_sum *sum, const double *x, const double *y, size_t count)
{
    double products[TILE], errors[TILE], parts[4];
    clri_survey survey, of_errors;

    if (!sum->loops->multiply_f64 || count < LEAST_OF_TILE ||
        !sum->loops->multiply_f64(x, y, count, products, errors))
        return false;
    survey = sum->loops->survey_f64(products, count);
    of_errors = sum->loops->survey_f64(errors, count);
    if (!add_certified_f64(sum, &survey, products, count, parts) ||
        !add_certified_f64(sum, &of_errors, errors, count, parts + 2))
        return false;
    note_f64(sum, survey.most, products, count);
    for (int i = 0; i < 4; i++)
        add_part(sum, parts[i]);
    return true;
}

/* Adds a product's 106 bits to the bin of its sign and exponent; of a product that is not finite
 * its flags. A bin has eight exponents: shifted by up to 7 within it a product has 113 bits, and
 * 2^14 of them 127. One bin for each exponent would be eight times as many to empty. */
static void bin_product(clri_float_sum *sum, double x, double y)
{
    const uint64_t a = clri_bits_of_f64(x), b = clri_bits_of_f64(y);
    const int place = clri_exponent_f64(a) + clri_exponent_f64(b);
    const uint64_t is_minus = (a ^ b) >> 63;
    const uint64_t m = clri_significand_f64(a), n = clri_significand_f64(b) << (place & 7);
    uint64_t *bin = sum->bins->products[(uint64_t)place >> 3 | is_minus << 9];

    if (!is_finite(x) || !is_finite(y)) {
        note(sum, x * y);
        return;
    }
    bin[1] += clri_product_high(m, n) + __builtin_add_overflow(bin[0], m * n, &bin[0]);
    sum->flags |= !is_minus || (m && n) ? CLRI_SEEN_OTHER : 0;
}

static void empty_products(clri_float_sum *sum)
{
    for (int bin = 0; bin < CLRI_PRODUCT_BINS; bin++) {
        uint64_t *at = sum->bins->products[bin];
        const bool is_minus = bin >> 9;
        const int place = 8 * (bin & 511);

        if (!(at[0] | at[1]))
            continue;
        clri_wide_add_magnitude(&sum->wide, at[0], is_minus, place);
        clri_wide_add_magnitude(&sum->wide, at[1], is_minus, place + 64);
        at[0] = at[1] = 0;
    }
}

static void multiply_hard_f64(clri_float_sum *sum, const double *x, const double *y, size_t count)
{
    sum->is_wide = true;
    for (size_t i = 0; i < count; i++)
        bin_product(sum, x[i], y[i]);
    empty_products(sum);
}

void clri_float_sum_multiply_f64(clri_float_sum *sum, const double *x, const double *y,
                                 size_t count)
{
    size_t some;

    for (size_t i = 0; i < count && !is_nan(sum); i += some) {
        some = count - i < TILE ? count - i : TILE;
        if (sum->wait == 0 && add_tile(sum, x + i, y + i, some))
            continue;
        sum->wait = sum->wait ? sum->wait - 1 : WAIT_PRODUCTS;
        some =
            count - i < CLRI_PRODUCT_BIN_ELEMENTS / 2 ? count - i : CLRI_PRODUCT_BIN_ELEMENTS / 2;
        multiply_hard_f64(sum, x + i, y + i, some);
    }
}

/* ---- digits ---- */

void clri_float_sum_digits(clri_float_sum *sum, uint32_t *digits, int count)
{
    flush_parts(sum);
    clri_wide_digits(&sum->wide, digits, count);
}
