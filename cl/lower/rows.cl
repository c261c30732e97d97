/* rows - the result is the exact sum in a label's rows, or its mean, rounded once. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_COLD CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const clr_format format = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const uint       minus  = state.seen & CLR_SEEN_MINUS;
    const uint       plus   = state.seen & CLR_SEEN_PLUS;
    CLR_LIMB_SPACE uint limbs[CLR_DIGITS];
    const clr_limbs sum = CLR_OF(number_of)(state, limbs);
    CLR_OUT(result) result;

    if ((state.seen & CLR_SEEN_NAN) || (minus && plus))
        result.value = (CLR_RESULT)clr_nan_of(format);
    else if (minus || plus)
        result.value = (CLR_RESULT)clr_infinity_of(format, minus != 0);
    else if (clr_limbs_is_zero(sum))
        result.value = (CLR_RESULT)(state.seen == CLR_SEEN_MINUS_ZERO ? clr_sign_of(format) : 0);
    else
        result.value = (CLR_RESULT)CLR_ROUND_SUM(sum, -CLR_DEPTH, clr_count_divisor(n), format);
    return result;
}
