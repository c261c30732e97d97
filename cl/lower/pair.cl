/*
 * pair - the result is an exact sum in two doubles, rounded once (cl/exact/pair.cl, quick.cl); most
 * often one double suffices.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const bool is_minus = as_ulong(state.high) == as_ulong(-0.0);
    CLR_OF(terms) sum;
    CLR_OUT(result) result;

    sum.term[0]  = state.high;
    sum.term[1]  = is_minus ? -0.0 : state.low;
    result.value = state.low == 0.0 ? CLR_HIGH_BITS(state.high) : CLR_QUICK_BITS(sum);
    return result;
}
