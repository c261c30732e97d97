/*
 * pair_root - the result is the root of an exact sum in two doubles, rounded once to a float. With
 * sum = high + low, |low| at most half a unit of high's last place, and high = first^2 + rest,
 * which fma() finds exactly, the root is first + (rest + low) / (2 first), within 2^-102 of it: the
 * next term of the series, and the rounding of this one. That puts the root on the right side of
 * each number m halfway between two floats that is further away. If m is closer: m^2 has 50 digits
 * and is a double, which the sum is closer to than to any other. So m^2 is high, and `first` is m;
 * rest is 0, and low tells the side.
 */
CLR_FN bool CLR_OUT(can_round)(const CLR_OF(state) state)
{
    return CLR_OF(has_products)(state);
}

/* A sum of squares is at least 0, and +0 without elements. */
CLR_FN CLR_RESULT CLR_OUT(rounded)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OF(two) exact   = CLR_OF(two_sum)(state.high, state.low);
    const double      first   = sqrt(exact.sum);
    const bool        is_zero = !(first > 0.0);
    CLR_OF(terms) sum;

    sum.term[0] = is_zero ? 0.0 : first;
    sum.term[1] = is_zero ? 0.0 : (fma(-first, first, exact.sum) + exact.error) / (2.0 * first);
    return CLR_QUICK_BITS(sum);
}

CLR_FN bool CLR_OUT(is_one)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OF(two)  sum  = CLR_OF(two_sum)(state.high, state.low);
    const CLR_OF(near) near = {sum.sum, CLR_OF(margin)(state) + fabs(sum.error)};

    return CLR_OF(round_near)(CLR_OF(root_of)(near)).is_sure;
}
