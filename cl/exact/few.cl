/*
 * few - what exact sums in a few doubles have in common (cl/exact/pair.cl, cl/exact/triple.cl):
 * which numbers are finite, and how far the sum may lie from its doubles.
 */
/* Of each lane, as select() takes it. */
CLR_FN CLR_WIDE(long) CLR_AT(finite)(const CLR_AT(number) x)
{
    return CLR_WIDE(convert_long)(CLR_DOUBLE_MAGNITUDE(CLR_WIDE(as_ulong)(x)) <
                                  CLR_DOUBLE_MAGNITUDE(CLR_DOUBLE_INFINITY));
}

#ifdef CLR_NARROW
/* The first double of two sums' sum. Where it overflows it is 0, and `lost` tells. */
CLR_FN double CLR_OF(join_high)(const double a, const double b, const double sum)
{
    const bool overflows =
        !CLR_OF(is_finite)(sum) && CLR_OF(is_finite)(a) && CLR_OF(is_finite)(b);

    return overflows ? 0.0 : sum;
}

/*
 * The sum lies between its doubles with the last one less and with the last one plus this margin.
 * `lost` is at least half of what it adds up, less than 2^52 magnitudes; the two additions to the
 * last double round, which an ulp of it makes good, and the other half of 2 lost.
 */
CLR_FN double CLR_OF(margin)(const double last, const double lost)
{
    return 2.0 * lost + fabs(last) * (1.0 / (1UL << (CLR_DOUBLE_DIGITS - 1)));
}
#endif
