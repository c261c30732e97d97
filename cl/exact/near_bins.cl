/*
 * near_bins - what a state's terms and the bins come to, as a double that is near it
 * (cl/exact/near.cl).
 */
#ifdef CLR_NARROW
#if CLR_DEPTH < CLR_DOUBLE_BIAS
/*
 * What bins hold, unless they are a magnitude by now. A digit has 64 bits, and comes to a double
 * that is off by 2^-53 of it; each of fewer than 2^6 additions by as much of what all of them come
 * to.
 */
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
/* The unit of doubles' bins is no double, nor what their largest digits come to. */
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

/* What a state has in the bins. */
CLR_FN CLR_OF(near) CLR_OF(near_bins)(const __local CLR_OF(bins) *bins, const uint seen)
{
    const CLR_OF(near) none = {0.0, 0.0};

    return seen & CLR_SEEN_BINS ? CLR_OF(near_digits)(bins) : none;
}

/* Whether that and the terms are all there is to its sum. */
CLR_FN bool CLR_OF(is_near)(const __local CLR_OF(bins) *bins, const uint seen)
{
    return !(seen & (CLR_SEEN_NAN | CLR_SEEN_MINUS | CLR_SEEN_PLUS)) &&
           (!(seen & CLR_SEEN_BINS) || CLR_OF(are_near)(bins));
}

/* Two terms and the bins: each addition is off by 2^-53 of what it comes to. */
CLR_FN CLR_OF(near) CLR_OF(near_sum)(const CLR_OF(terms) terms, const CLR_OF(near) rest)
{
    const double both = terms.term[0] + terms.term[1];
    const double sum  = both + rest.value;
    const CLR_OF(near) near = {sum, (fabs(both) + fabs(sum)) * 0x1p-52 + rest.margin};

    return near;
}

/* Two terms and the bins, as two terms. */
CLR_FN CLR_OF(near_terms) CLR_OF(near_two)(const double first, const double second,
                                           const CLR_OF(near) rest)
{
    const double more = second + rest.value;
    const CLR_OF(near_terms) terms = {CLR_OF(two_sum)(first, more),
                                      rest.margin + (rest.value == 0.0 ? 0.0 : fabs(more) * 0x1p-52)};

    return terms;
}
#endif
