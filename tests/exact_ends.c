/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exact_ends - cases at the ends of the formats and around the bounds of docs/exact.md: arrays that
 * once were summed wrongly, their like in other formats, and some that are drawn.
 */
#include "exact_lines.h"

#include <math.h>

/* Half the last place of the largest numbers: what is an odd multiple of it makes ties there. */
static double half_ulp(clr_type type)
{
    return power(formats[type].most - formats[type].digits);
}

static void pad(set *s, size_t zeros)
{
    for (size_t i = 0; i < zeros; i++)
        put_nearest(s, 0);
}

/* Two sets as x and y of a dot. */
static void dot(const set *x, const set *y, clr_type result)
{
    set s = *x;

    snprintf(s.text + s.used, sizeof s.text - s.used, " %s", y->text);
    plain(s, CLR_OPERATOR_DOT, result);
}

/* Types of 16 bits are read into f32, whose cases are theirs, too: of them few lines will do. */
static bool is_small(clr_type type)
{
    return formats[type].digits < 24;
}

static void each_or_few(set s)
{
    if (!is_small(s.type)) {
        each(s);
        return;
    }
    plain(s, CLR_OPERATOR_SUM, s.type);
    plain(s, CLR_OPERATOR_STD, s.type);
}

/* As the sum of x, and so a dot product with ones. */
static void each_and_dot(set s, size_t count)
{
    set ones = {.type = s.type};

    for (size_t i = 0; i < count; i++)
        put_nearest(&ones, 1);
    each_or_few(s);
    dot(&s, &ones, s.type);
}

/* ---- the largest number ---- */

/*
 * TwoSum's error of the first two is not finite, though their sum is: what the sum has of the
 * largest number rounds to more, and overflows.
 */
static void errors_that_are_none(clr_type type)
{
    const double most = greatest(type), half = half_ulp(type);
    const int digits = formats[type].digits;

    for (int odd = 1; odd <= 7; odd += 2) {
        const double tie = (power(digits - 2) + odd) * half;

        plain(SET(type, -tie, most, 0, 0, 0, 0, 0, 0), CLR_OPERATOR_SUM, type);
        plain(SET(type, tie, -most, 0, 0, 0, 0, 0, 0), CLR_OPERATOR_MEAN, type);
    }
    each_and_dot(SET(type, -3 * half, most, 0, 0, -half), 5);
    each_and_dot(SET(type, half, -most, 5 * half, 0, most, -most), 6);
}

/* The arrays as they were found. */
static void as_found(void)
{
    const double most = greatest(CLR_TYPE_F64), half = half_ulp(CLR_TYPE_F64);
    set at_partial_sum = SET(CLR_TYPE_F64, -(0x1p52 + 3) * half, 1.5 * 0x1p1022);
    set between_zeros = SET(CLR_TYPE_F64, -3 * half);

    each_and_dot(SET(CLR_TYPE_F64, -6.741349255733684e+307, most, 0, 0, 0, 0, 0, 0), 8);
    each_and_dot(SET(CLR_TYPE_F64, -most, -half / 2, -half / 2), 3);
    pad(&at_partial_sum, 7);
    put_nearest(&at_partial_sum, 0x1.3ffffffffffffp1023);
    pad(&at_partial_sum, 118);
    plain(at_partial_sum, CLR_OPERATOR_SUM, CLR_TYPE_F64);
    plain(at_partial_sum, CLR_OPERATOR_SUM, CLR_TYPE_F32);
    plain(at_partial_sum, CLR_OPERATOR_MEAN, CLR_TYPE_F64);
    plain(at_partial_sum, CLR_OPERATOR_STD, CLR_TYPE_F64);
    for (int sign = 1; sign >= -1; sign -= 2) {
        pad(&between_zeros, 31);
        put_nearest(&between_zeros, sign * most);
    }
    pad(&between_zeros, 31);
    plain(between_zeros, CLR_OPERATOR_SUM, CLR_TYPE_F64);
    plain(between_zeros, CLR_OPERATOR_MEAN, CLR_TYPE_F64);
}

/* Sums that are infinite by a tie of two terms, or just not; by way of it and back. */
static void infinities_of_ties(clr_type type)
{
    const double most = greatest(type), half = half_ulp(type), least = power(smallest(type));

    for (int sign = 1; sign >= -1; sign -= 2) {
        plain(SET(type, sign * most, sign * half / 2, sign * half / 2), CLR_OPERATOR_SUM, type);
        plain(SET(type, sign * most, sign * half / 2, sign * half / 4), CLR_OPERATOR_SUM, type);
        plain(SET(type, sign * half / 2, sign * half / 2, sign * most, -sign * least),
              CLR_OPERATOR_SUM, type);
        plain(SET(type, sign * most, sign * most, -sign * most, -sign * half, -sign * most),
              CLR_OPERATOR_SUM, type);
        plain(SET(type, sign * most, sign * 2 * half, -sign * 3 * half), CLR_OPERATOR_ASUM, type);
    }
    plain(SET(type, most, most, most, -3 * half), CLR_OPERATOR_MEAN, type);
    plain(SET(type, most, most - 2 * half, -most, -most), CLR_OPERATOR_STD, type);
}

