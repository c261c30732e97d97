/*
 * quotient - rounds a quotient of two numbers of limbs, or its root: means of weighted values, and
 * correlations. The 64 leading bits come of the leading bits of both numbers, and one comparison of
 * all bits says whether they are right: the divisor's first 128 bits, less 1 where more follow, make
 * a result that is too large, by less than 2^-60 of its last bit, as what the dividend lacks beyond
 * its first 256 bits is less. src/base/limbs.h compiles this text for the host.
 */

/* |x| 2^up, in other memory or in its own; `up` must not be negative. */
CLR_FN clr_limbs clr_limbs_raised(const clr_limbs x, const int up, CLR_LIMB_SPACE uint *to)
{
    const clr_limbs raised = {to, x.begin + up / 32, x.end + up / 32, false};

    for (int i = x.end - 1; i >= x.begin; i--)
        to[i + up / 32] = x.at[i];
    return clr_limbs_multiply(raised, (ulong)1 << (up % 32));
}

/* Leading bits that may be too large by 1, and whether more follow, of the quotient or its root. */
CLR_COLD clr_leading clr_settle_quotient(const clr_leading leading, const clr_limbs n,
                                         const int lowest, const clr_limbs d,
                                         const int divisor_lowest, const bool is_root,
                                         CLR_LIMB_SPACE uint *product,
                                         CLR_LIMB_SPACE uint *dividend)
{
    const int exponent  = is_root ? 2 * leading.exponent : leading.exponent;
    const int up        = exponent + divisor_lowest - lowest;
    clr_limbs told      = clr_limbs_raised(d, up > 0 ? up : 0, product);
    const clr_limbs is  = clr_limbs_raised(n, up < 0 ? -up : 0, dividend);
    clr_leading settled = leading;

    for (int i = 0; i < (is_root ? 2 : 1); i++)
        told = clr_limbs_multiply(told, leading.bits.low);
    settled.is_more = clr_limbs_less(told, is);
    return clr_limbs_less(is, told) ? clr_leading_below(leading) : settled;
}

/*
 * The 64 leading bits of |N| 2^lowest / (|D| 2^divisor_lowest), or of its root; N and D must not be
 * 0. `product` and `dividend` are memory for four limbs more than the longer of both numbers has.
 */
CLR_COLD clr_leading clr_quotient(const clr_limbs n, const int lowest, const clr_limbs d,
                                  const int divisor_lowest, const bool is_root,
                                  CLR_LIMB_SPACE uint *product, CLR_LIMB_SPACE uint *dividend)
{
    const int top             = clr_limbs_length(d);
    const bool is_longer      = clr_limbs_any_below(d, top - 128);
    const clr_u128 first      = {clr_limbs_window(d, top - 64), clr_limbs_window(d, top - 128)};
    const clr_u128 less       = {0, is_longer ? 1 : 0};
    const clr_dividend of     = clr_limbs_dividend(n, lowest - divisor_lowest - (top - 128));
    const clr_leading leading = clr_divide_bits(of, clr_u128_subtract(first, less),
                                                is_root ? 127 : 64, is_root);
    const clr_leading result  = is_root ? clr_root(leading) : leading;

    return is_longer ? clr_settle_quotient(result, n, lowest, d, divisor_lowest, is_root, product,
                                           dividend)
                     : result;
}

/* N 2^lowest / (D 2^divisor_lowest) rounded, with its sign; 0 of N = 0; D must not be 0. */
CLR_COLD ulong clr_round_quotient(const clr_limbs n, const int lowest, const clr_limbs d,
                                  const int divisor_lowest, CLR_LIMB_SPACE uint *product,
                                  CLR_LIMB_SPACE uint *dividend, const clr_format format)
{
    clr_limbs quotient = n;

    quotient.is_negative = n.is_negative != d.is_negative;
    if (clr_limbs_is_zero(n))
        return 0;
    return clr_round_signed(
        quotient, clr_quotient(n, lowest, d, divisor_lowest, false, product, dividend), format);
}

/*
 * N / root(A B) rounded, with N's sign; 0 of N = 0; A and B must be above 0. With `room` for the
 * longest of the three and four limbs more, `work` has seven times as much, and may have N, A and B
 * in its first three parts, which the products that settle the last bit take over.
 */
CLR_COLD ulong clr_round_correlation(const clr_limbs n, const clr_limbs a, const clr_limbs b,
                                     CLR_LIMB_SPACE uint *work, const int room,
                                     const clr_format format)
{
    clr_limbs square, product;

    if (clr_limbs_is_zero(n))
        return 0;
    product = clr_limbs_product(a, b, work + 3 * room);
    square  = clr_limbs_product(n, n, work + 5 * room);
    return clr_round_signed(
        n, clr_quotient(square, 0, product, 0, true, work, square.at), format);
}
