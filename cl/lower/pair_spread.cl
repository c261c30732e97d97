/*
 * pair_spread - the result is the variance, or its root, rounded once, from sums in a few doubles
 * of values (cl/exact/pair.cl) and of squares (of doubles cl/exact/triple.cl): a float most often
 * from a double near it (cl/exact/near.cl), else from all digits of n S2 - S1^2, which are those of
 * a few products. That is 0 or, for the largest element X and another one, at least 2^-108 X^2: it
 * is the sum of the squares of all differences of two elements. Results are certain as in
 * cl/lower/few.cl, floats from the margins of both sums.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN ulong CLR_OUT(count)(const CLR_OF(state) state, const ulong n, const ulong ddof)
{
    return max(CLR_COUNT_OF(state, n), ddof + 1);
}

/* From all digits of n S2 - S1^2. */
CLR_LENGTHY CLR_RESULT CLR_OUT(ratio)(const CLR_OF(two) sum, const CLR_SQUARES(state) squares,
                                      const ulong n, const ulong ddof)
{
    CLR_OF(ratio) ratio;

    ratio.number.terms = 0;
    ratio.n = convert_double(n);
    ratio.k = convert_double(n - ddof);
    ratio.is_root = CLR_IS_ROOT;
    for (uint k = 3; k-- > 0;)
        CLR_OF(grow_product)(&ratio.number, ratio.n, CLR_SQUARES(term)(squares, k));
    CLR_OF(grow_product)(&ratio.number, -sum.error, sum.error);
    CLR_OF(grow_product)(&ratio.number, -2.0 * sum.sum, sum.error);
    CLR_OF(grow_product)(&ratio.number, -sum.sum, sum.sum);
    return CLR_RATIO_BITS(&ratio);
}

#if CLR_IS_NEAR
CLR_FN CLR_OF(rounded) CLR_OUT(near)(const CLR_OF(state) state, const double margin,
                                     const CLR_SQUARES(state) squares, const double squares_margin,
                                     const ulong count, const ulong ddof)
{
    const CLR_OF(near_terms) sum_is = {CLR_OF(two_sum)(state.high, state.low), margin};
    const CLR_OF(near_terms) squares_are = {CLR_OF(two_sum)(squares.high, squares.low),
                                            squares_margin};
    const CLR_OF(near) spread = CLR_OF(near_spread)(sum_is, squares_are, count);

    return CLR_OF(round_near)(CLR_NEAR(spread, CLR_OF(near_divisor)(count, ddof)));
}
#endif

/* A variance of elements that are not all finite is NaN. */
CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const CLR_SQUARES(state) squares,
                                      const ulong n, const ulong ddof)
{
    const ulong count = CLR_OUT(count)(state, n, ddof);
    CLR_OUT(result) result;

    if (CLR_OF(is_endless)(state)) {
        result.value = CLR_OUT(endless_bits)(as_double(CLR_DOUBLE_INFINITY | 1));
        return result;
    }
#if CLR_IS_NEAR
    {
        const CLR_OF(rounded) near = CLR_OUT(near)(state, 0.0, squares, 0.0, count, ddof);

        result.value = near.bits;
        if (near.is_sure)
            return result;
    }
#endif
    result.value =
        CLR_OUT(ratio)(CLR_OF(two_sum)(state.high, state.low), squares, count, ddof);
    return result;
}

CLR_FN bool CLR_OUT(can_round)(const CLR_OF(state) state, const CLR_SQUARES(state) squares)
{
    return CLR_OF(has_products)(state) && CLR_SQUARES(has_products)(squares);
}

/* Doubles would have to be made at both ends, of all digits. */
CLR_FN bool CLR_OUT(is_one)(const CLR_OF(state) state, const CLR_SQUARES(state) squares,
                            const ulong count, const ulong ddof)
{
#if CLR_IS_NEAR
    const double margin         = CLR_OF(margin)(state);
    const double squares_margin = CLR_SQUARES(margin)(squares);

    return CLR_OF(is_finite)(margin) && CLR_OF(is_finite)(squares_margin) &&
           CLR_OUT(near)(state, margin, squares, squares_margin, count, ddof).is_sure;
#else
    return false;
#endif
}

CLR_FN bool CLR_OUT(is_sure)(const CLR_OF(state) state, const CLR_SQUARES(state) squares,
                             const ulong n, const ulong ddof)
{
    const ulong count   = CLR_OUT(count)(state, n, ddof);
    const bool is_whole = CLR_OF(is_exact)(state) && CLR_SQUARES(is_exact)(squares);

    return CLR_OF(is_endless)(state) ||
           (CLR_OUT(can_round)(state, squares) &&
            (is_whole || CLR_OUT(is_one)(state, squares, count, ddof)));
}

CLR_FN int CLR_OUT(status)(const CLR_OF(state) state, const ulong ddof)
{
    return CLR_COUNT_OF(state, ddof + 1) > ddof ? CLR_OK : CLR_ERROR_EMPTY;
}
