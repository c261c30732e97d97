/*
 * mean - the mean of an exact sum of two doubles, for short results: two terms near the mean, and,
 * where these lie too near the middle of two doubles, the sign by which the nearer one is told
 * (cl/exact/clear.cl).
 *
 * With sum = high + low, |low| at most half a unit of high's last place, and high = first n + rest,
 * which fma() finds exactly, the mean is first + (rest + low) / n; the second term is smaller than
 * the first by 2^51, and rounded, so the two err by less than 2^-102 of the mean. The difference
 * between the sum and v n, or n times the middle of v and the next double, is found exactly but for
 * its own last place: high and v n agree in all but a few digits.
 */
#ifdef CLR_NARROW
CLR_FN CLR_OF(terms) CLR_OF(mean_terms)(const CLR_OF(two) sum, const double count)
{
    const double        first = sum.sum / count;
    const CLR_OF(terms) terms = {{first, (fma(-first, count, sum.sum) + sum.error) / count}};

    return terms;
}

/* sum - (value + more) count; `more` is 0 or half a unit of value's last place. */
CLR_FN double CLR_OF(mean_missing)(const CLR_OF(two) sum, const double count, const double value,
                                   const double more)
{
    const double      product = value * count;
    const double      apart   = (sum.sum - product) - more * count;
    const CLR_OF(two) rest    = CLR_OF(two_sum)(sum.error, -fma(value, count, -product));
    const double      all  = apart + rest.sum;

    return all == 0.0 ? rest.error : all;
}
#endif
