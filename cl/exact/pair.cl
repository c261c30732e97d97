/*
 * pair - an exact sum in two doubles a lane, with a bound of what these cannot hold, for short
 * results and columns, whose lanes have no bins. A result that the bound leaves in doubt is made
 * again (cl/finish/unsure.cl, cl/reduce_again.cl).
 *
 * An element is exact as a double (an f64 or shorter, or a product of two f32, which has 48 digits
 * and is 0 or at least 2^-298). It is added to `high`, the error to `low` (cl/exact/two_sum.cl).
 * The second error is lost; its magnitude is added to `lost`. So high + low is the sum of all
 * elements so far, less errors whose magnitudes come to less than 2 lost (docs/exact.md, "Many
 * short results"): high' + error = high + x, if error is finite, and low' + second error = low +
 * error. The bits of `lost` are 0 as long as nothing is.
 *
 * If an element is not finite, or a sum overflows, or TwoSum's error is wrong with a finite sum,
 * then error is infinite or NaN; so is the error of adding it to low: with b infinite sum - of_b is
 * infinity less infinity, and NaN stays NaN. The same if low + error overflows, or has a wrong
 * error. So `lost` is infinite or NaN then, for good. Bits are compared, not numbers: a driver set
 * to fast math may find NaN equal to 0.
 *
 * `high` itself is not finite only if an element is not, and then it is the sum that IEEE 754 has:
 * sums of floats and of their products stay far below 2^1024. Doubles may overflow there
 * (CLR_OVERFLOWS), so that an infinite sum of theirs is in doubt.
 *
 * Two sums are joined likewise: high' + e = a.high + b.high, low + e2 = a.low + b.low, and low' +
 * e3 = low + e. A number that is not finite shows in one of the three errors, as above.
 *
 * Zeros: high begins with -0, and stays -0 while all elements are -0: a sum rounded to nearest is
 * -0 of two -0 alone. Then low is +0, and the sum is -0. Else, where high + low is 0, it is +0, as
 * an element was not -0: IEEE 754's result, too.
 */
CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.high = CLR_AT(constant)(-0.0);
    state.low  = CLR_AT(constant)(0.0);
    state.lost = CLR_AT(constant)(0.0);
#if CLR_COUNTED
    state.count = (CLR_WIDE(ulong))(0);
#endif
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(put)(CLR_AT(state) state, const CLR_AT(number) x)
{
    const CLR_AT(two) high = CLR_AT(two_sum)(state.high, x);
    const CLR_AT(two) low  = CLR_AT(two_sum)(state.low, high.error);

    state.high = high.sum;
    state.low  = low.sum;
    state.lost += fabs(low.error);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(take)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    CLR_AT(state) taken = CLR_AT(put)(state, CLR_AT(lift)(e));

#if CLR_COUNTED
    taken.count += CLR_WIDE(convert_ulong)(CLR_IS_TAKEN(e)) & 1;
#endif
    return taken;
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    CLR_OF(state) state = CLR_OF(none)();

    state.high = 0.0;
    return state;
}

/* Joins two sums: the errors of both steps are added as an element's are. */
CLR_FN CLR_OF(state) CLR_OF(combine)(const CLR_OF(state) a, const CLR_OF(state) b)
{
    const CLR_OF(two) high  = CLR_OF(two_sum)(a.high, b.high);
    const CLR_OF(two) low   = CLR_OF(two_sum)(a.low, b.low);
    const CLR_OF(two) error = CLR_OF(two_sum)(low.sum, high.error);
    CLR_OF(state) state;

    state.high = high.sum;
    state.low  = error.sum;
    state.lost = a.lost + b.lost + (fabs(low.error) + fabs(error.error));
#if CLR_COUNTED
    state.count = a.count + b.count;
#endif
    return state;
}

CLR_FN bool CLR_OF(is_exact)(const CLR_OF(state) state)
{
    return CLR_DOUBLE_MAGNITUDE(as_ulong(state.lost)) == 0;
}

/* The sum lies within this margin of its two doubles: `lost`, rounded at each of less than 2^52
 * additions, is at least half of the magnitudes that it adds up. */
CLR_FN double CLR_OF(margin)(const CLR_OF(state) state)
{
    return 2.0 * state.lost;
}

/* Whether an element is infinite or NaN, and `high` is what comes of it. */
CLR_FN bool CLR_OF(is_endless)(const CLR_OF(state) state)
{
    return !CLR_OVERFLOWS && !CLR_OF(is_finite)(state.high);
}

/* Whether fma() finds the errors of products with the sum. */
CLR_FN bool CLR_OF(has_products)(const CLR_OF(state) state)
{
    const CLR_OF(two) sum = CLR_OF(two_sum)(state.high, state.low);

    return CLR_OF(is_within)(sum.sum) && CLR_OF(is_within)(sum.error);
}

/* Term number k of three that come to the sum. */
CLR_FN double CLR_OF(term)(const CLR_OF(state) state, const uint k)
{
    return k == 0 ? state.high : k == 1 ? state.low : 0.0;
}
#endif
