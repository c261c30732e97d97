/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_sum - sums without rounding: bins by sign and exponent, and the long integers that they
 * come to. See exact_sum.h.
 */
#include "exact_sum.h"
#include "value.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* The format of a double, in which every element is exact. */
#define FRACTION_BITS  52
#define SPECIAL        2047 /* the exponent of infinities and NaN */
#define VALUE_EXPONENT (-1075)

/* ---- Bins ------------------------------------------------------------------------------------ */

#define BIN_COUNT 4160

/* Bin [s][e] counts multiples of 2^(e + EXACT_EXPONENT): those of terms above 0, and below. */
typedef struct bins {
    wide at[2][BIN_COUNT];
    bool has_special;
} bins;

/* A double as (-1)^negative * integer * 2^(exponent + VALUE_EXPONENT). */
typedef struct parts {
    uint64_t integer;
    unsigned exponent;
    bool negative;
} parts;

static parts take_apart(double number)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
    unsigned exponent = (unsigned)(bits >> FRACTION_BITS) & SPECIAL;
    bool is_normal = exponent != 0;
    return (parts){fraction | (uint64_t)is_normal << FRACTION_BITS, exponent + !is_normal,
                   bits >> 63 != 0};
}

static void add_value(bins *b, double number, bool of_magnitude)
{
    parts p = take_apart(number);

    b->has_special = b->has_special || p.exponent == SPECIAL;
    b->at[p.negative && !of_magnitude][p.exponent + (unsigned)(VALUE_EXPONENT - EXACT_EXPONENT)] +=
        p.integer;
}

/* A product has up to 106 bits: its halves go into bins of their own. */
static void add_product(bins *b, double x, double y)
{
    parts p = take_apart(x), q = take_apart(y);
    wide product = (wide)p.integer * q.integer;
    wide *at = &b->at[p.negative != q.negative][p.exponent + q.exponent];

    b->has_special = b->has_special || p.exponent == SPECIAL || q.exponent == SPECIAL;
    at[0] += product & UINT32_MAX;
    at[32] += product >> 32;
}

static void add_term(bins *b, clr_type type, exact_term term, const void *x, const void *y)
{
    double number = value_real(type, x);

    if (term == EXACT_SQUARE)
        add_product(b, number, number);
    else if (term == EXACT_PRODUCT)
        add_product(b, number, value_real(type, y));
    else
        add_value(b, number, term == EXACT_MAGNITUDE);
}

static void join_bins(bins *into, const bins *from)
{
    for (size_t i = 0; i < 2 * BIN_COUNT; i++)
        into->at[i / BIN_COUNT][i % BIN_COUNT] += from->at[i / BIN_COUNT][i % BIN_COUNT];
    into->has_special = into->has_special || from->has_special;
}

/* Each thread fills bins of its own. Returns false if one of them got no memory for them. */
static bool fill_bins(bins *all, clr_type type, exact_term term, const char *x, const char *y,
                      uint64_t count)
{
    const size_t size = clr_type_size(type);
    const size_t step = term == EXACT_PRODUCT ? size : 0;
    bool failed = false;

#pragma omp parallel
    {
        bins *own = calloc(1, sizeof *own);
#pragma omp for schedule(static)
        for (uint64_t i = 0; i < count; i++) {
            if (own != NULL)
                add_term(own, type, term, x + i * size, y + i * step);
        }
#pragma omp critical
        {
            if (own != NULL)
                join_bins(all, own);
            failed = failed || own == NULL;
        }
        free(own);
    }
    return !failed;
}

/* ---- Long integers --------------------------------------------------------------------------- */

