/*
 * range_float - the exponents that a run of floats spans, by its largest and smallest magnitudes,
 * which bounds products better than sums of magnitudes do (cl/exact/reach_float.cl). Zeros do not
 * count.
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
    reach.smallest = min(reach.smallest, magnitude - 1); /* 0 becomes the largest */
    return reach;
}

/* The smallest number's biased exponent, or one less. */
CLR_FN int CLR_AT(least_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) smallest = reach.smallest;

    return (int)(CLR_ACROSS(min, smallest) >> (32 - CLR_FLOAT_EXPONENT_BITS));
}

/* The largest number's biased exponent. */
CLR_FN int CLR_AT(greatest_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(uint) largest = reach.largest;

    return (int)(CLR_ACROSS(max, largest) >> (32 - CLR_FLOAT_EXPONENT_BITS));
}

/* Binades from the smallest number to the largest, or one more; CLR_FAR unless all are finite. */
CLR_FN int CLR_AT(span_of)(const CLR_AT(reach) reach)
{
    const int greatest = CLR_AT(greatest_exponent)(reach);

    return greatest < CLR_FLOAT_EXPONENTS ? greatest - CLR_AT(least_exponent)(reach) : CLR_FAR;
}
