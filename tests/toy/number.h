/* SPDX-License-Identifier: Apache-2.0 */
/*
 * number - floating-point numbers of any small binary format, as IEEE 754 has them: subnormals,
 * infinities, NaN, signed zeros, and all results rounded to nearest, ties to even. They are held as
 * their bits, and calculated as the integers that they are multiples of the smallest number.
 */
#ifndef CLREDUCE_TESTS_TOY_NUMBER_H
#define CLREDUCE_TESTS_TOY_NUMBER_H

#include <stdint.h>
#include <type_traits>

template <int DIGITS, int EXPONENT_BITS> struct Number {
    static_assert(DIGITS + (1 << EXPONENT_BITS) <= 26, "products in 64 bits");

    static constexpr int depth = (1 << (EXPONENT_BITS - 1)) - 1 + DIGITS - 2;
    static constexpr uint32_t hidden = 1u << (DIGITS - 1);
    static constexpr uint32_t infinity = ((1u << EXPONENT_BITS) - 1) << (DIGITS - 1);
    static constexpr uint32_t sign = 1u << (DIGITS + EXPONENT_BITS - 1);
    static constexpr uint32_t codes = 2 * sign;

    uint16_t code;

    Number() = default;

    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>> Number(T x)
    {
        const double value = (double)x;

        code = value == 0 ? (uint16_t)(__builtin_signbit(value) ? sign : 0)
                          : rounded((int64_t)__builtin_ldexp(value, depth + 30), 30).code;
    }

    template <int OTHER, int BITS> explicit Number(Number<OTHER, BITS> x)
    {
        constexpr int below = Number<OTHER, BITS>::depth - depth;

        if (x.is_nan())
            code = infinity | 1;
        else if (x.is_infinite())
            code = (uint16_t)(infinity | (x.is_negative() ? sign : 0));
        else if (x.is_zero())
            code = (uint16_t)(x.is_negative() ? sign : 0);
        else
            code = below > 0
                       ? rounded(x.units(), below, x.is_negative()).code
                       : rounded(x.units() * ((int64_t)1 << (below > 0 ? 0 : -below)), 0).code;
    }

    static Number of(uint32_t code)
    {
        Number x;

        x.code = (uint16_t)code;
        return x;
    }

    explicit operator uint64_t() const
    {
        return (uint64_t)(units() / ((int64_t)1 << depth));
    }

    bool is_negative() const
    {
        return (code & sign) != 0;
    }
    bool is_zero() const
    {
        return (code & (sign - 1)) == 0;
    }
    bool is_finite() const
    {
        return (code & (sign - 1)) < infinity;
    }
    bool is_infinite() const
    {
        return (code & (sign - 1)) == infinity;
    }
    bool is_nan() const
    {
        return (code & (sign - 1)) > infinity;
    }

    /* A finite number, in the format's smallest ones. */
    int64_t units() const
    {
        const uint32_t exponent = (code & (sign - 1)) >> (DIGITS - 1);
        const uint32_t fraction = code & (hidden - 1);
        const int64_t m = exponent ? (int64_t)(fraction | hidden) << (exponent - 1) : fraction;

        return is_negative() ? -m : m;
    }

    /* What is nearest to so many 2^-below of the smallest numbers; of 0 the sign is told. */
    static Number rounded(int64_t units, int below, bool negative_zero = false)
    {
        const uint64_t m = units < 0 ? -(uint64_t)units : (uint64_t)units;
        const uint32_t of_sign = units < 0 || (units == 0 && negative_zero) ? sign : 0;
        uint64_t bits = 0;

        if (m) {
            const int length = 64 - __builtin_clzll(m);
            const int off = length - DIGITS > below ? length - DIGITS : below;
            const uint64_t kept = m >> off;
            const uint64_t rest = m - (kept << off);
            const uint64_t half = off ? (uint64_t)1 << (off - 1) : 1;

            bits = ((uint64_t)(off - below) << (DIGITS - 1)) + kept +
                   (rest > half || (rest == half && (kept & 1)));
        }
        return of((bits < infinity ? (uint32_t)bits : infinity) | of_sign);
    }

    friend Number operator-(Number a)
    {
        return of(a.code ^ sign);
    }
    friend Number operator+(Number a, Number b)
    {
        if (!a.is_finite() || !b.is_finite())
            return a.is_nan() || b.is_nan() ||
                           (!a.is_finite() && !b.is_finite() && a.code != b.code)
                       ? of(infinity | 1)
                       : (a.is_finite() ? b : a);
        return rounded(a.units() + b.units(), 0, (a.code & b.code & sign) != 0);
    }
    friend Number operator-(Number a, Number b)
    {
        return a + -b;
    }
    friend Number operator*(Number a, Number b)
    {
        return fma(a, b, of((a.code ^ b.code) & sign));
    }
    friend Number fma(Number a, Number b, Number c)
    {
        const uint32_t sign_of_product = (a.code ^ b.code) & sign;

        if (!a.is_finite() || !b.is_finite() || !c.is_finite()) {
            if (a.is_nan() || b.is_nan() || c.is_nan())
                return of(infinity | 1);
            if (a.is_finite() && b.is_finite())
                return c;
            if (a.is_zero() || b.is_zero() ||
                (c.is_infinite() && (c.code & sign) != sign_of_product))
                return of(infinity | 1);
            return of(infinity | sign_of_product);
        }
        return rounded(a.units() * b.units() + c.units() * ((int64_t)1 << depth), depth,
                       (sign_of_product & c.code) != 0);
    }
    friend bool operator==(Number a, Number b)
    {
        return !a.is_nan() && !b.is_nan() && (a.code == b.code || (a.is_zero() && b.is_zero()));
    }
    friend bool operator!=(Number a, Number b)
    {
        return !(a == b);
    }
    friend Number fabs(Number a)
    {
        return of(a.code & (sign - 1));
    }
    Number &operator+=(Number b)
    {
        return *this = *this + b;
    }
};

#endif
