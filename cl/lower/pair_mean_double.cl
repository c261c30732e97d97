/*
 * pair_mean_double - the result is the mean of an exact sum in two doubles (cl/exact/mean.cl),
 * rounded once to a double: the sum of two terms, unless it is near the midpoint of two doubles;
 * then the difference to the midpoint decides.
 */
/* Whether fma() finds the quotient's remainder; else the result is in doubt (cl/lower/few.cl). */
CLR_FN bool CLR_OUT(can_round)(const CLR_OF(state) state)
{
    return CLR_OF(has_quotients)(state.high + state.low);
}

CLR_FN CLR_RESULT CLR_OUT(rounded)(const CLR_OF(state) state, const ulong n)
{
    const bool          is_minus = as_ulong(state.high) == as_ulong(-0.0);
    const double        count    = convert_double(max(CLR_COUNT_OF(state, n), 1UL));
    const CLR_OF(two)   sum      = CLR_OF(two_sum)(state.high, state.low);
    const CLR_OF(terms) terms    = CLR_OF(mean_terms)(sum, count);
    CLR_RESULT bits = is_minus ? CLR_HIGH_BITS(-0.0) : CLR_OF(double_bits)(terms);

    if (!CLR_OF(is_clear)(terms)) {
        const double value = as_double(bits);
        const bool   above = terms.term[1] > value - terms.term[0];
        const double next  = CLR_OF(next_to)(value, above);

        bits = CLR_OF(nearer)(value, next, above,
                              CLR_OF(mean_missing)(sum, count, value, 0.5 * (next - value)));
    }
    return bits;
}

/* Whether all means of sums within the state's margin round to one double. The mean's margin is no
 * more than the sum's, as it is divided by a count; the two terms err by less than 2^-102 of the
 * mean (cl/exact/mean.cl), and 2^-98 is counted. */
CLR_FN bool CLR_OUT(is_one)(const CLR_OF(state) state, const ulong n)
{
    const double        count = convert_double(max(CLR_COUNT_OF(state, n), 1UL));
    const CLR_OF(two)   sum   = CLR_OF(two_sum)(state.high, state.low);
    const CLR_OF(terms) terms = CLR_OF(mean_terms)(sum, count);

    return CLR_OF(is_one_double)(CLR_OF(two_sum)(terms.term[0], terms.term[1]),
                                 CLR_OF(margin)(state) + fabs(terms.term[0]) * 0x1p-98);
}
