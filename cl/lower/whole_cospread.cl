/*
 * whole_cospread - the result is the covariance of integers, (n Sxy - Sx Sy) / (n (n - ddof)),
 * rounded once, from the exact sums Sx and Sy of values and Sxy of products.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const CLR_OTHERS(state) others,
                                      const CLR_PRODUCTS(state) products, const ulong n,
                                      const ulong ddof)
{
    const clr_format format  = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const ulong count        = max(CLR_COUNT_OF(state, n), ddof + 1);
    const CLR_OF(number) sum = CLR_SUM_OF(state);
    const clr_signed_wide spread = clr_wide_cospread(
        clr_wide_signed(CLR_PRODUCTS(top)(products), products.high, products.low),
        clr_wide_signed(CLR_OF(top)(sum), sum.high, sum.low),
        clr_wide_signed(CLR_OTHERS(top)(others), others.high, others.low), count);
    const ulong sign = spread.is_negative ? clr_sign_of(format) : 0;
    const CLR_OUT(result) result = {(CLR_RESULT)CLR_RESULT_OF(
        sign | CLR_ROUND_WIDE(spread.magnitude, clr_spread_divisor(count, ddof), format))};

    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state, const ulong ddof)
{
    return CLR_COUNT_OF(state, ddof + 1) > ddof ? CLR_OK : CLR_ERROR_EMPTY;
}
