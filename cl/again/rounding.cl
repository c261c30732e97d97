/*
 * rounding - rounds a sum, or n S2 - S1^2, over a divisor, or the root of that, where the number is
 * known but for a margin: by two doubles near it, if all numbers within the margin have one result
 * (Ziv, 1991), else by integers at both ends. Two doubles first: means of f64 of random bits took
 * 621 us so, 846 by integers alone (docs/history/2026-11-27-made-again.md).
 */
CLR_LENGTHY ulong CLR_OUT(round_dividend)(const clr_dividend dividend, const bool is_negative,
                                          const clr_u128 divisor)
{
    const clr_format format = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const ulong sign        = is_negative ? clr_sign_of(format) : 0;
#if CLR_IS_ROOT
    const clr_leading leading = clr_root(clr_divide_leading(dividend, divisor, 127, true));
#else
    const clr_leading leading = clr_divide_leading(dividend, divisor, 64, false);
#endif

    return sign | clr_round_leading(leading, format);
}

/* Rounds x 2^lowest over the divisor, or the root of that; x must not be 0. */
CLR_FN ulong CLR_OUT(round_wide)(const clr_wide x, const bool is_negative, const int lowest,
                                 const clr_u128 divisor)
{
    clr_dividend dividend = clr_wide_dividend(x);

    dividend.exponent += lowest;
    return CLR_OUT(round_dividend)(dividend, is_negative, divisor);
}

/* The same of a number of limbs, which may be 0. */
CLR_FN ulong CLR_OUT(round_limbs)(const clr_limbs x, const int lowest, const clr_u128 divisor)
{
    if (clr_limbs_is_zero(x))
        return 0;
    return CLR_OUT(round_dividend)(clr_limbs_dividend(x, lowest), x.is_negative, divisor);
}

/* A double times 2^exponent, if that has the result's format's normal exponents; else 0. */
CLR_FN double CLR_OUT(scaled)(const double x, const int exponent)
{
    const int highest = (1 << (CLR_EXPONENT_BITS - 1)) - 1;
    const int binade  = (int)(as_ulong(x) >> CLR_DOUBLE_FRACTION_BITS) - CLR_DOUBLE_BIAS + exponent;

    return binade >= 1 - highest && binade < highest
               ? as_double(as_ulong(x) + ((ulong)(long)exponent << CLR_DOUBLE_FRACTION_BITS))
               : 0.0;
}

/* Two terms near x, times 2^lowest, over the divisor, or near the root of that: lowest is even then.
 * They err by less than 2^-97 of their sum (cl/exact/wide_near.cl). */
CLR_FN clr_near_terms CLR_OUT(near_terms)(const clr_wide x, const int lowest,
                                          const clr_u128 divisor)
{
    clr_near_terms terms = clr_near_wide(x, divisor, CLR_IS_ROOT);

    terms.exponent += CLR_IS_ROOT ? lowest / 2 : lowest;
    return terms;
}

/* The lowest power of two that is greater than x; 0 if x is 0. */
CLR_FN double CLR_OUT(above)(const clr_wide x)
{
    const int bits = clr_wide_is_zero(x) ? -CLR_DOUBLE_BIAS : clr_wide_dividend(x).exponent;

    return as_double((ulong)(CLR_DOUBLE_BIAS + bits) << CLR_DOUBLE_FRACTION_BITS);
}

/*
 * Whether two doubles tell that all numbers from x - margin to x + margin have one result; then
 * *bits are the result's. The margin counts once at least, and less than four times; a root's margin
 * is a smaller part of it than its number's. What additions here round is below 2^-97 of the sum
 * wherever doubles can decide, as the margin then is below 2^-52. A float is rounded from the ends
 * moved outwards by 2^-51 of the sum, which is more than rounding them to doubles moves them.
 */
CLR_FN bool CLR_OUT(is_near)(const clr_wide x, const clr_wide margin, const bool is_negative,
                             const int lowest, const clr_u128 divisor, __local ulong *bits)
{
    const clr_near_terms terms = CLR_OUT(near_terms)(x, lowest, divisor);
    const double part   = 2.0 * CLR_OUT(above)(margin) / CLR_OUT(above)(x) + 0x1p-96;
    const double around = terms.sum * (CLR_PRECISION == 53 ? part : part + 0x1p-51);
    const double lower  = CLR_OUT(scaled)(terms.sum + (terms.left - around), terms.exponent);
    const double upper  = CLR_OUT(scaled)(terms.sum + (terms.left + around), terms.exponent);
    const ulong sign    = is_negative ? 1UL << (CLR_PRECISION + CLR_EXPONENT_BITS - 1) : 0;
#if CLR_PRECISION == 53
    const ulong low     = as_ulong(lower);
    const ulong high    = as_ulong(upper);
#else
    const ulong low     = as_uint(convert_float(lower));
    const ulong high    = as_uint(convert_float(upper));
#endif

    *bits = sign | low;
    return low == high && lower > 0.0;
}

/* Whether all numbers from x - margin to x + margin have one result, by two doubles or else by the
 * roundings of both ends; then *bits are the result's. A range that reaches 0 decides nothing. */
CLR_FN bool CLR_OUT(decide)(const clr_wide x, const clr_wide margin, const bool is_negative,
                            const int lowest, const clr_u128 divisor, __local ulong *bits)
{
    const bool is_exact  = clr_wide_is_zero(margin);
    const clr_wide least = clr_wide_subtract(x, margin);
    ulong lower          = 0;
    ulong upper          = 0;

    *bits = 0;
    if (clr_wide_is_zero(x))
        return is_exact;
    if (clr_u128_top(least.high) || clr_wide_is_zero(least))
        return false;
    if (CLR_OUT(is_near)(x, margin, is_negative, lowest, divisor, bits))
        return true;
#pragma unroll 1
    for (uint end = is_exact ? 1 : 0; end < 2; end++) {
        lower = upper;
        upper = CLR_OUT(round_wide)(end ? clr_wide_add(x, margin) : least, is_negative, lowest,
                                    divisor);
    }
    *bits = upper;
    return is_exact || lower == upper;
}
