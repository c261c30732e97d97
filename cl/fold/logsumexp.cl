/*
 * logsumexp - keeps the largest element, and the sum of e^(x - largest) in CLR_NUMBER. An empty
 * state has -inf and 0. Where the largest is infinite or NaN it is the result, and the sum is
 * unused but kept from NaN.
 */
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

/* e^(smaller - larger), or 1 where both are the same, infinite ones as well. One exponential relates
 * two sums, whichever has the larger element: its own is not rescaled. */
CLR_FN CLR_AT(number) CLR_AT(scale)(const CLR_AT(number) a, const CLR_AT(number) b,
                                    const CLR_AT(number) larger)
{
    const CLR_AT(number) smaller = a == larger ? b : a;

    return a == b ? CLR_AT(constant)(1) : CLR_EXP(smaller - larger);
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    CLR_AT(state) state;

    state.largest = CLR_AT(larger)(a.largest, b.largest);

    const CLR_AT(number) scale = CLR_AT(scale)(a.largest, b.largest, state.largest);

    state.sum = a.largest == state.largest ? a.sum + b.sum * scale : a.sum * scale + b.sum;
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(take)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    CLR_AT(state) one;

    one.largest = CLR_AT(lift)(e);
    one.sum     = CLR_AT(constant)(1);
    return CLR_AT(combine)(state, one);
}
