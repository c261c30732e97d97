/* extreme_some - the result is the element of one of two keys, if any element was taken. */
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
    return state.met ? CLR_OK : CLR_ERROR_EMPTY;
}
