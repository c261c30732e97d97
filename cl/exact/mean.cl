/*
 * mean - the sum of two doubles that hold it, divided by how many elements there were. With sum =
 * high + low, |low| at most half a unit of high's last place, and high = first n + rest, which
 * fma() finds without a loss, the mean is first + (rest + low) / n; the second term is smaller than
 * the first by 2^51, and rounded, so that the two are off by less than 2^-102 of the mean.
 *
 * What is missing of the sum to v n, or to the middle of v and the next double, is found without a
 * loss but for its own last place: high and v n have but a few digits that are not the same.
 */
#ifdef CLR_NARROW
CLR_FN CLR_OF(terms) CLR_OF(mean_terms)(const CLR_OF(two) sum, const double count)
{
    const double        first = sum.sum / count;
    const CLR_OF(terms) terms = {{first, (fma(-first, count, sum.sum) + sum.error) / count}};

    return terms;
}

/* sum - (value + more) count, of which `more` is 0 or half a unit of value's last place. */
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
