/*
 * pair_mean - the result is the mean of an exact sum in two doubles, rounded once to a float. The
 * two terms of cl/exact/mean.cl err by less than 2^-102 of the mean, and cl/exact/quick.cl rounds
 * them right unless a midpoint m of two floats is as close to the mean.
 *
 * Then the sum is as close to m n. m has 25 digits, so for n below 2^28 m n is a double, and no
 * double is closer to the sum: it is sum.sum, the first term is m without a remainder, and the
 * second, sum.error / n, has the sign that decides. For larger n m is the double nearest to the
 * mean, and the sum less m n, found but for its own last place, takes the second term's place.
 */
/* Whether fma() finds the remainders of the quotient and of products with n, on which rounded() and
 * its proof rest; else the result is in doubt (cl/lower/few.cl). */
CLR_FN bool CLR_OUT(can_round)(const CLR_OF(state) state)
{
    return CLR_OF(has_products)(state);
}

CLR_FN CLR_RESULT CLR_OUT(rounded)(const CLR_OF(state) state, const ulong n)
{
    /* TwoSum would make +0 of the state of nothing but -0, -0 and +0 (cl/exact/pair.cl). */
    const bool        is_minus = as_ulong(state.high) == as_ulong(-0.0);
    const double      count    = convert_double(max(CLR_COUNT_OF(state, n), 1UL));
    const CLR_OF(two) sum      = CLR_OF(two_sum)(state.high, state.low);
    CLR_OF(terms) terms = CLR_OF(mean_terms)(sum, count);

    if (count >= 0x1p28) {
        const double nearest = terms.term[0] + terms.term[1];

        terms.term[0] = nearest;
        terms.term[1] = CLR_OF(mean_missing)(sum, count, nearest, 0.0) / count;
    }
    return is_minus ? CLR_HIGH_BITS(-0.0) : CLR_OF(float_bits)(terms);
}

/* Whether all means of sums within the state's margin, in which sum.error is counted here, round to
 * one float (cl/exact/near.cl). */
CLR_FN bool CLR_OUT(is_one)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OF(two)  sum  = CLR_OF(two_sum)(state.high, state.low);
    const CLR_OF(near) near = {sum.sum, CLR_OF(margin)(state) + fabs(sum.error)};

    return CLR_OF(round_near)(CLR_OF(near_mean)(near, max(CLR_COUNT_OF(state, n), 1UL))).is_sure;
}
