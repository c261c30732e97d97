/*
 * pair_root - the result is the root of an exact sum in two doubles, rounded once to a float. With
 * sum = high + low, |low| at most half a unit of high's last place, and high = first^2 + rest,
 * which fma() finds exactly, the root is first + (rest + low) / (2 first), within 2^-102 of it: the
 * next term of the series, and the rounding of this one. cl/exact/quick.cl rounds these two terms
 * right unless a midpoint m of two floats is as close to the root. Then the sum is as close to m^2,
 * which has 50 digits and is a double, so that no double is closer to the sum: high is m^2, `first`
 * is m, rest is 0, and the sign of low decides. In the code high and low are exact.sum and
 * exact.error.
 */
/* Whether fma() finds the remainders of squares, on which rounded() and its proof rest; else the
 * result is in doubt (cl/lower/few.cl). */
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

/* Whether the roots of all sums within the state's margin, in which exact.error is counted here,
 * round to one float (cl/exact/near.cl). */
CLR_FN bool CLR_OUT(is_one)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OF(two)  sum  = CLR_OF(two_sum)(state.high, state.low);
    const CLR_OF(near) near = {sum.sum, CLR_OF(margin)(state) + fabs(sum.error)};

    return CLR_OF(round_near)(CLR_OF(root_of)(near)).is_sure;
}
