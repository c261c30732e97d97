/*
 * exact_cospread - the result is the covariance, from the exact sums of both inputs' values and of
 * their products, rounded once.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_COLD CLR_OUT(result) CLR_OUT(lower)(__local CLR_OF(bins) *bins, const CLR_OF(state) state,
                                      __local CLR_OTHERS(bins) *others_bins,
                                      const CLR_OTHERS(state) others_state,
                                      __local CLR_PRODUCTS(bins) *products_bins,
                                      const CLR_PRODUCTS(state) products_state,
                                      __local uint *work, const ulong n, const ulong ddof)
{
    const clr_format format = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const ulong      count  = max(CLR_COUNT_OF(state, n), ddof + 1);
    const clr_limbs  sum    = CLR_OF(number_of)(bins, state);
    const clr_limbs  other  = CLR_OTHERS(number_of)(others_bins, others_state);
    clr_limbs        spread = CLR_PRODUCTS(number_of)(products_bins, products_state);
    CLR_OUT(result) result;

    for (int i = spread.begin; i < spread.end; i++)
        work[i] = spread.at[i];
    spread.at = work; /* other results may use the sum of products: this one changes a copy */
    spread    = clr_cospread(spread, sum, other, work + CLR_WORK_WORDS / 2, count);
    if ((state.seen | others_state.seen) & (CLR_SEEN_NAN | CLR_SEEN_PLUS | CLR_SEEN_MINUS))
        result.value = (CLR_RESULT)clr_nan_of(format);
    else
        result.value = (CLR_RESULT)clr_round_ratio(spread, -2 * CLR_DEPTH,
                                                   clr_spread_divisor(count, ddof), format);
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state, const ulong ddof)
{
    return CLR_COUNT_OF(state, ddof + 1) > ddof ? CLR_OK : CLR_ERROR_EMPTY;
}
