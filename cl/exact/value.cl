/* value - what is added exactly are values themselves. */
/*
 * needs:           CLR_AT(magnitude)
 * needs narrow:    CLR_OF(bins) CLR_OF(parts) CLR_OF(parts_of) CLR_SEEN_NAN CLR_SEEN_OTHER
 *                  CLR_SEEN_MINUS CLR_SEEN_PLUS CLR_OF(drop_beside) CLR_SEEN_BINS
 * provides:        CLR_AT(lifted) CLR_AT(raise)
 * provides narrow: CLR_OF(drop_element)
 */
typedef CLR_AT(magnitude) CLR_AT(lifted);

CLR_FN CLR_AT(lifted) CLR_AT(raise)(const CLR_AT(magnitude) x)
{
    return x;
}

#ifdef CLR_NARROW
/* An element into the bins, whatever it is; returns what has been seen of it. */
CLR_FN uint CLR_OF(drop_element)(__local CLR_OF(bins) *bins, const CLR_OF(lifted) x)
{
    const CLR_OF(parts) parts = CLR_OF(parts_of)(x);

    if (parts.is_nan)
        return CLR_SEEN_NAN | CLR_SEEN_OTHER;
    if (parts.is_inf)
        return (parts.negative ? CLR_SEEN_MINUS : CLR_SEEN_PLUS) | CLR_SEEN_OTHER;
    if (parts.m == 0)
        return parts.negative ? 0 : CLR_SEEN_OTHER;
    CLR_OF(drop_beside)(bins, parts.m, parts.negative, parts.place);
    return CLR_SEEN_OTHER | CLR_SEEN_BINS;
}
#endif
