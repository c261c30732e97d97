/*
 * exact_quotient - the result is a weighted mean: the exact sum of products over the exact sum of
 * weights, rounded once. The quotient's infinities and the sign of its 0 are those of IEEE 754;
 * weights that are not finite, or add up to 0, have no weighted mean, but NaN.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_COLD CLR_OUT(result) CLR_OUT(lower)(__local CLR_OF(bins) *bins, const CLR_OF(state) state,
                                      __local CLR_PRODUCTS(bins) *products_bins,
                                      const CLR_PRODUCTS(state) products_state,
                                      __local uint *work, const ulong n)
{
    const clr_format format  = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const uint       endless = CLR_SEEN_NAN | CLR_SEEN_MINUS | CLR_SEEN_PLUS;
    const uint       minus   = products_state.seen & CLR_SEEN_MINUS;
    const uint       plus    = products_state.seen & CLR_SEEN_PLUS;
    const clr_limbs  weights  = CLR_OF(number_of)(bins, state);
    const clr_limbs  products = CLR_PRODUCTS(number_of)(products_bins, products_state);
    const bool is_minus_zero  = !CLR_PRODUCTS(has_other)(products_state);
    const bool is_negative    = weights.is_negative != (minus || is_minus_zero);
    CLR_OUT(result) result;

    if ((state.seen & endless) || (products_state.seen & CLR_SEEN_NAN) || (minus && plus) ||
        clr_limbs_is_zero(weights))
        result.value = (CLR_RESULT)clr_nan_of(format);
    else if (minus || plus)
        result.value = (CLR_RESULT)clr_infinity_of(format, is_negative);
    else if (clr_limbs_is_zero(products))
        result.value = (CLR_RESULT)(is_negative ? clr_sign_of(format) : 0);
    else
        result.value = (CLR_RESULT)clr_round_quotient(products, -2 * CLR_DEPTH, weights, -CLR_DEPTH,
                                                      work, work + CLR_WORK_WORDS / 2, format);
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_COUNT_OF(state, 1) ? CLR_OK : CLR_ERROR_EMPTY;
}
