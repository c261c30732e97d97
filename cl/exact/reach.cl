/*
 * reach - from which exponent to which the numbers of a run reach: by that it is known what sums of
 * them can be without a loss. Zeros do not matter.
 */
typedef struct CLR_AT(reach) {
    CLR_WIDE(uint) largest; /* magnitudes */
    CLR_WIDE(uint) smallest;
} CLR_AT(reach);

CLR_FN CLR_AT(reach) CLR_AT(no_reach)(void)
{
    CLR_AT(reach) reach;

    reach.largest  = (CLR_WIDE(uint))(0);
    reach.smallest = (CLR_WIDE(uint))(~0u);
    return reach;
}

CLR_FN CLR_AT(reach) CLR_AT(extend)(CLR_AT(reach) reach, const CLR_WIDE(CLR_REAL) x)
{
    const CLR_WIDE(uint) magnitude = CLR_AT(magnitude_bits)(x);

    reach.largest  = max(reach.largest, magnitude);
    reach.smallest = min(reach.smallest, magnitude - 1); /* of 0 that is more than any */
    return reach;
}

CLR_FN bool CLR_AT(is_finite)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) largest = reach.largest;

    return CLR_ACROSS(max, largest) < CLR_REACH_BEYOND;
}

/* The exponent, as it stands in the format, of the smallest number, or one less. */
CLR_FN int CLR_AT(least_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) smallest = reach.smallest;

    return (int)(CLR_ACROSS(min, smallest) >> CLR_REACH_SHIFT);
}

/* Binades from the smallest number to the largest, or one more; very many if not all are finite. */
CLR_FN int CLR_AT(span_of)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) lanes = reach.largest;
    const uint largest         = CLR_ACROSS(max, lanes);
    const int  span            = (int)(largest >> CLR_REACH_SHIFT) - CLR_AT(least_exponent)(reach);

    return CLR_AT(is_finite)(reach) ? span : 1 << 20;
}
