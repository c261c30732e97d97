/*
 * exact_correlation - the result is the correlation, N / root(A B) with the numerators N of the
 * covariance and A and B of both variances, rounded once. Local memory has seven numbers of `room`
 * limbs (cl/exact/quotient.cl).
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

/* A copy of a sum that other results may use. */
CLR_FN clr_limbs CLR_OUT(copy)(const clr_limbs x, __local uint *to)
{
    clr_limbs copy = x;

    for (int i = x.begin; i < x.end; i++)
        to[i] = x.at[i];
    copy.at = to;
    return copy;
}

CLR_COLD CLR_OUT(result) CLR_OUT(lower)(__local CLR_OF(bins) *bins, const CLR_OF(state) state,
                                      __local CLR_OTHERS(bins) *others_bins,
                                      const CLR_OTHERS(state) others_state,
                                      __local CLR_PRODUCTS(bins) *products_bins,
                                      const CLR_PRODUCTS(state) products_state,
                                      __local CLR_SQUARES(bins) *squares_bins,
                                      const CLR_SQUARES(state) squares_state,
                                      __local CLR_OTHER_SQUARES(bins) *other_squares_bins,
                                      const CLR_OTHER_SQUARES(state) other_squares_state,
                                      __local uint *work, const ulong n)
{
    const clr_format format = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const int        room   = CLR_WORK_WORDS / 7;
    const ulong      count  = max(CLR_COUNT_OF(state, n), 1UL);
    const clr_limbs  x      = CLR_OF(number_of)(bins, state);
    const clr_limbs  y      = CLR_OTHERS(number_of)(others_bins, others_state);
    const clr_limbs  xy     = CLR_PRODUCTS(number_of)(products_bins, products_state);
    const clr_limbs  xx     = CLR_SQUARES(number_of)(squares_bins, squares_state);
    const clr_limbs  yy     = CLR_OTHER_SQUARES(number_of)(other_squares_bins, other_squares_state);
    __local uint *product   = work + 3 * room;
    const clr_limbs of_both = clr_cospread(CLR_OUT(copy)(xy, work), x, y, product, count);
    const clr_limbs of_x    = clr_spread(CLR_OUT(copy)(xx, work + room), x, product, count);
    const clr_limbs of_y    = clr_spread(CLR_OUT(copy)(yy, work + 2 * room), y, product, count);
    CLR_OUT(result) result;

    if (((state.seen | others_state.seen) & (CLR_SEEN_NAN | CLR_SEEN_PLUS | CLR_SEEN_MINUS)) ||
        clr_limbs_is_zero(of_x) || clr_limbs_is_zero(of_y))
        result.value = (CLR_RESULT)clr_nan_of(format);
    else
        result.value = (CLR_RESULT)clr_round_correlation(of_both, of_x, of_y, work, room, format);
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_COUNT_OF(state, 1) ? CLR_OK : CLR_ERROR_EMPTY;
}
