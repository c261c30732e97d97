/*
 * near_bins - a double near the sum of a state's terms and its bins, with a bound of its error, so
 * that most means, roots and variances round without integers although the bins are used
 * (cl/exact/near.cl): nrm2 of 2^20 floats 18.2 to 13.1 us on an H200
 * (docs/history/2026-11-24-small-exact-sums.md).
 */
#ifdef CLR_NARROW
#if CLR_DEPTH < CLR_DOUBLE_BIAS
/* The digits' sum; they must not be a magnitude yet (are_near()). A digit has 64 bits and converts
 * with an error of 2^-53; each of fewer than 2^6 additions errs by as much of their sum. */
CLR_COLD CLR_OF(near) CLR_OF(near_digits)(const __local CLR_OF(bins) *bins)
{
    double unit = as_double((ulong)(CLR_DOUBLE_BIAS - CLR_DEPTH) << CLR_DOUBLE_FRACTION_BITS);
    double size = 0.0;
    CLR_OF(near) near = {0.0, 0.0};

#pragma unroll 1
    for (uint j = 0; j < CLR_DIGITS; j++) {
        const long digit = (long)((ulong)(uint)bins->high[j] << 32 | bins->low[j]);
        const double x   = convert_double(digit) * unit;

        near.value += x;
        size += fabs(x);
        unit *= 0x1p32;
    }
    near.margin = size * 0x1p-45;
    return near;
}

CLR_FN bool CLR_OF(are_near)(const __local CLR_OF(bins) *bins)
{
    return !bins->is_settled;
}
#else
/* Doubles' bins have a unit below, and digits above, the range of doubles: integers round them. */
CLR_FN CLR_OF(near) CLR_OF(near_digits)(const __local CLR_OF(bins) *bins)
{
    const CLR_OF(near) none = {0.0, 0.0};

    return none;
}

CLR_FN bool CLR_OF(are_near)(const __local CLR_OF(bins) *bins)
{
    return false;
}
#endif

/* The sum of the bins, if the state used them. */
CLR_FN CLR_OF(near) CLR_OF(near_bins)(const __local CLR_OF(bins) *bins, const uint seen)
{
    const CLR_OF(near) none = {0.0, 0.0};

    return seen & CLR_SEEN_BINS ? CLR_OF(near_digits)(bins) : none;
}

/* Whether the terms and the bins are the whole sum: no infinity or NaN was seen. */
CLR_FN bool CLR_OF(is_near)(const __local CLR_OF(bins) *bins, const uint seen)
{
    return !(seen & (CLR_SEEN_NAN | CLR_SEEN_MINUS | CLR_SEEN_PLUS)) &&
           (!(seen & CLR_SEEN_BINS) || CLR_OF(are_near)(bins));
}

/* Two terms plus the bins: each addition errs by 2^-53 of its sum. */
CLR_FN CLR_OF(near) CLR_OF(near_sum)(const CLR_OF(terms) terms, const CLR_OF(near) rest)
{
    const double both = terms.term[0] + terms.term[1];
    const double sum  = both + rest.value;
    const CLR_OF(near) near = {sum, (fabs(both) + fabs(sum)) * 0x1p-52 + rest.margin};

    return near;
}

/* The same sum as two terms. */
CLR_FN CLR_OF(near_terms) CLR_OF(near_two)(const double first, const double second,
                                           const CLR_OF(near) rest)
{
    const double more = second + rest.value;
    const CLR_OF(near_terms) terms = {CLR_OF(two_sum)(first, more),
                                      rest.margin + (rest.value == 0.0 ? 0.0 : fabs(more) * 0x1p-52)};

    return terms;
}
#endif
