/*
 * weighted_spread - the result is the sum of squared distances from the weighted mean over the sum
 * of weights less what `ddof` takes off, or its root: NaN if the divisor is not above 0, or if a
 * number was not finite, of which the mean tells, or the sum of weights.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n, const ulong ddof)
{
    const CLR_OF(number) off =
        CLR_OF(multiply)(CLR_OF(count_number)(ddof), CLR_DDOF_WEIGHT(state));
    const CLR_OF(number) divisor  = CLR_OF(subtract)(state.weight, off);
    const CLR_OF(number) variance = CLR_OF(quotient)(state.squares, divisor);
    const bool is_there = CLR_LEAD(divisor) > 0 &&
                          CLR_IS_FINITE_NUMBER(CLR_LEAD(divisor)) &&
                          CLR_IS_FINITE_NUMBER(CLR_LEAD(state.mean));
    const CLR_OF(number) value    = is_there
                                       ? CLR_SETTLE(variance, n)
                                       : CLR_OF(quotient)(CLR_OF(constant)(0), CLR_OF(constant)(0));
    const CLR_OUT(result) result  = {CLR_ROUND(value)};

    return result;
}
