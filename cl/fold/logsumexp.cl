/*
 * logsumexp - keeps the largest element, and the sum of e^(x - largest) in CLR_NUMBER. An empty
 * state has -inf and 0. Where the largest is infinite or NaN it is the result, and the sum is
 * unused but kept from NaN.
 */
typedef struct CLR_AT(state) {
    CLR_AT(number) largest;
    CLR_AT(number) sum;
} CLR_AT(state);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.largest = CLR_AT(constant)((CLR_NUMBER)-INFINITY);
    state.sum     = CLR_AT(constant)(0);
    return state;
}

/* The larger; NaN if either is. */
CLR_FN CLR_AT(number) CLR_AT(larger)(const CLR_AT(number) a, const CLR_AT(number) b)
{
    return ((a > b) | CLR_IS_NAN_NUMBER(a)) ? a : b;
}

/* The sum relative to another largest element. */
CLR_FN CLR_AT(number) CLR_AT(rescale)(const CLR_AT(state) state, const CLR_AT(number) largest)
{
    return state.largest == largest ? state.sum : state.sum * CLR_EXP(state.largest - largest);
}

CLR_FN CLR_AT(state) CLR_AT(merge)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    CLR_AT(state) state;

    state.largest = CLR_AT(larger)(a.largest, b.largest);
    state.sum     = CLR_AT(rescale)(a, state.largest) + CLR_AT(rescale)(b, state.largest);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(take)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    CLR_AT(state) one;

    one.largest = CLR_AT(lift)(e);
    one.sum     = CLR_AT(constant)(1);
    return CLR_AT(merge)(state, one);
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_AT(merge)(a, b);
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    return CLR_OF(none)();
}

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    CLR_OF(state) state;

    state.largest = at->largest;
    state.sum     = at->sum;
    return state;
}
#else
CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    CLR_OF(state) state;

    state.largest = CLR_OF(number_lane)(lanes.largest, lane);
    state.sum     = CLR_OF(number_lane)(lanes.sum, lane);
    return state;
}
#endif
