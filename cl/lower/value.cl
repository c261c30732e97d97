/* value - the result is the number, its root or its mean, rounded to its type. */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OUT(result) result = {CLR_ROUND(CLR_SETTLE(state, n))};

    return result;
}
