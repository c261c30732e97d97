/*
 * pair_mean - the result is the mean of an exact sum in two doubles (cl/exact/mean.cl), rounded
 * once to a float. The two terms put the mean on the right side of each number m halfway between
 * two floats that is further away than their error. If m is closer: m has 25 digits, and if n is
 * less than 2^28, m n is a double. The sum is closer to it than to any other, so m n is high, and
 * the first term is m; rest is 0, and low tells the side. With more elements m is the nearest
 * double, and the difference to it tells.
 */
CLR_FN bool CLR_OUT(can_round)(const CLR_OF(state) state)
{
    return CLR_OF(has_products)(state);
}

CLR_FN CLR_RESULT CLR_OUT(rounded)(const CLR_OF(state) state, const ulong n)
{
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

CLR_FN bool CLR_OUT(is_one)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OF(two)  sum  = CLR_OF(two_sum)(state.high, state.low);
    const CLR_OF(near) near = {sum.sum, CLR_OF(margin)(state) + fabs(sum.error)};

    return CLR_OF(round_near)(CLR_OF(near_mean)(near, max(CLR_COUNT_OF(state, n), 1UL))).is_sure;
}
