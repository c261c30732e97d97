/* mean - the result is the sum over the number of elements. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OUT(result) result = {CLR_ROUND(CLR_MEAN(state, n))};

    return result;
}
