/*
 * bits - comparisons, choices and sign changes of floats in maps and conditions, by their bits: for
 * devices that flush subnormal numbers or assume no NaN when they compare. A format is given by the
 * bits of its sign and of infinity.
 */
#define CLR_FORMAT_OF_FLOAT  0x80000000UL, 0x7f800000UL
#define CLR_FORMAT_OF_DOUBLE 1UL << 63, 0x7ff0000000000000UL

/* Integers in the order of the floats; both zeros are 0, NaN is LONG_MIN. */
CLR_FN long clr_place(const ulong bits, const ulong sign, const ulong infinity)
{
    const long magnitude = as_long(bits & ~sign);

    return as_ulong(magnitude) > infinity ? LONG_MIN : (bits & sign) != 0 ? -magnitude : magnitude;
}

/* The relation of a to b, CLR_LESS and the like. */
CLR_FN uint clr_relation(const ulong a, const ulong sign, const ulong infinity, const ulong b)
{
    const long at_a = clr_place(a, sign, infinity), at_b = clr_place(b, sign, infinity);

    if (at_a == LONG_MIN || at_b == LONG_MIN)
        return CLR_UNORDERED;
    return at_a < at_b ? CLR_LESS : at_a == at_b ? CLR_EQUAL : CLR_GREATER;
}

/* Whether it is one of `relations`. */
CLR_FN bool clr_stands(const uint relations, const ulong a, const ulong sign, const ulong infinity,
                       const ulong b)
{
    return (clr_relation(a, sign, infinity, b) & relations) != 0;
}

CLR_FN ulong clr_negated(const ulong a, const ulong sign, const ulong infinity)
{
    return a ^ sign;
}

CLR_FN ulong clr_unsigned(const ulong a, const ulong sign, const ulong infinity)
{
    return a & ~sign;
}

CLR_FN ulong clr_signed_as(const ulong a, const ulong sign, const ulong infinity, const ulong b)
{
    return (a & ~sign) | (b & sign);
}

/* A NaN yields to a number, and -0 is below 0. */
CLR_FN ulong clr_smaller(const ulong a, const ulong sign, const ulong infinity, const ulong b)
{
    const uint relation = clr_relation(a, sign, infinity, b);

    if (relation == CLR_EQUAL)
        return a | b;
    return relation == CLR_GREATER || (relation == CLR_UNORDERED && (a & ~sign) > infinity) ? b : a;
}

CLR_FN ulong clr_larger(const ulong a, const ulong sign, const ulong infinity, const ulong b)
{
    const uint relation = clr_relation(a, sign, infinity, b);

    if (relation == CLR_EQUAL)
        return a & b;
    return relation == CLR_LESS || (relation == CLR_UNORDERED && (a & ~sign) > infinity) ? b : a;
}

/* A float's bits as a double's: a subnormal number's first bit becomes the hidden one. */
CLR_FN ulong clr_widened(const ulong a, const ulong sign, const ulong infinity)
{
    const ulong magnitude = a & ~sign;
    const ulong shift     = magnitude >> 23 == 0 ? clz(magnitude) - 40 : 0;
    const ulong finite =
        magnitude == 0 ? 0 : ((896UL - shift) << 52) + (magnitude << (29 + shift));

    return (a & sign) << 32 |
           (magnitude < infinity ? finite : 0x7ff0000000000000UL | magnitude << 29);
}

/* The bits of 1: half of infinity's exponent, which is odd, rounded down. */
CLR_FN ulong clr_one(const ulong infinity)
{
    return (infinity >> 1) & infinity;
}

/* 1 or -1; of a zero itself, of a NaN 0. */
CLR_FN ulong clr_signum(const ulong a, const ulong sign, const ulong infinity)
{
    const long at = clr_place(a, sign, infinity);

    return at == LONG_MIN ? 0 : at == 0 ? a : (a & sign) | clr_one(infinity);
}

/* 0 if b is below the edge, else 1. */
CLR_FN ulong clr_step_at(const ulong edge, const ulong sign, const ulong infinity, const ulong b)
{
    return clr_relation(edge, sign, infinity, b) == CLR_GREATER ? 0 : clr_one(infinity);
}
