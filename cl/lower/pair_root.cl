/*
 * pair_root - the root of the sum of two doubles that hold it, rounded once, to a float. With sum =
 * high + low, |low| at most half a unit of high's last place, and high = first^2 + rest, which
 * fma() finds without a loss, the root is first + (rest + low) / (2 first), but for less than
 * 2^-102 of it: the next term of the series, and the rounding of this one. That moves no root
 * across a number m halfway between two floats that is further away from it. If it is closer, then
 * it is found on the right side: m^2 has 50 digits and is a double, which the sum is closer to than
 * to any other. So it is high, and `first` is m; rest is 0, and low says which side it is.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

/* A sum of squares is no less than 0, and where there is nothing it is +0. */
CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OF(two) exact   = CLR_OF(two_sum)(state.high, state.low);
    const double      first   = sqrt(exact.sum);
    const bool        is_zero = !(first > 0.0);
    CLR_OF(terms) sum;
    CLR_OUT(result) result;

    sum.term[0]  = is_zero ? 0.0 : first;
    sum.term[1]  = is_zero ? 0.0 : (fma(-first, first, exact.sum) + exact.error) / (2.0 * first);
    result.value = CLR_QUICK_BITS(sum);
    return result;
}
