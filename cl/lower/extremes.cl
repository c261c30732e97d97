/* extremes - the results are both keys' elements; there may be none. */
typedef struct CLR_OUT(result) {
    CLR_RESULT least;
    CLR_RESULT most;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    CLR_OUT(result) result;

    result.least = CLR_RESULT_OF(CLR_UNKEY(state.least));
    result.most  = CLR_RESULT_OF(CLR_UNKEY(state.most + CLR_TURN));
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_IS_EMPTY(state) ? CLR_ERROR_EMPTY : CLR_OK;
}
