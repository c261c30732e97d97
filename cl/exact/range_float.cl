/*
 * range_float - from which exponent to which the floats of a run reach, by their largest and their
 * smallest magnitude: that is closer, for products of theirs, than what sums of magnitudes tell
 * (cl/exact/reach_float.cl). Zeros do not matter.
 */
typedef struct CLR_AT(reach) {
    CLR_WIDE(uint) largest; /* magnitudes, their exponents on top */
    CLR_WIDE(uint) smallest;
} CLR_AT(reach);

CLR_FN CLR_AT(reach) CLR_AT(no_reach)(void)
{
    CLR_AT(reach) reach;

    reach.largest  = (CLR_WIDE(uint))(0);
    reach.smallest = (CLR_WIDE(uint))(~0u);
    return reach;
}

CLR_FN CLR_AT(reach) CLR_AT(extend)(CLR_AT(reach) reach, const CLR_WIDE(float) x)
{
    const CLR_WIDE(uint) magnitude = CLR_FLOAT_MAGNITUDE(CLR_WIDE(as_uint)(x));

    reach.largest  = max(reach.largest, magnitude);
    reach.smallest = min(reach.smallest, magnitude - 1); /* of 0 more than any */
    return reach;
}

/* The exponent, as it stands in the format, of the smallest number, or one less. */
CLR_FN int CLR_AT(least_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) smallest = reach.smallest;

    return (int)(CLR_ACROSS(min, smallest) >> (32 - CLR_FLOAT_EXPONENT_BITS));
}

/* That of the largest. */
CLR_FN int CLR_AT(greatest_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) largest = reach.largest;

    return (int)(CLR_ACROSS(max, largest) >> (32 - CLR_FLOAT_EXPONENT_BITS));
}

/* Binades from the smallest number to the largest, or one more; very many if not all are finite. */
CLR_FN int CLR_AT(span_of)(const CLR_AT(reach) reach)
{
    const int greatest = CLR_AT(greatest_exponent)(reach);

    return greatest < CLR_FLOAT_EXPONENTS ? greatest - CLR_AT(least_exponent)(reach) : CLR_FAR;
}
