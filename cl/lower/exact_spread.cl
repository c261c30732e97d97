/*
 * exact_spread - the result is the variance, from the exact sums of values and of squares, or its
 * root, rounded once.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_COLD CLR_OUT(result) CLR_OUT(lower)(__local CLR_OF(bins) *bins, const CLR_OF(state) state,
                                      __local CLR_SQUARES(bins) *squares_bins,
                                      const CLR_SQUARES(state) squares_state, __local uint *work,
                                      const ulong n, const ulong ddof)
{
    const clr_format format = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const ulong      count  = max(CLR_COUNT_OF(state, n), ddof + 1);
    clr_limbs sum, squares;
    CLR_OUT(result) result;

#if CLR_IS_NEAR
    {
        const CLR_SQUARES(near) of_squares =
            CLR_SQUARES(near_bins)(squares_bins, squares_state.seen);
        const CLR_OF(near) more = {of_squares.value, of_squares.margin};
        const CLR_OF(near) spread = CLR_OF(near_spread)(
            CLR_OF(near_two)(state.sum.term[0], state.sum.term[1],
                             CLR_OF(near_bins)(bins, state.seen)),
            CLR_OF(near_two)(squares_state.sum.term[0], squares_state.sum.term[1], more), count);
        const CLR_OF(rounded) near = CLR_OF(round_near)(CLR_NEAR(spread, CLR_OF(near_divisor)(count, ddof)));

        result.value = near.bits;
        if (CLR_OF(is_near)(bins, state.seen) &&
            CLR_SQUARES(is_near)(squares_bins, squares_state.seen) && near.is_sure)
            return result;
    }
#endif
    sum     = CLR_OF(number_of)(bins, state);
    squares = CLR_SQUARES(number_of)(squares_bins, squares_state);
    for (int i = squares.begin; i < squares.end; i++)
        work[i] = squares.at[i];
    squares.at = work; /* other results may use the sum of squares: this one changes a copy */
    squares    = clr_spread(squares, sum, work + CLR_WORK_WORDS / 2, count);
    if (state.seen & (CLR_SEEN_NAN | CLR_SEEN_PLUS | CLR_SEEN_MINUS))
        result.value = (CLR_RESULT)clr_nan_of(format);
    else
        result.value = (CLR_RESULT)CLR_ROUND_SUM(squares, -2 * CLR_DEPTH,
                                                 clr_spread_divisor(count, ddof), format);
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state, const ulong ddof)
{
    return CLR_COUNT_OF(state, ddof + 1) > ddof ? CLR_OK : CLR_ERROR_EMPTY;
}
