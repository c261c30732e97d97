/* SPDX-License-Identifier: Apache-2.0 */
/*
 * proof - what proofs of exact sums judge by, which shares nothing with the texts: numbers as plain
 * integers of one unit, and sums of those. The first case that fails is printed with all that is
 * needed to see it again, and ends the program.
 */
#ifndef CLREDUCE_TESTS_TOY_PROOF_H
#define CLREDUCE_TESTS_TOY_PROOF_H

#include "opencl.h"

#include <stdio.h>
#include <stdlib.h>
#include <vector>

/* ---- numbers as integers, in units of 2^-`unit` ---- */

#if TOY_IS_REAL
enum { unit = 112 }; /* proofs with the host's own formats keep between 2^-112 and 2^15 */
typedef __int128 exact;

static inline exact exact_of(double x)
{
    int exponent = (int)(as_ulong(x) >> 52 & 0x7ff);
    exact m = (exact)(as_ulong(x) & 0xfffffffffffff);

    if (exponent)
        m |= (exact)1 << 52;
    else
        exponent = 1;
    exponent += unit - 1075;
    m = exponent < 0 ? (exponent > -53 ? m >> -exponent : 0) : m << exponent;
    return as_ulong(x) >> 63 ? -m : m;
}
#else
enum { unit = 2 * CLR_DOUBLE_DEPTH };
typedef int64_t exact;

template <int D, int E> static inline exact exact_of(Number<D, E> x)
{
    return x.units() * ((exact)1 << (unit - Number<D, E>::depth));
}
#endif

/* What elements are: a number, or a product of two (cl/exact/product.cl). */
template <class T> static inline auto exact_of(T product) -> decltype(product.x.units(), exact())
{
    return product.x.units() * product.y.units() *
           ((exact)1 << (unit - 2 * decltype(product.x)::depth));
}

/* 0 2^k is 0 for any k. */
static inline __int128 times_power(__int128 x, int k)
{
    return x ? x * ((__int128)1 << k) : 0;
}

/* What is in a group's bins, and in its copies. */
template <class Sum> static inline exact in_bins(const typename Sum::bins &bins)
{
    __int128 value = 0;

    for (int j = 0; j < Sum::digits; j++)
        value +=
            times_power(bins.low[j] + times_power(bins.high[j], 32), 32 * j + unit - Sum::depth);
    if constexpr (Sum::copies != 0)
        for (int i = 0; i < Sum::copies * Sum::copy_words; i++)
            value += times_power(bins.copies.word[i],
                                 CLR_WORD_BITS * (i / Sum::copies) + unit - Sum::depth);
    return (exact)value;
}

/* ---- elements that are no finite numbers ---- */

struct Truth {
    exact sum = 0;
    bool plus = false, minus = false, nan = false, other = false; /* other than -0 */
    bool is_finite() const
    {
        return !plus && !minus && !nan;
    }
};

static inline bool is_minus(toy_double x)
{
    return as_ulong(x) >> (CLR_DOUBLE_BITS - 1) & 1;
}
static inline bool is_minus(toy_float x)
{
    return as_uint(x) >> (CLR_FLOAT_BITS - 1) & 1;
}
template <class T> static inline bool is_infinite(T x)
{
    return !is_number(x) && x == x;
}

static inline void add_number(Truth &truth, exact value, bool is_nan, bool is_inf, bool minus)
{
    truth.nan |= is_nan;
    truth.plus |= is_inf && !minus;
    truth.minus |= is_inf && minus;
    truth.sum += is_nan || is_inf ? 0 : value;
    truth.other |= is_nan || is_inf || value != 0 || !minus;
}

template <class T>
static inline auto add_element(Truth &truth, T x) -> decltype(is_minus(x), void())
{
    add_number(truth, is_number(x) ? exact_of(x) : 0, !(x == x), is_infinite(x), is_minus(x));
}

