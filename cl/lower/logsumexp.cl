/* logsumexp - the result is the largest element plus the logarithm of the sum relative to it. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const bool is_finite         = CLR_IS_FINITE_NUMBER(state.largest);
    const CLR_OF(number) more    = is_finite ? CLR_LOG(state.sum) : 0;
    const CLR_OUT(result) result = {CLR_ROUND(state.largest + more)};

    return result;
}
