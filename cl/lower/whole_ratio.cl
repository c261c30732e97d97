/* whole_ratio - the result is an exact sum of integers, its mean, or its root, rounded once. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const clr_format format      = {CLR_PRECISION, CLR_EXPONENT_BITS};
    const CLR_OF(number) sum     = CLR_SUM_OF(state);
    const ulong top              = CLR_OF(top)(sum);
    const clr_wide magnitude     = clr_wide_magnitude(top, sum.high, sum.low);
    const clr_u128 divisor       = clr_count_divisor(CLR_COUNT_OF(state, n));
    const ulong sign             = top >> 63 ? clr_sign_of(format) : 0;
    const CLR_OUT(result) result = {
        (CLR_RESULT)CLR_RESULT_OF(sign | CLR_ROUND_WIDE(magnitude, divisor, format))};

    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_COUNT_OF(state, 1) ? CLR_OK : CLR_ERROR_EMPTY;
}
