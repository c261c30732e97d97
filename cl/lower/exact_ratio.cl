/* exact_ratio - the result is the exact sum, its mean, or its root, rounded once. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_COLD CLR_OUT(result) CLR_OUT(lower)(__local CLR_OF(bins) *bins, const CLR_OF(state) state,
                                      __local CLR_OF(bins) *other_bins,
                                      const CLR_OF(state) other_state, __local uint *work,
                                      const ulong n)
{
    const clr_format format = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const uint       minus  = state.seen & CLR_SEEN_MINUS;
    const uint       plus   = state.seen & CLR_SEEN_PLUS;
    clr_limbs sum;
    CLR_OUT(result) result;

#if CLR_IS_QUICK
    result.value = CLR_QUICK_BITS(state.sum);
    if (!(state.seen & (CLR_SEEN_NAN | CLR_SEEN_MINUS | CLR_SEEN_PLUS | CLR_SEEN_BINS)) &&
        result.value << 1)
        return result;
#endif
#if CLR_IS_NEAR
    {
        const CLR_OF(near) near_sum =
            CLR_OF(near_sum)(state.sum, CLR_OF(near_bins)(bins, state.seen));
        const CLR_OF(rounded) near =
            CLR_OF(round_near)(CLR_NEAR(near_sum, CLR_COUNT_OF(state, n)));

        result.value = near.bits;
        if (CLR_OF(is_near)(bins, state.seen) && near.is_sure)
            return result;
    }
#endif
    sum = CLR_OF(number_of)(bins, state);
    if ((state.seen & CLR_SEEN_NAN) || (minus && plus))
        result.value = (CLR_RESULT)clr_nan_of(format);
    else if (minus || plus)
        result.value = (CLR_RESULT)clr_infinity_of(format, minus != 0);
    else if (clr_limbs_is_zero(sum))
        result.value = (CLR_RESULT)(CLR_OF(has_other)(state) ? 0 : clr_sign_of(format));
    else
        result.value = (CLR_RESULT)CLR_ROUND_SUM(
            sum, -CLR_DEPTH, clr_count_divisor(CLR_COUNT_OF(state, n)), format);
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_COUNT_OF(state, 1) ? CLR_OK : CLR_ERROR_EMPTY;
}
