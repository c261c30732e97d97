/* whole_quotient - the result is a weighted mean of integers: the exact sum of products over the exact
 * sum of weights, rounded once; NaN of weights that add up to 0. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state,
                                      const CLR_PRODUCTS(state) products, const ulong n)
{
    const clr_format format       = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const CLR_OF(number) weights  = CLR_SUM_OF(state);
    const ulong top               = CLR_OF(top)(weights);
    const ulong products_top      = CLR_PRODUCTS(top)(products);
    const clr_wide divisor        = clr_wide_magnitude(top, weights.high, weights.low);
    const clr_wide dividend       = clr_wide_magnitude(products_top, products.high, products.low);
    const ulong sign              = top >> 63 != products_top >> 63 ? clr_sign_of(format) : 0;
    CLR_OUT(result) result;

    if (clr_wide_is_zero(divisor))
        result.value = (CLR_RESULT)CLR_RESULT_OF(clr_nan_of(format));
    else
        result.value = (CLR_RESULT)CLR_RESULT_OF(
            sign | CLR_ROUND_WIDE(dividend, divisor.low, format));
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_COUNT_OF(state, 1) ? CLR_OK : CLR_ERROR_EMPTY;
}
