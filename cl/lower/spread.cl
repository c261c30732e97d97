/* spread - the result is the sum of squared distances from the mean over the count less `ddof`, or its
 * root. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n,
                                      const ulong ddof)
{
    const ulong divisor           = state.count > ddof ? state.count - ddof : 1;
    const CLR_OF(number) variance = CLR_MEAN(state.squares, divisor);
    const CLR_OUT(result) result  = {CLR_ROUND(CLR_SETTLE(variance, n))};

    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state, const ulong ddof)
{
    return state.count > ddof ? CLR_OK : CLR_ERROR_EMPTY;
}
