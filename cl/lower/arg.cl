/* arg - the results are the best key's element and its index. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
    ulong index;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    CLR_OUT(result) result;

    result.value = CLR_RESULT_OF(CLR_UNKEY(state.key));
    result.index = CLR_OF(index_of)(state);
    result.index = result.index == CLR_NO_INDEX ? CLR_UNBEATEN_INDEX : result.index;
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_IS_EMPTY(state) ? CLR_ERROR_EMPTY : CLR_OK;
}
