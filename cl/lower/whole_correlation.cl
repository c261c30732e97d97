/*
 * whole_correlation - the result is the correlation of integers, N / root(A B) with the numerators N
 * of the covariance and A and B of both variances, rounded once; NaN where a variance is 0.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const CLR_OTHERS(state) others,
                                      const CLR_PRODUCTS(state) products,
                                      const CLR_SQUARES(state) squares,
                                      const CLR_OTHER_SQUARES(state) other_squares, const ulong n)
{
    const clr_format format  = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const ulong count        = max(CLR_COUNT_OF(state, n), 1UL);
    const CLR_OF(number) sum = CLR_SUM_OF(state);
    const clr_signed_wide x  = clr_wide_signed(CLR_OF(top)(sum), sum.high, sum.low);
    const clr_signed_wide y  = clr_wide_signed(CLR_OTHERS(top)(others), others.high, others.low);
    const clr_signed_wide of_both = clr_wide_cospread(
        clr_wide_signed(CLR_PRODUCTS(top)(products), products.high, products.low), x, y, count);
    const clr_signed_wide of_x = clr_wide_cospread(
        clr_wide_signed(CLR_SQUARES(top)(squares), squares.high, squares.low), x, x, count);
    const clr_signed_wide of_y =
        clr_wide_cospread(clr_wide_signed(CLR_OTHER_SQUARES(top)(other_squares), other_squares.high,
                                          other_squares.low),
                          y, y, count);
    const ulong sign = of_both.is_negative ? clr_sign_of(format) : 0;
    CLR_OUT(result) result;

    if (clr_wide_is_zero(of_x.magnitude) || clr_wide_is_zero(of_y.magnitude))
        result.value = (CLR_RESULT)CLR_RESULT_OF(clr_nan_of(format));
    else
        result.value = (CLR_RESULT)CLR_RESULT_OF(
            sign | clr_round_wide_correlation(of_both.magnitude, of_x.magnitude, of_y.magnitude,
                                              format));
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_COUNT_OF(state, 1) ? CLR_OK : CLR_ERROR_EMPTY;
}
