/*
 * reach_float - the exponents that a run of floats spans, by the sum of magnitudes and the smallest
 * height, which tells whether sums of the floats are exact (cl/exact/window.cl). Zeros do not
 * count. The sum of magnitudes bounds all partial sums: rounding 2^8 additions loses less than
 * 2^-16 of that sum, and CLR_ALLOWANCE adds more than this loss.
 */
typedef struct CLR_AT(reach) {
    CLR_WIDE(float) sum;
    CLR_AT(height) smallest;
} CLR_AT(reach);

CLR_FN CLR_AT(reach) CLR_AT(no_reach)(void)
{
    CLR_AT(reach) reach;

    reach.sum      = (CLR_WIDE(float))(0.0f);
    reach.smallest = ~(CLR_AT(height))(0);
    return reach;
}

CLR_FN CLR_AT(reach) CLR_AT(extend)(CLR_AT(reach) reach, const CLR_WIDE(float) x)
{
    reach.sum += fabs(x);
    reach.smallest = min(reach.smallest, CLR_AT(height_of)(x) - 1); /* 0 becomes the largest */
    return reach;
}

#if CLR_GROUP_SIZE == 1 && CLR_WIDTH > 1
/* Of each lane its own least and greatest exponent, for cl/exact/apart.cl. */
CLR_FN CLR_WIDE(int) CLR_AT(least_exponents)(const CLR_AT(reach) reach)
{
    return CLR_WIDE(convert_int)(reach.smallest >> CLR_BELOW_EXPONENT);
}

CLR_FN CLR_WIDE(int) CLR_AT(greatest_exponents)(const CLR_AT(reach) reach)
{
    return CLR_WIDE(as_int)(reach.sum * CLR_ALLOWANCE) >> CLR_FLOAT_FRACTION_BITS;
}
#endif

/* The biased exponent of the sum of magnitudes. */
CLR_FN int CLR_AT(greatest_exponent)(const CLR_AT(reach) reach)
{
    const CLR_WIDE(float) lanes = reach.sum;
    const float sum             = CLR_ACROSS(CLR_PLUS, lanes) * CLR_ALLOWANCE;

    return (int)(as_uint(sum) >> CLR_FLOAT_FRACTION_BITS) & CLR_FLOAT_EXPONENTS;
}