/* ---- the smallest ones ---- */

static void smallest_ones(clr_type type)
{
    const double last = power(smallest(type)), normal = power(formats[type].least);

    each_or_few(SET(type, normal, last - normal, last, -last, normal + last, -0.0));
    plain(SET(type, normal, -last), CLR_OPERATOR_SUM, type);
    plain(SET(type, greatest(type), last, -greatest(type)), CLR_OPERATOR_SUM, type);
    plain(SET(type, normal, normal - last), CLR_OPERATOR_MEAN, type);
    plain(SET(type, last, 2 * last), CLR_OPERATOR_STD, type);
}

/* ---- bounds of exponents ---- */

/*
 * Numbers of two exponents, the larger ones with a sum as large as may be, the smaller ones with
 * all their digits; then what takes the larger ones away.
 */
static void spans(clr_type type, int span)
{
    const double last = power(1 - formats[type].digits);
    const int high = formats[type].most - 5 < span / 2 ? formats[type].most - 5 : span / 2;
    const double large = (2 - last) * power(high);
    const double small = (1 + last) * power(high - span);
    const double x[] = {large, large, large, large, small, -small, small, small,
                        large, large, large, large, small, small,  small, -power(high),
                        0,     0,     0,     0,     0,     0,      0,     0};
    set s = set_of(type, x, sizeof x / sizeof *x);

    plain(s, CLR_OPERATOR_SUM, CLR_TYPE_F64);
    for (int i = 0; i < 8; i++)
        put_nearest(&s, -large);
    put_nearest(&s, power(high));
    plain(s, CLR_OPERATOR_SUM, type);
    plain(s, CLR_OPERATOR_SUMSQ, type);
}

/* Products whose last digits are beyond the smallest number, by one binade or not. */
static void roots(clr_type type)
{
    const double last = power(1 - formats[type].digits);
    const int root = (smallest(type) + 2 * formats[type].digits - 2) / 2;

    for (int beside = -1; beside <= 1; beside++) {
        const double x = (1 + last) * power(root + beside);
        const set a = SET(type, x, power(root), x, -x);
        const set b = SET(type, x, -power(root), x, x);

        dot(&a, &b, type);
        plain(SET(type, x, power(root), x), CLR_OPERATOR_SUMSQ, type);
        plain(SET(type, x, -x), CLR_OPERATOR_NRM2, type);
    }
}

/* ---- drawn ---- */

/* A few of every kind that the tests draw. */
static void drawn(clr_type type)
{
    enum { ELEMENTS = 12 };
    uint64_t bits[ELEMENTS];

    for (int kind = ORACLE_BRIM; kind <= ORACLE_ROOTS; kind++) {
        set sets[2] = {{.type = type}, {.type = type}};

        for (int i = 0; i < 2; i++) {
            const oracle_data of = i ? oracle_data_of_second((oracle_data)kind) : (oracle_data)kind;

            oracle_fill(of, 3 + (uint64_t)i, type, bits, ELEMENTS);
            for (size_t j = 0; j < ELEMENTS; j++)
                put_nearest(&sets[i], oracle_load(type, bits, j));
        }
        each_or_few(sets[0]);
        dot(&sets[0], &sets[1], type);
    }
}

void exact_ends(void)
{
    static const int spanned[] = {28, 29, 30, 31, 54, 79, 106};

    section("Sums by way of the largest number, in which TwoSum's error is none");
    as_found();
    for (int i = 0; i < TYPES; i++)
        errors_that_are_none(types[i]);
    section("Sums that are infinite by a tie");
    for (int i = 0; i < TYPES; i++)
        infinities_of_ties(types[i]);
    section("Subnormal numbers and the smallest normal one");
    for (int i = 0; i < TYPES; i++)
        smallest_ones(types[i]);
    section("Exponents as far apart as sums without a loss allow, and one more");
    for (size_t i = 0; i < sizeof spanned / sizeof *spanned; i++) {
        spans(CLR_TYPE_F32, spanned[i]);
        spans(CLR_TYPE_F64, spanned[i]);
    }
    section("Products around the smallest that is two numbers");
    roots(CLR_TYPE_F32);
    roots(CLR_TYPE_F64);
    section("Numbers at the ends of the formats, drawn");
    drawn(CLR_TYPE_F32);
    drawn(CLR_TYPE_F64);
    drawn(CLR_TYPE_F16);
    drawn(CLR_TYPE_BF16);
}