/* Adds `number` * 2^shift. */
static void add_shifted(uint64_t limbs[], wide number, unsigned shift)
{
    unsigned within = shift % 64;
    uint64_t words[3] = {(uint64_t)number << within, (uint64_t)(number >> 64) << within, 0};
    wide carry = 0;

    if (within != 0) {
        words[1] |= (uint64_t)number >> (64 - within);
        words[2] = (uint64_t)(number >> 64) >> (64 - within);
    }
    for (unsigned i = shift / 64, word = 0; i < EXACT_LIMBS; i++, word++) {
        if (word >= 3 && carry == 0)
            break;
        carry += (wide)limbs[i] + (word < 3 ? words[word] : 0);
        limbs[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

static void make_integer(uint64_t limbs[], const wide at[])
{
    memset(limbs, 0, EXACT_LIMBS * sizeof *limbs);
    for (unsigned i = 0; i < BIN_COUNT; i++) {
        if (at[i] != 0)
            add_shifted(limbs, at[i], i);
    }
}

static void add(uint64_t to[], const uint64_t a[], const uint64_t b[])
{
    wide carry = 0;

    for (size_t i = 0; i < EXACT_LIMBS; i++) {
        carry += (wide)a[i] + b[i];
        to[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

/* a - b, b being no larger. */
static void subtract(uint64_t to[], const uint64_t a[], const uint64_t b[])
{
    uint64_t borrow = 0;

    for (size_t i = 0; i < EXACT_LIMBS; i++) {
        uint64_t part = a[i] - b[i];
        uint64_t next = a[i] < b[i] || part < borrow;
        to[i] = part - borrow;
        borrow = next;
    }
}

static bool is_less(const uint64_t a[], const uint64_t b[])
{
    for (size_t i = EXACT_LIMBS; i-- > 0;) {
        if (a[i] != b[i])
            return a[i] < b[i];
    }
    return false;
}

/* How many bits the number has; 0 of zero. */
static unsigned length_of(const uint64_t limbs[])
{
    for (unsigned i = EXACT_LIMBS; i-- > 0;) {
        if (limbs[i] != 0)
            return i * 64 + 64 - (unsigned)__builtin_clzll(limbs[i]);
    }
    return 0;
}

/* The 64 bits from bit `first` on; those below bit 0 are zeros. */
static uint64_t bits_from(const uint64_t limbs[], int first)
{
    if (first < 0)
        return first > -64 ? limbs[0] << -first : 0;

    unsigned limb = (unsigned)first / 64, within = (unsigned)first % 64;
    if (limb >= EXACT_LIMBS)
        return 0;
    uint64_t above = within != 0 && limb + 1 < EXACT_LIMBS ? limbs[limb + 1] << (64 - within) : 0;
    return limbs[limb] >> within | above;
}

static bool has_bits_below(const uint64_t limbs[], unsigned end)
{
    for (unsigned i = 0; i < end / 64; i++) {
        if (limbs[i] != 0)
            return true;
    }
    return end % 64 != 0 && limbs[end / 64] << (64 - end % 64) != 0;
}

/* Divides in place. Returns whether anything remains. */
static bool divide(uint64_t limbs[], uint64_t divisor)
{
    wide rest = 0;

    for (size_t i = EXACT_LIMBS; i-- > 0;) {
        rest = rest << 64 | limbs[i];
        limbs[i] = (uint64_t)(rest / divisor);
        rest %= divisor;
    }
    return rest != 0;
}

/* ---- Rounding -------------------------------------------------------------------------------- */

/* The formats that a result can have: digits, and the exponents of 2 of its first and last one. */
typedef struct format {
    clr_type type;
    unsigned digits;
    int largest;
    int smallest;
} format;

static const format formats[] = {
    {CLR_TYPE_F16, 11, 15, -24},
    {CLR_TYPE_BF16, 8, 127, -133},
    {CLR_TYPE_F32, 24, 127, -149},
    {CLR_TYPE_F64, 53, 1023, -1074},
};

static const format *format_of(clr_type type)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (formats[i].type == type)
            return &formats[i];
    }
    return NULL;
}

/* Rounds the integer, a multiple of 2^exponent. */
static double round_integer(const uint64_t limbs[], int exponent, const format *f)
{
    unsigned length = length_of(limbs);
    unsigned least = (unsigned)(f->smallest - exponent); /* the lowest digit that there can be */
    unsigned drop = length > f->digits + least ? length - f->digits : least;
    uint64_t kept = length > drop ? bits_from(limbs, (int)drop) : 0;
    bool half = (bits_from(limbs, (int)drop - 1) & 1) != 0;

    if (half && ((kept & 1) != 0 || has_bits_below(limbs, drop - 1)))
        kept++;
    double value = ldexp((double)kept, (int)drop + exponent);
    return value >= ldexp(1, f->largest) * 2 ? (double)INFINITY : value;
}

/* Division begins 64 bits further down, and what remains is no more than a bit at the end. */
double exact_round(const exact_number *number, clr_type type, uint64_t divisor)
{
    uint64_t limbs[EXACT_LIMBS] = {0};

    memcpy(limbs + 1, number->limbs, (EXACT_LIMBS - 1) * sizeof *limbs);
    if (divide(limbs, divisor))
        limbs[0] |= 1;
    double value = round_integer(limbs, EXACT_EXPONENT - 64, format_of(type));
    return number->negative ? -value : value;
}

void exact_pair(const exact_number *number, long double *high, long double *low)
{
    const int sign = number->negative ? -1 : 1;
    int first = (int)length_of(number->limbs) - 64;

    *high = sign * ldexpl((long double)bits_from(number->limbs, first), first + EXACT_EXPONENT);
    *low = sign *
           ldexpl((long double)bits_from(number->limbs, first - 64), first - 64 + EXACT_EXPONENT);
}

/* ---- The interface --------------------------------------------------------------------------- */

bool exact_sum_make(exact_sum *sum, clr_type type, exact_term term, const void *x, const void *y,
                    uint64_t count)
{
    uint64_t above[EXACT_LIMBS], below[EXACT_LIMBS];
    bins *all = calloc(1, sizeof *all);
    bool made =
        all != NULL && fill_bins(all, type, term, x, y != NULL ? y : x, count) && !all->has_special;

    if (made) {
        make_integer(above, all->at[0]);
        make_integer(below, all->at[1]);
        add(sum->magnitude.limbs, above, below);
        sum->magnitude.negative = false;
        sum->total.negative = is_less(above, below);
        if (sum->total.negative)
            subtract(sum->total.limbs, below, above);
        else
            subtract(sum->total.limbs, above, below);
    }
    free(all);
    return made;
}
