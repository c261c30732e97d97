/*
 * near - rounds a result from a double near it, where that cannot err (Ziv, "Fast evaluation of
 * elementary mathematical functions with correctly rounded last bit", 1991): rounding to floats is
 * monotonic, so all numbers between two that round to the same float round to it. Nearly all means,
 * roots and variances are made so; for the others, such as ties, integers decide, and for 0, whose
 * sign margins do not tell. Quotients and roots come by Newton's steps from a guess of any quality:
 * the remainder in the end bounds their error. The device's own division and root of doubles call
 * functions, for which NVIDIA's compiler takes registers from all of the kernel
 * (docs/history/2026-11-23-halves-bytes-products.md, "Roundings").
 */
#ifdef CLR_NARROW
/* A number, and a bound of its error. */
typedef struct CLR_OF(near) {
    double value;
    double margin;
} CLR_OF(near);

typedef struct CLR_OF(rounded) {
    uint bits; /* of a float */
    bool is_sure;
} CLR_OF(rounded);

CLR_FN CLR_OF(rounded) CLR_OF(round_near)(const CLR_OF(near) x)
{
    const double most = x.value + x.margin;
    const uint   low  = as_uint(convert_float(x.value - x.margin));
    const uint   high = as_uint(convert_float(most));
    const CLR_OF(rounded) rounded = {
        low, low == high && CLR_OF(is_finite)(most) && CLR_FLOAT_MAGNITUDE(low) != 0};

    return rounded;
}

/* x over a divisor from 1 to 2^106, which itself may err by 2^-52: the remainder 1 - divisor *
 * inverse bounds the inverse's error. */
CLR_FN CLR_OF(near) CLR_OF(divide)(const CLR_OF(near) x, const double divisor)
{
    double inverse = convert_double(native_recip(convert_float(divisor)));
    CLR_OF(near) quotient;

#pragma unroll
    for (uint step = 0; step < 2; step++) {
        inverse = fma(inverse, fma(-inverse, divisor, 1.0), inverse);
    }
    quotient.value  = x.value * inverse;
    quotient.margin = fabs(fma(-inverse, divisor, 1.0)) <= 0x1p-48
                          ? fabs(quotient.value) * 0x1p-46 + 2.0 * x.margin * inverse
                          : fabs(quotient.value);
    return quotient;
}

/*
 * The root of a number above 0, from the root and half its inverse of x 2^-even, which is 1 to 4:
 * with x - root^2 at most 2^-48 the root errs by 2^-49, and by x's margin times less than the
 * inverse.
 */
CLR_FN CLR_OF(near) CLR_OF(root_of)(const CLR_OF(near) x)
{
    const ulong  bits = as_ulong(x.value);
    const int    even = ((int)(bits >> CLR_DOUBLE_FRACTION_BITS) - CLR_DOUBLE_BIAS) & ~1;
    const double fraction = as_double(bits - ((ulong)(long)even << CLR_DOUBLE_FRACTION_BITS));
    const ulong  half_even = (ulong)(long)(even / 2) << CLR_DOUBLE_FRACTION_BITS;
    double inverse = 0.5 * convert_double(native_rsqrt(convert_float(fraction)));
    double root    = 2.0 * inverse * fraction;
    CLR_OF(near) found;

#pragma unroll
    for (uint step = 0; step < 2; step++) {
        const double missing = fma(-root, inverse, 0.5);

        root    = fma(root, missing, root);
        inverse = fma(inverse, missing, inverse);
    }
    found.value  = as_double(as_ulong(root) + half_even);
    found.margin = CLR_OF(is_finite)(x.value) && x.value > 0.0 &&
                           fabs(fma(-root, root, fraction)) <= 0x1p-48 &&
                           fabs(fma(-root, inverse, 0.5)) <= 0x1p-20
                       ? found.value * 0x1p-46 +
                             4.0 * x.margin * as_double(as_ulong(inverse) - half_even)
                       : found.value;
    return found;
}

CLR_FN CLR_OF(near) CLR_OF(near_mean)(const CLR_OF(near) sum, const ulong n)
{
    return CLR_OF(divide)(sum, convert_double(n));
}

/* A sum as two terms that err by at most the margin. */
typedef struct CLR_OF(near_terms) {
    CLR_OF(two) sum;
    double margin;
} CLR_OF(near_terms);

/*
 * n S2 - S1^2, with S1 and S2 the sums of values and of squares, whose second terms are at most
 * half a unit of their first terms' last places. fma() finds the two products' errors. No second
 * term is more than 2^-52 n S2, which S1^2 does not exceed; it is rounded ten times, and its own
 * square is left out: that is less than 2^-98 n S2 in all. An error of S1 changes S1^2 by twice its
 * product with S1, and its square. From 2^53 on n may not be a double.
 */
CLR_FN CLR_OF(near) CLR_OF(near_spread)(const CLR_OF(near_terms) sum, const CLR_OF(near_terms) squares,
                                        const ulong n)
{
    const CLR_OF(two) s1    = sum.sum;
    const CLR_OF(two) s2    = squares.sum;
    const double      count = convert_double(n);
    const double      n_s2  = count * s2.sum;
    const double      s1_s1 = s1.sum * s1.sum;
    const CLR_OF(two) apart = CLR_OF(two_sum)(n_s2, -s1_s1);
    const double      lost  = fma(count, s2.sum, -n_s2) - fma(s1.sum, s1.sum, -s1_s1);
    const double      rest  = count * s2.error - 2.0 * s1.sum * s1.error;
    const double      off   = (4.0 * fabs(s1.sum) + 2.0 * sum.margin) * sum.margin +
                       2.0 * count * squares.margin;
    CLR_OF(near) spread;

    spread.value = apart.sum + (apart.error + (lost + rest));
    spread.margin =
        n >> 53 ? fabs(spread.value) : fabs(spread.value) * 0x1p-52 + n_s2 * 0x1p-96 + off;
    return spread;
}

CLR_FN double CLR_OF(near_divisor)(const ulong n, const ulong ddof)
{
    return convert_double(n) * convert_double(n - ddof);
}
#endif
