/*
 * few - the result of an exact sum in a few doubles, and whether it is certain: it is if an element
 * is infinite or NaN, if nothing of the sum has been lost, or if all numbers within the margin of
 * what has been lost have the same result (Ziv, "Fast evaluation of elementary mathematical
 * functions with correctly rounded last bit", 1991), which CLR_OUT(is_one) tells. CLR_OUT(rounded)
 * makes the result of exact doubles where CLR_OUT(can_round) says so.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    CLR_OUT(result) result;

    result.value = CLR_OF(is_endless)(state) ? CLR_OUT(endless_bits)(state.high)
                                             : CLR_OUT(rounded)(state, n);
    return result;
}

CLR_FN bool CLR_OUT(is_sure)(const CLR_OF(state) state, const ulong n)
{
    return CLR_OF(is_endless)(state) ||
           (CLR_OUT(can_round)(state) &&
            (CLR_OF(is_exact)(state) || CLR_OUT(is_one)(state, n)));
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_COUNT_OF(state, 1) ? CLR_OK : CLR_ERROR_EMPTY;
}
