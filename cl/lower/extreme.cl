/* extreme - the result is the key's element; there may be none. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    CLR_OUT(result) result;

    result.value = CLR_RESULT_OF(CLR_UNKEY(CLR_SIDE(state)));
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_IS_EMPTY(state) ? CLR_ERROR_EMPTY : CLR_OK;
}
