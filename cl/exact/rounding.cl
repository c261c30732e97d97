/* rounding - rounds a number of limbs to floating point: N 2^lowest / M, or its root
 * (cl/exact/leading.cl). src/base/limbs.h compiles this text for the host. */
/* |N| 2^lowest; N must not be 0. */
CLR_FN clr_dividend clr_limbs_dividend(const clr_limbs n, const int lowest)
{
    const int top               = clr_limbs_length(n);
    const clr_dividend dividend = {
        {clr_limbs_window(n, top - 64), clr_limbs_window(n, top - 128)},
        {clr_limbs_window(n, top - 192), clr_limbs_window(n, top - 256)},
        top + lowest,
        clr_limbs_any_below(n, top - 256)};

    return dividend;
}

/* The leading bits of |N| 2^lowest / M, as clr_divide_leading(); N and M must not be 0. */
CLR_COLD clr_leading clr_divide(const clr_limbs n, const int lowest, const clr_u128 divisor,
                              const int length, const bool even)
{
    return clr_divide_leading(clr_limbs_dividend(n, lowest), divisor, length, even);
}

/* The leading bits of |N| 2^lowest. */
CLR_COLD clr_leading clr_lead(const clr_limbs n, const int lowest, const int length, const bool even)
{
    return clr_lead_dividend(clr_limbs_dividend(n, lowest), length, even);
}

/* Rounds, with the sign of N. */
CLR_FN ulong clr_round_signed(const clr_limbs n, const clr_leading leading, const clr_format format)
{
    const ulong sign = n.is_negative ? (ulong)1 << (format.precision + format.exponent - 1) : 0;

    return sign | clr_round_leading(leading, format);
}

/* The bits of N 2^lowest, rounded; 0 of N = 0. */
CLR_FN ulong clr_round(const clr_limbs n, const int lowest, const clr_format format)
{
    if (clr_limbs_is_zero(n))
        return 0;
    return clr_round_signed(n, clr_lead(n, lowest, 64, false), format);
}

/* N 2^lowest / divisor rounded; divisor must not be 0. */
CLR_COLD ulong clr_round_ratio(const clr_limbs n, const int lowest, const clr_u128 divisor,
                             const clr_format format)
{
    if (clr_limbs_is_zero(n))
        return 0;
    return clr_round_signed(n, clr_divide(n, lowest, divisor, 64, false), format);
}

/* The root of |N| 2^lowest, rounded. */
CLR_FN ulong clr_round_root(const clr_limbs n, const int lowest, const clr_format format)
{
    if (clr_limbs_is_zero(n))
        return 0;
    return clr_round_leading(clr_root(clr_lead(n, lowest, 127, true)), format);
}

/* The root of |N| 2^lowest / divisor, rounded; divisor must not be 0. */
CLR_COLD ulong clr_round_root_of_ratio(const clr_limbs n, const int lowest, const clr_u128 divisor,
                                     const clr_format format)
{
    if (clr_limbs_is_zero(n))
        return 0;
    return clr_round_leading(clr_root(clr_divide(n, lowest, divisor, 127, true)), format);
}
