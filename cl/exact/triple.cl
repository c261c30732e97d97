/*
 * triple - an exact sum of products of doubles, in three doubles a lane, as long as they can hold
 * it, for short results and columns. A result of which anything was lost is made again
 * (cl/reduce_again.cl).
 *
 * A product is two doubles, its rounded value and the error (Dekker's TwoProduct, by fma()); each
 * is added to a double, the addition's error to the next double, and the bits of the last errors
 * are gathered in `lost`, which shows a sum that is not finite, too, as in cl/exact/pair.cl. (A
 * bound in their place, with a sum that tells infinite factors from products that overflow, made
 * rows of f64 take a fifth longer on an H200: docs/history/2026-11-26-steady-data.md.) The error of
 * a product below 2^-960 may not be a double: then `lost` is not 0 either. Errors of products are
 * never added to the first double, which is -0 as long as all products are.
 */
CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.high   = CLR_AT(constant)(-0.0);
    state.second = CLR_AT(constant)(0.0);
    state.third  = CLR_AT(constant)(0.0);
    state.lost   = (CLR_WIDE(ulong))(0);
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(take)(CLR_AT(state) state, const CLR_AT(element) e, const ulong index)
{
    const CLR_AT(lifted) factors = CLR_AT(lift)(e);
    const CLR_AT(number) product = factors.x * factors.y;
    const CLR_AT(number) error   = fma(factors.x, factors.y, -product);
    const CLR_AT(two) first  = CLR_AT(two_sum)(state.high, product);
    const CLR_AT(two) second = CLR_AT(two_sum)(state.second, first.error);
    const CLR_AT(two) more   = CLR_AT(two_sum)(second.sum, error);
    const CLR_AT(two) third  = CLR_AT(two_sum)(state.third, second.error);
    const CLR_AT(two) last   = CLR_AT(two_sum)(third.sum, more.error);

    state.high  = first.sum;
    state.second = more.sum;
    state.third  = last.sum;
    state.lost |= CLR_WIDE(as_ulong)(third.error) | CLR_WIDE(as_ulong)(last.error);
    state.lost |= CLR_WIDE(convert_ulong)((fabs(product) < CLR_AT(constant)(0x1p-960)) &&
                                          (factors.x != CLR_AT(constant)(0.0)) &&
                                          (factors.y != CLR_AT(constant)(0.0)));
    return state;
}

#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    CLR_OF(state) state = CLR_OF(none)();

    state.high = 0.0;
    return state;
}

CLR_FN CLR_OF(state) CLR_OF(combine)(const CLR_OF(state) a, const CLR_OF(state) b)
{
    const CLR_OF(two) first  = CLR_OF(two_sum)(a.high, b.high);
    const CLR_OF(two) second = CLR_OF(two_sum)(a.second, b.second);
    const CLR_OF(two) more   = CLR_OF(two_sum)(second.sum, first.error);
    const CLR_OF(two) third  = CLR_OF(two_sum)(a.third, b.third);
    const CLR_OF(two) rest   = CLR_OF(two_sum)(third.sum, second.error);
    const CLR_OF(two) last   = CLR_OF(two_sum)(rest.sum, more.error);
    CLR_OF(state) state;

    state.high  = first.sum;
    state.second = more.sum;
    state.third  = last.sum;
    state.lost   = a.lost | b.lost | as_ulong(third.error) | as_ulong(rest.error) |
                 as_ulong(last.error);
    return state;
}

CLR_FN bool CLR_OF(is_exact)(const CLR_OF(state) state)
{
    return CLR_DOUBLE_MAGNITUDE(state.lost) == 0;
}

/* Finite products may overflow. */
CLR_FN bool CLR_OF(is_endless)(const CLR_OF(state) state)
{
    return false;
}

/* For a root or a variance, whose terms are squares, the first is no less than half of the sum. */
CLR_FN bool CLR_OF(has_products)(const CLR_OF(state) state)
{
    return CLR_OF(is_within)(state.high);
}

/* Term number k of three that come to the sum. */
CLR_FN double CLR_OF(term)(const CLR_OF(state) state, const uint k)
{
    return k == 0 ? state.high : k == 1 ? state.second : state.third;
}
#endif
