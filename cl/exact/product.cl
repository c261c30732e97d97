/* product - the exact sum is of products of two values, unrounded (dot, sumsq, nrm2):
 * CLR_AT(lifted) is the two factors. Its alternative is cl/exact/value.cl. */
#if CLR_TERMS == 2 /* products of floats are doubles */
CLR_FN CLR_WIDE(double) CLR_AT(double_of)(const CLR_AT(lifted) lifted)
{
    return CLR_WIDE(convert_double)(lifted.x) * CLR_WIDE(convert_double)(lifted.y);
}
#endif

#ifdef CLR_NARROW
/* Adds an element of any kind to the bins; returns its `seen` bits. */
CLR_FN uint CLR_OF(drop_element)(__local CLR_OF(bins) *bins, const CLR_OF(lifted) lifted)
{
    const CLR_OF(parts) x = CLR_OF(parts_of)(lifted.x);
    const CLR_OF(parts) y = CLR_OF(parts_of)(lifted.y);
    const bool negative   = x.negative != y.negative;
    const bool is_inf     = x.is_inf || y.is_inf;
    const bool is_zero    = x.m == 0 || y.m == 0;
    const uint place      = x.place + y.place;

    if (x.is_nan || y.is_nan || (is_inf && is_zero))
        return CLR_SEEN_NAN | CLR_SEEN_OTHER;
    if (is_inf)
        return (negative ? CLR_SEEN_MINUS : CLR_SEEN_PLUS) | CLR_SEEN_OTHER;
    if (is_zero)
        return negative ? 0 : CLR_SEEN_OTHER;
    CLR_OF(drop)(bins, x.m * y.m, negative, place);
    if (sizeof(CLR_OF(value)) == 8) /* products of floats have 48 bits */
        CLR_OF(drop)(bins, mul_hi(x.m, y.m), negative, place + 64);
    return CLR_SEEN_OTHER | CLR_SEEN_BINS;
}
#endif
