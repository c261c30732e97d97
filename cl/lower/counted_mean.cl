/* counted_mean - the result is the sum over the count, if that is not 0. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OUT(result) result = {CLR_ROUND(CLR_MEAN(state.sum, max(state.count, 1UL)))};

    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return state.count ? CLR_OK : CLR_ERROR_EMPTY;
}
