/*
 * wide_near - clr_round_wide() for f32 and f64 by two doubles near the result, where the rounding
 * is certain (Ziv, "Fast evaluation of elementary mathematical functions with correctly rounded
 * last bit", 1991), as long division takes longer. Dividend and divisor are two doubles each,
 * within 2^-105. fma() finds the errors of the first doubles' quotient and root, so two terms err
 * by less than 2^-97 of their sum. Results are in the normal range of both formats: they are 0 or
 * at least 2^-126, as is 1 / (n (n - ddof)).
 */
typedef struct clr_near_terms {
    double sum;  /* double nearest to the two terms, */
    double left; /* their sum minus that double, */
    int exponent; /* both times 2^exponent */
} clr_near_terms;

/* Two terms, the second of which is far smaller. */
CLR_FN clr_near_terms clr_near_sum(const double a, const double b, const int exponent)
{
    const double sum           = a + b;
    const clr_near_terms terms = {sum, b - (sum - a), exponent};

    return terms;
}

/* high 2^64 + low, for high below 2^53: low's upper 53 bits, then the others. */
CLR_FN clr_near_terms clr_near_short(const ulong high, const ulong low)
{
    const ulong rest = low & 0x7ff;
    const clr_near_terms upper =
        clr_near_sum(convert_double(high) * 0x1p64, convert_double(low - rest), 0);

    return clr_near_sum(upper.sum, upper.left + convert_double(rest), 0);
}

/* The first 106 bits, the top one 1, as a number in [1/2, 1]. */
CLR_FN clr_near_terms clr_near_leading(const clr_u128 bits, const int exponent)
{
    const ulong rest           = bits.high & 0x7ff;
    const clr_near_terms terms = {convert_double(bits.high - rest) * 0x1p-64,
                                  convert_double(rest << 42 | bits.low >> 22) * 0x1p-106, exponent};

    return terms;
}

/* A number that is not 0. */
CLR_FN clr_near_terms clr_near_of(const clr_wide x)
{
    clr_dividend leading;

    if ((x.high.high | x.high.low | x.low.high >> 53) == 0)
        return clr_near_short(x.low.high, x.low.low);
    leading = clr_wide_dividend(x);
    return clr_near_leading(leading.first, leading.exponent);
}

CLR_FN clr_near_terms clr_near_quotient(const clr_wide x, const clr_u128 divisor)
{
    const clr_wide wide    = {{0, 0}, divisor};
    const clr_near_terms a = clr_near_of(x);
    const clr_near_terms m = clr_near_of(wide);
    const double inverse   = 1.0 / m.sum;
    const double quotient  = a.sum * inverse;
    const double missing   = fma(-quotient, m.sum, a.sum) + fma(-quotient, m.left, a.left);

    return clr_near_sum(quotient, missing * inverse, a.exponent - m.exponent);
}

/* An odd exponent leaves a factor of 2 in the number. */
CLR_FN clr_near_terms clr_near_root(const clr_near_terms x)
{
    const int odd        = x.exponent & 1;
    const double number  = odd ? 2.0 * x.sum : x.sum;
    const double more    = odd ? 2.0 * x.left : x.left;
    const double root    = sqrt(number);
    const double missing = fma(-root, root, number) + more;

    return clr_near_sum(root, missing / (2.0 * root), (x.exponent - odd) / 2);
}

CLR_FN clr_near_terms clr_near_wide(const clr_wide x, const clr_u128 divisor, const bool is_root)
{
    const clr_near_terms quotient = clr_near_quotient(x, divisor);

    return is_root ? clr_near_root(quotient) : quotient;
}

CLR_FN ulong clr_near_bits(const clr_near_terms terms)
{
    return as_ulong(terms.sum) + ((ulong)(long)terms.exponent << 52);
}

/* Whether both are exact as doubles, as for means and variances of small numbers. */
CLR_FN bool clr_near_is_double(const clr_wide wide, const clr_u128 divisor)
{
    return (wide.high.high | wide.high.low | wide.low.high | divisor.high) == 0 &&
           (wide.low.low | divisor.low) >> 53 == 0;
}

/* The device rounds a quotient and a root of doubles correctly; else the sum of two terms is
 * certain unless the remainder is near half a unit of its last place. */
CLR_FN ulong clr_near_double(const clr_wide wide, const clr_u128 divisor, const bool is_root,
                             const clr_format format)
{
    clr_near_terms terms;

    if (clr_near_is_double(wide, divisor) && (!is_root || divisor.low == 1)) {
        const double quotient = convert_double(wide.low.low) / convert_double(divisor.low);

        return as_ulong(is_root ? sqrt(quotient) : quotient);
    }
    if (clr_wide_is_zero(wide))
        return 0;
    terms = clr_near_wide(wide, divisor, is_root);
    if (terms.sum + terms.left * (1.0 + 0x1p-26) == terms.sum)
        return clr_near_bits(terms);
    return clr_round_wide(wide, divisor, is_root, format);
}

/*
 * A double's fraction has 52 bits, a float's 23, so midpoints of floats are doubles. If the sum is
 * no midpoint, the remainder is less than the distance to the next one; if it is, the remainder's
 * sign decides, unless it is 0.
 */
CLR_FN uint clr_near_float(const clr_wide wide, const clr_u128 divisor, const bool is_root,
                           const clr_format format)
{
    const ulong tie = 1UL << 28;
    clr_near_terms terms;
    ulong bits;

    if (clr_wide_is_zero(wide))
        return 0;
    terms = clr_near_wide(wide, divisor, is_root);
    bits  = clr_near_bits(terms);
    if ((bits & (2 * tie - 1)) != tie)
        return as_uint(convert_float(as_double(bits)));
    if (fabs(terms.left) >= 0x1p-90 * terms.sum)
        return as_uint(convert_float(as_double(terms.left > 0.0 ? bits + 1 : bits - 1)));
    return (uint)clr_round_wide(wide, divisor, is_root, format);
}
