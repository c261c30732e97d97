/*
 * integer - 64-bit arithmetic of maps, defined for all operands: it wraps modulo 2^64, division by
 * zero gives 0, and shift counts are taken modulo 64.
 */
CLR_FN long clr_long_add(const long a, const long b)
{
    return as_long(as_ulong(a) + as_ulong(b));
}

CLR_FN long clr_long_subtract(const long a, const long b)
{
    return as_long(as_ulong(a) - as_ulong(b));
}

CLR_FN long clr_long_multiply(const long a, const long b)
{
    return as_long(as_ulong(a) * as_ulong(b));
}

CLR_FN long clr_long_negate(const long a)
{
    return as_long(0UL - as_ulong(a));
}

/* PoCL's abs() of LONG_MIN is undefined, and what surrounds it is compiled to match. Of a choice by
 * the sign LLVM makes llvm.abs, which Oclgrind does not have. */
CLR_FN long clr_long_abs(const long a)
{
    return max(a, clr_long_negate(a));
}

CLR_FN ulong clr_ulong_abs(const ulong a)
{
    return a;
}

/* Replaces the divisors that trap: 0, and -1, by which LONG_MIN overflows. */
CLR_FN long clr_long_divide(const long a, const long b)
{
    const long quotient = a / (b == 0 || b == -1 ? 1L : b);

    return b == 0 ? 0L : b == -1 ? clr_long_negate(a) : quotient;
}

CLR_FN long clr_long_remainder(const long a, const long b)
{
    return a % (b == 0 || b == -1 ? 1L : b);
}

CLR_FN ulong clr_ulong_divide(const ulong a, const ulong b)
{
    return b == 0 ? 0UL : a / (b == 0 ? 1UL : b);
}

CLR_FN ulong clr_ulong_remainder(const ulong a, const ulong b)
{
    return a % (b == 0 ? 1UL : b);
}

CLR_FN long clr_long_left(const long a, const ulong count)
{
    return as_long(as_ulong(a) << (count & 63UL));
}

CLR_FN long clr_long_right(const long a, const ulong count)
{
    return a >> (count & 63UL);
}

CLR_FN ulong clr_ulong_left(const ulong a, const ulong count)
{
    return a << (count & 63UL);
}

CLR_FN ulong clr_ulong_right(const ulong a, const ulong count)
{
    return a >> (count & 63UL);
}

/* Negative, 0 or positive as a is below, at or above b: C would compare modulo 2^64. */
CLR_FN int clr_long_order(const long a, const ulong b)
{
    return a < 0 ? -1 : (as_ulong(a) > b) - (as_ulong(a) < b);
}
