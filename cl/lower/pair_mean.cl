/*
 * pair_mean - the sum of two doubles that hold it, divided by how many elements there were and
 * rounded once. With sum = high + low, |low| at most half a unit of high's last place,
 * and high = first n + rest, which fma() finds without a loss, the mean is first + (rest + low) / n;
 * the second term is smaller than the first by 2^51, and rounded, so that the two are off by less
 * than 2^-102 of the mean. Such an error moves no mean across a number m halfway between two floats
 * that is further away from it than that. If it is closer, then it is found on the right side: m has
 * 25 digits, and if n is less than 2^28, m n is a double. The sum is closer to it than to any other,
 * so it is high, and `first` is m; rest is 0, and low says which side it is. Of more elements, and
 * of numbers halfway between two doubles, cl/exact/ratio.cl finds the side.
 */
/*
 * needs:    CLR_RESULT CLR_OF(two) CLR_OF(ratio) CLR_OF(grow) CLR_RATIO_BITS CLR_OF(state)
 *           CLR_OF(two_sum) CLR_OF(terms) CLR_QUICK_BITS CLR_IS_CLEAR
 * provides: CLR_OUT(result) CLR_OUT(ratio) CLR_OUT(lower)
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_COLD CLR_RESULT CLR_OUT(ratio)(const CLR_OF(two) sum, const double count)
{
    CLR_OF(ratio) ratio;

    ratio.number.terms = 0;
    ratio.n = count;
    ratio.k = 1.0;
    ratio.is_root = false;
    CLR_OF(grow)(&ratio.number, sum.error);
    CLR_OF(grow)(&ratio.number, sum.sum);
    return CLR_RATIO_BITS(&ratio);
}

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const bool        is_minus = as_ulong(state.high) == as_ulong(-0.0);
    const CLR_OF(two) exact    = CLR_OF(two_sum)(state.high, state.low);
    const double      count    = (double)n;
    const double      first    = exact.sum / count;
    CLR_OF(terms) sum;
    CLR_OUT(result) result;

    sum.term[0]  = is_minus ? -0.0 : first;
    sum.term[1]  = is_minus ? -0.0 : (fma(-first, count, exact.sum) + exact.error) / count;
    result.value = CLR_QUICK_BITS(sum);
    if (!CLR_IS_CLEAR(sum, n))
        result.value = CLR_OUT(ratio)(exact, count);
    return result;
}
