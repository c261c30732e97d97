/* endless - the bits of an infinite or NaN result, from a double that is infinite or NaN. */
CLR_FN CLR_RESULT CLR_OUT(endless_bits)(const double x)
{
    const ulong infinity = ((1UL << CLR_EXPONENT_BITS) - 1) << (CLR_PRECISION - 1);
    const ulong sign     = as_ulong(x) >> (CLR_DOUBLE_BITS - 1);
    const bool  is_nan =
        CLR_DOUBLE_MAGNITUDE(as_ulong(x)) != CLR_DOUBLE_MAGNITUDE(CLR_DOUBLE_INFINITY);

    return (CLR_RESULT)(infinity | (is_nan ? 1UL << (CLR_PRECISION - 2)
                                           : sign << (CLR_PRECISION + CLR_EXPONENT_BITS - 1)));
}
