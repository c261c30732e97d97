/*
 * few - the result of an exact sum in a few doubles, and whether it is certain: the sum is not
 * finite, or nothing of it has been lost, or both ends of the interval that it lies in round to the
 * same result. Then all between do, as rounding, means and roots are monotonic (Ziv, "Fast
 * evaluation of elementary mathematical functions with correctly rounded last bit", 1991).
 * CLR_OUT(rounded) makes the result of exact doubles where CLR_OUT(can_round) says so.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    CLR_OUT(result) result;

    result.value = CLR_OF(is_finite)(CLR_OF(endless)(state))
                       ? CLR_OUT(rounded)(state, n)
                       : CLR_OUT(endless_bits)(CLR_OF(endless)(state));
    return result;
}

CLR_LENGTHY bool CLR_OUT(is_between)(const CLR_OF(state) state, const ulong n)
{
    const double last   = CLR_OF(last)(state);
    const double margin = CLR_OF(margin)(last, state.lost);
    bool       is_sure = CLR_OF(is_finite)(margin);
    CLR_RESULT below   = 0;

#pragma unroll 1
    for (uint end = 0; is_sure && end < 2; end++) {
        const CLR_OF(state) moved = CLR_OF(end_with)(state, end ? last + margin : last - margin);
        const CLR_RESULT    bits  = CLR_OUT(rounded)(moved, n);

        is_sure &= CLR_OUT(can_round)(moved) && (end == 0 || bits == below);
        below = bits;
    }
    return is_sure;
}

CLR_FN bool CLR_OUT(is_sure)(const CLR_OF(state) state, const ulong n)
{
    const bool is_whole = CLR_DOUBLE_MAGNITUDE(as_ulong(state.lost)) == 0;

    return !CLR_OF(is_finite)(CLR_OF(endless)(state)) ||
           (CLR_OUT(can_round)(state) && (is_whole || CLR_OUT(is_between)(state, n)));
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_COUNT_OF(state, 1) ? CLR_OK : CLR_ERROR_EMPTY;
}
