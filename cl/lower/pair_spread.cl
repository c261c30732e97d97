/*
 * pair_spread - the result is the variance, or its root, rounded once, from exact sums in a few
 * doubles of values (cl/exact/pair.cl) and of squares (of doubles cl/exact/triple.cl): a float most
 * often from a double near it (cl/exact/near.cl), else from all digits of n S2 - S1^2, which are
 * those of a few products. That is 0 or, for the largest element X and another one, at least 2^-108
 * X^2: it is the sum of the squares of all differences of two elements.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_LENGTHY CLR_RESULT CLR_OUT(ratio)(const CLR_OF(two) sum, const CLR_SQUARES(state) squares,
                                 const ulong n)
{
    CLR_OF(ratio) ratio;

    ratio.number.terms = 0;
    ratio.n = convert_double(n);
    ratio.k = convert_double(n - CLR_DDOF);
    ratio.is_root = CLR_IS_ROOT;
    for (uint k = 3; k-- > 0;)
        CLR_OF(grow_product)(&ratio.number, ratio.n, CLR_SQUARES(term)(squares, k));
    CLR_OF(grow_product)(&ratio.number, -sum.error, sum.error);
    CLR_OF(grow_product)(&ratio.number, -2.0 * sum.sum, sum.error);
    CLR_OF(grow_product)(&ratio.number, -sum.sum, sum.sum);
    return CLR_RATIO_BITS(&ratio);
}

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const CLR_SQUARES(state) squares,
                                      const ulong n)
{
    const ulong       count = max(CLR_COUNT_OF(state, n), CLR_DDOF + 1);
    const CLR_OF(two) s1    = CLR_OF(two_sum)(state.high, state.low);
    CLR_OUT(result) result;

#if CLR_IS_NEAR
    {
        const CLR_OF(near_terms) sum_is      = {s1, 0.0};
        const CLR_OF(near_terms) squares_are = {CLR_OF(two_sum)(squares.high, squares.low), 0.0};
        const CLR_OF(near)       spread      = CLR_OF(near_spread)(sum_is, squares_are, count);
        const CLR_OF(rounded)    near        = CLR_OF(round_near)(CLR_NEAR(spread, count));

        result.value = near.bits;
        if (near.is_sure)
            return result;
    }
#endif
    result.value = CLR_OUT(ratio)(s1, squares, count);
    return result;
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_COUNT_OF(state, CLR_DDOF + 1) > CLR_DDOF ? CLR_OK : CLR_ERROR_EMPTY;
}
