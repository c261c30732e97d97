/*
 * terms - the result is an exact sum in a few doubles, or its root, rounded once
 * (cl/exact/ratio.cl).
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_LENGTHY CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    CLR_OF(ratio) ratio;
    CLR_OUT(result) result;

    ratio.number.terms = 0;
    ratio.n = 1.0;
    ratio.k = 1.0;
    ratio.is_root = CLR_IS_ROOT;
    for (uint k = 3; k-- > 0;)
        CLR_OF(grow)(&ratio.number, CLR_OF(term)(state, k));
    result.value = CLR_RATIO_BITS(&ratio);
    if (as_ulong(CLR_OF(term)(state, 0)) == as_ulong(-0.0)) /* all elements were -0 */
        result.value = CLR_HIGH_BITS(-0.0);
    return result;
}