template <class T> static inline auto add_element(Truth &truth, T e) -> decltype(e.y, void())
{
    const bool finite = is_number(e.x) && is_number(e.y);
    const bool is_nan = !(e.x == e.x) || !(e.y == e.y) || (!finite && (e.x == 0 || e.y == 0));

    add_number(truth, finite ? exact_of(e) : 0, is_nan, !finite && !is_nan,
               is_minus(e.x) != is_minus(e.y));
}

#if !TOY_IS_REAL
/* The bits of the sum in a format. */
template <class Number> static inline ulong rounded(const Truth &truth)
{
    if (truth.nan || (truth.plus && truth.minus))
        return Number::infinity | Number::hidden >> 1;
    if (truth.plus || truth.minus)
        return Number::infinity | (truth.minus ? Number::sign : 0);
    if (truth.sum == 0)
        return truth.other ? 0 : Number::sign;
    return Number::rounded(truth.sum, unit - Number::depth).code;
}
#endif

/* ---- what has been tried ---- */

static uint64_t tried;   /* cases */
static uint64_t certain; /* those of which a certificate said yes */

static void show(toy_double x)
{
#if TOY_IS_REAL
    printf(" %a", x);
#else
    if (x.is_finite())
        printf(" %g (0x%x)", __builtin_ldexp((double)x.units(), -toy_double::depth), x.code);
    else
        printf(" %s%s (0x%x)", x.is_negative() ? "-" : "", x.is_nan() ? "nan" : "inf", x.code);
#endif
}
static void show(toy_float x)
{
#if TOY_IS_REAL
    printf(" %a", (double)x);
#else
    if (x.is_finite())
        printf(" %gf (0x%x)", __builtin_ldexp((double)x.units(), -toy_float::depth), x.code);
    else
        printf(" %s%sf (0x%x)", x.is_negative() ? "-" : "", x.is_nan() ? "nan" : "inf", x.code);
#endif
}
template <class T> static auto show(T product) -> decltype(product.y, void())
{
    show(product.x);
    printf(" *");
    show(product.y);
    printf(",");
}
static void show(const char *what, exact x)
{
    printf("  %s: %.17g, 0x%llx%016llx 2^-%d\n", what, __builtin_ldexp((double)x, -unit),
           (unsigned long long)((unsigned __int128)x >> 64), (unsigned long long)x, (int)unit);
}

template <class T> static void show_all(const char *what, const T *values, int count)
{
    printf("  %s:", what);
    for (int i = 0; i < count; i++)
        show(values[i]);
    printf("\n");
}

static void begin_counterexample(const char *proof, const char *what)
{
    printf("%s: %s, floats of %d and %d bits, doubles of %d and %d\n", proof, what,
           CLR_FLOAT_DIGITS, CLR_FLOAT_EXPONENT_BITS, CLR_DOUBLE_DIGITS, CLR_DOUBLE_EXPONENT_BITS);
}

[[noreturn]] static void fail(void)
{
    printf("failed after %llu cases\n", (unsigned long long)tried);
    exit(1);
}

/* A certificate that never says yes proves nothing. */
static void proved(const char *proof, const char *what, bool is_certificate)
{
    printf("%-12s %-28s %12llu cases", proof, what, (unsigned long long)tried);
    if (is_certificate)
        printf(", %llu certain", (unsigned long long)certain);
    printf("\n");
    fflush(stdout);
    if (!tried || (is_certificate && !certain)) {
        printf("%s: nothing has been tried\n", proof);
        exit(1);
    }
    tried = certain = 0;
}

/* ---- inputs ---- */

static uint64_t drawn = 0x9e3779b97f4a7c15;
static inline uint64_t draw(void) /* splitmix64 */
{
    uint64_t x = drawn += 0x9e3779b97f4a7c15;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

#if !TOY_IS_REAL
/* All numbers of a format, and one NaN; the finite ones. */
template <class Number> static std::vector<Number> all_numbers(bool finite)
{
    std::vector<Number> all;

    for (uint32_t code = 0; code < Number::codes; code++) {
        const Number x = Number::of(code);

        if (x.is_finite() || (!finite && (x.is_infinite() || code == (Number::infinity | 1))))
            all.push_back(x);
    }
    return all;
}
#endif

#endif
