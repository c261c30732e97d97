/*
 * whole_spread - the result is the variance of integers, (n S2 - S1^2) / (n (n - ddof)), or its
 * root, rounded once, from the exact sums S1 of values and S2 of squares.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const CLR_SQUARES(state) squares,
                                      const ulong n, const ulong ddof)
{
    const clr_format format  = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const ulong count        = max(CLR_COUNT_OF(state, n), ddof + 1);
    const CLR_OF(number) sum = CLR_SUM_OF(state);
    const clr_wide s1 = clr_wide_magnitude(CLR_OF(top)(sum), sum.high, sum.low);
    const clr_wide s2 = clr_wide_magnitude(CLR_SQUARES(top)(squares), squares.high, squares.low);
    const clr_wide spread = clr_wide_subtract(clr_wide_times(s2, count), clr_wide_square(s1));
    const CLR_OUT(result) result = {
        (CLR_RESULT)CLR_ROUND_WIDE(spread, clr_spread_divisor(count, ddof), format)};

    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state, const ulong ddof)
{
    return CLR_COUNT_OF(state, ddof + 1) > ddof ? CLR_OK : CLR_ERROR_EMPTY;
}
