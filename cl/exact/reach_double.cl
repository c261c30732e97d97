/*
 * reach_double - the exponents that a run of doubles spans, which tells whether sums of them are
 * exact. Zeros do not count. Magnitudes are compared by their upper halves, with bits below 0 or
 * not as the last bit; by a lone item, whose vectors of 64 bits cost no more, whole.
 */
#if CLR_GROUP_SIZE == 1
typedef struct CLR_AT(reach) {
    CLR_WIDE(ulong) largest; /* magnitudes, their exponents on top */
    CLR_WIDE(ulong) smallest;
} CLR_AT(reach);

CLR_FN CLR_AT(reach) CLR_AT(no_reach)(void)
{
    CLR_AT(reach) reach;

    reach.largest  = (CLR_WIDE(ulong))(0);
    reach.smallest = (CLR_WIDE(ulong))(~0UL);
    return reach;
}

CLR_FN CLR_AT(reach) CLR_AT(extend)(CLR_AT(reach) reach, const CLR_WIDE(double) x)
{
    const CLR_WIDE(ulong) magnitude = CLR_DOUBLE_MAGNITUDE(CLR_WIDE(as_ulong)(x));

    reach.largest  = max(reach.largest, magnitude);
    reach.smallest = min(reach.smallest, magnitude - 1); /* 0 becomes the largest */
    return reach;
}

CLR_FN int CLR_AT(least_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(ulong) smallest = reach.smallest;

    return (int)(CLR_ACROSS(min, smallest) >> (64 - CLR_DOUBLE_EXPONENT_BITS));
}

CLR_FN int CLR_AT(greatest_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(ulong) lanes = reach.largest;

    return (int)(CLR_ACROSS(max, lanes) >> (64 - CLR_DOUBLE_EXPONENT_BITS));
}
#else
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

CLR_FN CLR_AT(reach) CLR_AT(extend)(CLR_AT(reach) reach, const CLR_WIDE(double) x)
{
    const CLR_WIDE(ulong) bits     = CLR_WIDE(as_ulong)(x);
    const CLR_WIDE(uint) low       = CLR_WIDE(convert_uint)(bits & CLR_DOUBLE_LOW);
    const CLR_WIDE(uint) high      = CLR_WIDE(convert_uint)(bits >> CLR_DOUBLE_LOW_BITS);
    const CLR_WIDE(uint) one       = (CLR_WIDE(uint))(1);
    const CLR_WIDE(uint) magnitude = CLR_DOUBLE_MAGNITUDE_HIGH(high) | min(low, one);

    reach.largest  = max(reach.largest, magnitude);
    reach.smallest = min(reach.smallest, magnitude - 1); /* 0 becomes the largest */
    return reach;
}

/* The smallest number's biased exponent, or one less. */
CLR_FN int CLR_AT(least_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) smallest = reach.smallest;

    return (int)(CLR_ACROSS(min, smallest) >> (32 - CLR_DOUBLE_EXPONENT_BITS));
}

CLR_FN int CLR_AT(greatest_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) lanes = reach.largest;

    return (int)(CLR_ACROSS(max, lanes) >> (32 - CLR_DOUBLE_EXPONENT_BITS));
}
#endif

/* Binades from the smallest number to the largest, at least; CLR_FAR unless all are finite. */
CLR_FN int CLR_AT(span_of)(const CLR_AT(reach) reach)
{
    const int greatest = CLR_AT(greatest_exponent)(reach);

    return greatest < CLR_DOUBLE_EXPONENTS ? greatest - CLR_AT(least_exponent)(reach) : CLR_FAR;
}
