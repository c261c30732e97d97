/*
 * pair - the result is an exact sum in two doubles, rounded once (cl/exact/pair.cl, quick.cl); most
 * often one double suffices.
 */
/* rounded() has no remainder to find, in any range of exponents. */
CLR_FN bool CLR_OUT(can_round)(const CLR_OF(state) state)
{
    return true;
}

CLR_FN CLR_RESULT CLR_OUT(rounded)(const CLR_OF(state) state, const ulong n)
{
    const bool is_minus = as_ulong(state.high) == as_ulong(-0.0);
    CLR_OF(terms) sum;

    sum.term[0] = state.high;
    sum.term[1] = is_minus ? -0.0 : state.low;
    return state.low == 0.0 ? CLR_HIGH_BITS(state.high) : CLR_QUICK_BITS(sum);
}

/* Whether all sums within the state's margin round to one result. */
CLR_FN bool CLR_OUT(is_one)(const CLR_OF(state) state, const ulong n)
{
    return CLR_IS_ONE(CLR_OF(two_sum)(state.high, state.low), CLR_OF(margin)(state));
}
