/* value - the exact sum is of the values themselves (sum, asum, mean): CLR_AT(lifted) is a value.
 * Its alternative is cl/exact/product.cl. */
typedef CLR_AT(magnitude) CLR_AT(lifted);

CLR_FN CLR_AT(lifted) CLR_AT(raise)(const CLR_AT(magnitude) x)
{
    return x;
}

#if CLR_TERMS == 2
CLR_FN CLR_WIDE(double) CLR_AT(double_of)(const CLR_AT(lifted) x)
{
    return CLR_WIDE(convert_double)(x);
}
#endif

#ifdef CLR_NARROW
/* Adds an element of any kind to the bins; returns its `seen` bits. */
CLR_FN uint CLR_OF(drop_element)(__local CLR_OF(bins) *bins, const CLR_OF(lifted) x)
{
    const CLR_OF(parts) parts = CLR_OF(parts_of)(x);

    if (parts.is_nan)
        return CLR_SEEN_NAN | CLR_SEEN_OTHER;
    if (parts.is_inf)
        return (parts.negative ? CLR_SEEN_MINUS : CLR_SEEN_PLUS) | CLR_SEEN_OTHER;
    if (parts.m == 0)
        return parts.negative ? 0 : CLR_SEEN_OTHER;
    CLR_OF(drop)(bins, parts.m, parts.negative, parts.place);
    return CLR_SEEN_OTHER | CLR_SEEN_BINS;
}
#endif
