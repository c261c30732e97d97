/* special - the bits of results that no rounding makes: infinity, NaN, a sign; and the divisor of
 * means. */
CLR_FN ulong clr_sign_of(const clr_format format)
{
    return 1UL << (format.precision + format.exponent - 1);
}

CLR_FN ulong clr_infinity_of(const clr_format format, const bool negative)
{
    const ulong infinity = ((1UL << format.exponent) - 1) << (format.precision - 1);

    return negative ? infinity | clr_sign_of(format) : infinity;
}

CLR_FN ulong clr_nan_of(const clr_format format)
{
    return clr_infinity_of(format, false) | 1UL << (format.precision - 2);
}

CLR_FN clr_u128 clr_count_divisor(const ulong count)
{
    const clr_u128 divisor = {0, max(count, 1UL)};

    return divisor;
}
